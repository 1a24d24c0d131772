"""What to label next: pages of sites, languages and types that are rare so far, of which most is to be learned.

That is where extractors disagree (query by committee: Seung, Opper and Sompolinsky, 1992) and where the learned model
expects little of its own answer (uncertainty sampling: Lewis and Gale, 1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from itertools import chain, combinations, islice
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
from cetr.document import Spans, Tokens, content_spans, lex, locate_words, mark_inside
from cetr.errors import InputError
from cetr.learned import SHIPPED, estimate_doubt, load_model
from evaluate.extractors import GROUP, Extractor, find_extractor
from evaluate.facts import read_facts
from evaluate.package import Document, read_document, read_package

ALIKE = 0.8
"""From this estimated similarity on two pages are near-duplicates."""

COMMITTEE = ("learned", "cetr-modern", "cetr", "lp", "plain")
"""Extractors that are asked when none are named: the first three of these that are there."""


@dataclass(frozen=True)
class Page:
    """A page that is, or could be, in a package. ``name`` is that of the document or the row of a file, ``kind`` the
    page type, ``document`` the one it is; unknown facts are empty.
    """

    name: str
    url: str
    html: str
    language: str = ""
    kind: str = ""
    document: Document | None = None


@dataclass(frozen=True)
class Candidate:
    """What decides about a page. ``disagreement`` is 0 (all extractors agree) to 1, ``doubt`` 0 (the model is sure) to
    1.
    """

    name: str
    url: str
    site: str
    language: str
    kind: str
    sketch: Sketch
    disagreement: float
    doubt: float


def expect_gain(candidate: Candidate) -> float:
    """How much is to be learned from a page, 0 to 1.

    Of the scores that docs/harvest.md compares, the only one ahead of chance with 20 pages picked and with 50.
    """
    return candidate.disagreement * candidate.doubt


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


def measure_disagreement(masks: Sequence[npt.NDArray[np.bool_]]) -> float:
    """1 less the mean F1 of all pairs of extractors over the document's words; 0 for a single one."""
    scores = []
    for one, other in combinations(masks, 2):
        total = int(one.sum()) + int(other.sum())
        scores.append(2 * int((one & other).sum()) / total if total else 1.0)
    return 1 - sum(scores) / len(scores) if scores else 0.0


def examine_page(
    page: Page,
    committee: Mapping[str, Callable[[Page], Spans | str]],
    estimate: Callable[[str], float] = lambda html: 0.0,
) -> Candidate:
    """Ask the extractors about a page, and a model's ``estimate`` of its doubt.

    An extractor that fails, fails alone: it agrees with nobody and takes nothing.
    """
    tokens = lex(page.html)
    located = locate_words(page.html, None, tokens)
    masks = [mark_inside(located.start, _ask(extract, page, tokens)) for extract in committee.values()]
    language = normalize_language(page.language or find_language(page.html, tokens)) or ""
    return Candidate(
        name=page.name,
        url=page.url,
        site=find_site(page.url),
        language=language,
        kind=page.kind,
        sketch=sketch_words(located.words),
        disagreement=measure_disagreement(masks),
        doubt=estimate(page.html),
    )


def _ask(extract: Callable[[Page], Spans | str], page: Page, tokens: Tokens) -> Spans:
    try:
        return content_spans(page.html, extract(page), tokens)
    except Exception:  # noqa: BLE001  # anyone's extractor may be on the committee, and fail in any way
        return ()


def choose_next(
    candidates: Sequence[Candidate],
    present: Sequence[Candidate],
    caps: Caps,
    gain: Callable[[Candidate], float] = expect_gain,
) -> Iterator[Choice]:
    """Candidates in the order in which to label them; near-duplicates and pages over a cap are left out.

    Each time the one with the greatest gain / sqrt(1 + pages of its site so far) is taken. Time O(chosen * candidates).
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
        return float(gain(candidate) / (1 + of_site(candidate)) ** 0.5)

    def of_site(candidate: Candidate) -> int:
        return counts["site"][candidate.site] if candidate.site else 0

    while left := [c for c in left if fits(c)]:
        best = max(left, key=score)
        yield Choice(best, score(best), of_site(best))
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
    """The drafts of a test package, or the pages of a JSON Lines file (also .gz, .xz) with ``url`` and ``html``."""
    if source.is_dir():
        yield from read_pages(source, drafts=True)
        return
    for number, line in read_lines(source):
        try:
            row = msgspec.json.decode(line or b"", type=_Row)
        except msgspec.DecodeError as error:
            raise InputError(f"{source}: row {number}: {error}") from error
        yield Page(f"row {number}", row.url, row.html, row.language or "", row.page_type or "")


def read_pages(folder: Path, *, drafts: bool) -> Iterator[Page]:
    """The pages of a package that are drafts, or those that are not."""
    for name in read_package(folder).names:
        document = read_document(folder, name)
        if drafts == (document.meta.status == "draft"):
            meta = document.meta
            yield Page(name, meta.url, document.html, meta.language or "", meta.page_type or "", document)


def form_committee(names: Sequence[str]) -> dict[str, Callable[[Page], Spans | str]]:
    """Extractors by name, each once, or the first three of `COMMITTEE`. Raises `InputError` for an unknown one."""
    there = entry_points(group=GROUP).names
    wanted = dict.fromkeys(names) or [name for name in COMMITTEE if name in there][:3]

    def bind(name: str) -> Callable[[Page], Spans | str]:
        extractor = find_extractor(name)
        return lambda page: extractor.extract(page.html, **_find_facts(page, extractor))

    committee = {name: bind(name) for name in wanted}
    if len(committee) < 2:
        raise InputError("disagreement needs at least two different extractors: name another --extractor")
    return committee


def _find_facts(page: Page, extractor: Extractor) -> dict[str, object]:
    if page.document is not None:
        return read_facts(page.document, extractor)
    return {k: v for k, v in (("url", page.url), ("layout", None)) if k in extractor.wants}


def choose_model(names: Iterable[str]) -> str:
    """The model whose doubt counts: the first of one's own on the committee, or the shipped one."""
    return next((name.removeprefix("learned:") for name in names if name.startswith("learned:")), SHIPPED)


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

    def show(pages: Iterable[Page], what: str) -> Iterable[Page]:
        return tqdm(pages, desc=what, unit=" pages", disable=None)

    committee, model = form_committee(extractors), choose_model(extractors)
    load_model(model)  # what is wrong with it is said before any page is read
    # What is decided in the candidates' own package is there already, too.
    folders = {folder.resolve(): folder for folder in (*packages, *([source] if source.is_dir() else []))}
    decided = chain.from_iterable(read_pages(folder, drafts=False) for folder in folders.values())
    present = [examine_page(page, {}) for page in show(decided, "present")]
    known = {c.url for c in present} - {""}
    pages = show((page for page in read_candidates(source) if page.url not in known), "candidates")
    found = [examine_page(page, committee, partial(estimate_doubt, model=model)) for page in pages]
    for choice in islice(choose_next(found, present, Caps(per_site, per_language, per_type)), count):
        c = choice.candidate
        row = (
            c.url or c.name,
            *(f"{v:.3f}" for v in (choice.score, c.disagreement, c.doubt)),
            c.site,
            c.language,
            c.kind,
        )
        click.echo("\t".join(row))
