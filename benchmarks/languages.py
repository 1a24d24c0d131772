"""How well the language of the content is recognised, beside py3langid, on pages that declare their language.

    pip install py3langid
    python -m benchmarks.languages [--data DIR]

Prints for each set how many pages declare a language, for how many of these the content shows one, and for how many it
is the declared one. If py3langid finds the same other language, the declaration is probably wrong. The last two numbers
are of the pages that declare none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import py3langid
from tqdm import tqdm

import cetr
from cetr.document import find_language
from cetr.metadata import guess_language, read_metadata
from training.datasets import DATA, read_dataset

_LINE = (
    "{}, {} pages: found {}, as declared {}; py3langid as declared {}; both against the declaration {}, we alone {}; "
    "of {} other pages found {}"
)


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    for name in ("wcxb-dev", "dragnet", "waddle-dev", "snippets-dev"):
        counts: Counter[str] = Counter()
        for page in tqdm(read_dataset(options.data, name), name, disable=None):
            declared, text = read_metadata(page.html).get("language"), cetr.extract(page.html)
            if declared:
                counts.update(_compare(find_language(declared.value), text))
            else:
                counts.update({"others": 1, "others found": guess_language(text) is not None})
        keys = ("pages", "found", "agrees", "other agrees", "both against", "alone", "others", "others found")
        print(_LINE.format(name, *(counts[key] for key in keys)), flush=True)


def _compare(declared: str, text: str) -> dict[str, int]:
    ours, theirs = guess_language(text), py3langid.classify(text)[0]
    against = ours not in (None, declared)
    return {
        "pages": 1,
        "found": ours is not None,
        "agrees": ours == declared,
        "other agrees": theirs == declared,
        "both against": against and ours == theirs,
        "alone": against and ours != theirs,
    }


if __name__ == "__main__":
    main()
