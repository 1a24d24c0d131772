"""What to label next: pages of sites, languages and types that are rare so far, on which extractors disagree.

Where extractors disagree most, one more label tells most (query by committee: Seung, Opper and Sompolinsky, 1992).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import combinations, islice
from pathlib import Path

import click
import msgspec
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from annotate.formats.streams import read_lines
from annotate.html_facts import find_language, normalize_language
from annotate.near_duplicates import Sketch, compare_sketches, sketch_words
from annotate.queue import find_site
from cetr.document import LocatedWords, Spans, Tokens, align_text, lex, locate_words, normalize_spans
from cetr.errors import InputError
from evaluate.extractors import GROUP, find_extractor
from evaluate.package import read_document, read_package

ALIKE = 0.8
"""From this estimated similarity on two pages are near-duplicates."""

COMMITTEE = ("learned", "cetr-modern", "cetr", "lp", "plain")
"""Extractors that are asked when none are named: the first three of these that are there."""


@dataclass(frozen=True)
class Page:
    """A page that is, or could be, in a package. ``kind`` is its page type; unknown facts are empty."""

    url: str
    html: str
    language: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Candidate:
    """What decides about a page. ``disagreement`` is 0 (all extractors agree) to 1."""

    url: str
    site: str
    language: str
    kind: str
    sketch: Sketch
    disagreement: float


@dataclass(frozen=True)
class Choice:
    """A page to label, and why: its score, and how many pages of its site were there before it."""

    candidate: Candidate
    score: float
    of_site: int


@dataclass(frozen=True)
class Caps:
    """The most pages to have of one site, language and page type; None: as many as there are."""

    site: int | None = None
    language: int | None = None
    kind: int | None = None


def mask_words(located: LocatedWords, spans: Spans) -> npt.NDArray[np.bool_]:
    """Which words of a document lie in spans: shape (words,)."""
    chosen = np.zeros(len(located.words), dtype=bool)
    for start, end in spans:
        chosen[np.searchsorted(located.start, start, "left") : np.searchsorted(located.start, end, "left")] = True
    return chosen


def measure_disagreement(masks: Sequence[npt.NDArray[np.bool_]]) -> float:
    """1 less the mean F1 of all pairs of extractors over the document's words; 0 for a single one."""
    scores = []
    for one, other in combinations(masks, 2):
        total = int(one.sum()) + int(other.sum())
        scores.append(2 * int((one & other).sum()) / total if total else 1.0)
    return 1 - sum(scores) / len(scores) if scores else 0.0


def examine_page(page: Page, committee: Mapping[str, Callable[[Page], Spans | str]]) -> Candidate:
    """Ask the extractors about a page. One that fails, fails alone: it agrees with nobody and takes nothing."""
    tokens = lex(page.html)
    located = locate_words(page.html, None, tokens)
    masks = [mask_words(located, _ask(extract, page, tokens)) for extract in committee.values()]
    language = normalize_language(page.language or find_language(page.html, tokens)) or ""
    return Candidate(
        page.url, find_site(page.url), language, page.kind, sketch_words(located.words), measure_disagreement(masks)
    )


def _ask(extract: Callable[[Page], Spans | str], page: Page, tokens: Tokens) -> Spans:
    try:
        found = extract(page)
    except Exception:  # noqa: BLE001  # anyone's extractor may be on the committee, and fail in any way
        return ()
    spans = align_text(page.html, found, tokens).spans if isinstance(found, str) else found
    return normalize_spans(spans, len(page.html))


def choose_next(candidates: Sequence[Candidate], present: Sequence[Candidate], caps: Caps) -> Iterator[Choice]:
    """Candidates in the order in which to label them; near-duplicates and pages over a cap are left out.

    Each time the one with the greatest disagreement / sqrt(1 + pages of its site so far) is taken. Time
    O(chosen * candidates).
    """
    counts = {
        "site": Counter(c.site for c in present),
        "language": Counter(c.language for c in present),
        "kind": Counter(c.kind for c in present),
    }
    limits = {"site": caps.site, "language": caps.language, "kind": caps.kind}
    known = [c.sketch for c in present]
    left = [c for c in candidates if not _is_like(c.sketch, known)]

    def fits(candidate: Candidate) -> bool:
        values = {name: getattr(candidate, name) for name in counts}
        return all(
            limit is None or not values[name] or counts[name][values[name]] < limit for name, limit in limits.items()
        )

    def score(candidate: Candidate) -> float:
        return float(candidate.disagreement / (1 + counts["site"][candidate.site]) ** 0.5)

    while left := [c for c in left if fits(c)]:
        best = max(left, key=score)
        yield Choice(best, score(best), counts["site"][best.site])
        for name, counter in counts.items():
            counter[getattr(best, name)] += 1
        left = [c for c in left if c is not best and not _is_like(c.sketch, [best.sketch])]


def _is_like(sketch: Sketch, others: Sequence[Sketch]) -> bool:
    return bool(others) and bool((compare_sketches(sketch, np.stack(others)) >= ALIKE).any())


class _Row(msgspec.Struct):
    """What is needed of a line of a JSON Lines file; other keys are nobody's business here."""

    url: str
    html: str
    language: str | None = None
    page_type: str | None = None


def read_candidates(source: Path) -> Iterator[Page]:
    """The pages of a test package, or of a JSON Lines file (also .gz, .xz) with ``url`` and ``html``."""
    if source.is_dir():
        yield from read_pages(source)
        return
    for number, line in read_lines(source):
        try:
            row = msgspec.json.decode(line or b"", type=_Row)
        except msgspec.DecodeError as error:
            raise InputError(f"{source}: row {number}: {error}") from error
        yield Page(row.url, row.html, row.language or "", row.page_type or "")


def read_pages(folder: Path, *, drafts: bool = True) -> Iterator[Page]:
    """The pages of a package, with or without its drafts."""
    for name in read_package(folder).names:
        document = read_document(folder, name)
        if drafts or document.meta.status != "draft":
            meta = document.meta
            yield Page(meta.url, document.html, meta.language or "", meta.page_type or "")


def form_committee(names: Sequence[str]) -> dict[str, Callable[[Page], Spans | str]]:
    """Extractors by name, or the first three of `COMMITTEE`."""
    there = entry_points(group=GROUP).names
    wanted = list(names) or [name for name in COMMITTEE if name in there][:3]
    if len(wanted) < 2:
        raise InputError("disagreement needs at least two extractors: name another --extractor")

    def bind(name: str) -> Callable[[Page], Spans | str]:
        extractor = find_extractor(name)
        return lambda page: extractor.extract(
            page.html, **{k: v for k, v in (("url", page.url), ("layout", None)) if k in extractor.wants}
        )

    return {name: bind(name) for name in wanted}


def run_next(
    source: Path,
    packages: Sequence[Path],
    *,
    count: int,
    extractors: Sequence[str],
    per_site: int | None,
    per_language: int | None,
    per_type: int | None,
) -> None:
    """The command: read, examine, choose, print."""

    def examine(
        pages: Iterable[Page], asked: Mapping[str, Callable[[Page], Spans | str]], what: str
    ) -> list[Candidate]:
        return [examine_page(page, asked) for page in tqdm(pages, desc=what, unit=" pages", disable=None)]

    committee = form_committee(extractors)
    present = [c for folder in packages for c in examine(read_pages(folder, drafts=False), {}, "present")]
    known = {c.url for c in present} - {""}
    pages = (page for page in read_candidates(source) if page.url not in known)
    found = examine(pages, committee, "candidates")
    for choice in islice(choose_next(found, present, Caps(per_site, per_language, per_type)), count):
        c = choice.candidate
        click.echo(f"{c.url}\t{choice.score:.3f}\t{c.disagreement:.3f}\t{c.site}\t{c.language}\t{c.kind}")
