"""How well the day of publication is found on pages that say it only in their text.

    python -m benchmarks.dates [--data DIR]

From pages that state the day in their markup, this markup is deleted: ``<meta>``, scripts, ``<time>``, ``datetime`` and
``itemprop``. What then is found is compared with the day that was stated. htmldate gets the same pages. The rules of
``cetr.metadata.bylines`` were chosen on half of the pages, so the other half counts.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from htmldate import find_date
from tqdm import tqdm

from cetr.metadata import read_metadata
from cetr.site import suggest_page
from training.datasets import DATA, DatasetPage, read_dataset

_MARKUP = re.compile(
    r"<meta\b[^>]*>|<script\b.*?</script>|\s(?:datetime|itemprop)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)|</?time\b[^>]*>",
    re.IGNORECASE | re.DOTALL,
)


def main() -> None:
    """Print a line for each set and system: pages, days found, right ones, precision and recall."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    for name in ("wcxb-dev", "dragnet", "waddle-dev", "snippets-dev"):
        found: Counter[str] = Counter()
        right: Counter[str] = Counter()
        pages = 0
        for page, stated in _list_stated(tqdm(read_dataset(options.data, name), name, disable=None)):
            pages += 1
            html = _MARKUP.sub(" ", page.html)
            for system, find in SYSTEMS.items():
                day = find(html, page.url)
                found[system] += bool(day)
                right[system] += day == stated
        for system in SYSTEMS:
            precision, recall = right[system] / max(found[system], 1), right[system] / pages
            print(f"{name}, {pages} pages, {system}: precision {precision:.3f}, recall {recall:.3f}", flush=True)


def _list_stated(pages: Iterable[DatasetPage]) -> Iterator[tuple[DatasetPage, str]]:
    """List the held-out pages that state the day of their publication, with this day."""
    for page in pages:
        if hashlib.md5(page.id.encode(), usedforsecurity=False).digest()[-1] % 2:
            stated = read_metadata(page.html).get("published")
            if stated is not None:
                yield page, stated.value[:10]


def _find_ours(html: str, url: str) -> str:
    fact = read_metadata(html, spans=suggest_page(html).spans, url=url).get("published")
    return fact.value[:10] if fact else ""


def _find_by_htmldate(html: str, url: str, extensive: bool) -> str:
    try:
        return find_date(html, url=url or None, original_date=True, extensive_search=extensive) or ""
    except (ValueError, OverflowError):
        return ""


SYSTEMS: Mapping[str, Callable[[str, str], str]] = {
    "cetr.metadata": _find_ours,
    "htmldate": lambda html, url: _find_by_htmldate(html, url, False),
    "htmldate, extensive": lambda html, url: _find_by_htmldate(html, url, True),
}


if __name__ == "__main__":
    main()
