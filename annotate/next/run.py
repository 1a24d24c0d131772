"""The work of ``annotate next``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, filterfalse, islice
from pathlib import Path
from typing import TypeVar

import click
from tqdm import tqdm

from annotate.next.candidates import Candidate, Opinion, examine_page
from annotate.next.choosing import Caps, Choice, choose_next
from annotate.next.committee import choose_model, form_committee
from annotate.next.pages import LIMITS, Page, is_crawl, read_candidates, read_crawl, read_from_package
from annotate.queue.telling import tell_losses
from annotate.queue.urls import spell_page, strip_place
from annotate.reading import choose_jobs, leave_out, tell_left_out
from annotate.sites.templates import sketch_page, sketch_paths
from annotate.stored import open_stored
from cetr.console import Exit, count_of, map_within, resolve_folder
from cetr.document import Spans
from cetr.learned import load_model
from cetr.site import FIND_SITE, Memory, see, suggest_among
from evaluate.tables import Cell, Format, format_table

T = TypeVar("T")


def run_next(
    source: Path,
    packages: Sequence[Path],
    *,
    count: int,
    extractors: tuple[str, ...],
    per_site: int | None,
    per_language: int | None,
    per_type: int | None,
    by_doubt: bool,
    site_of: str,
    jobs: int | None,
    kind: Format,
) -> int:
    """Run the command: read, examine, choose, print. Returns its exit code."""

    def show(items: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
        return tqdm(items, desc=what, unit=" pages", total=total, disable=None, delay=0.5)

    _form(extractors)  # errors in these come before any page
    labelled = filterfalse(is_crawl, packages)
    # What is decided in the candidates' own package counts as labelled too.
    folders = {resolve_folder(folder): folder for folder in (*labelled, *([source] if source.is_dir() else []))}
    decided = chain.from_iterable(read_from_package(folder, drafts=False) for folder in folders.values())
    looked_at = list(map_within(LIMITS, partial(_look, site_of), show(decided, "labelled pages"), 1, _give_up))
    present = list(tell_left_out(looked_at))
    known = {spell_page(strip_place(url)) for c in present for url in (c.url, c.requested)} - {""}

    def is_open(url: str) -> bool:
        return spell_page(strip_place(url)) not in known

    def read_open(tell: Callable[[str], object]) -> Iterator[Page]:
        return (page for page in leave_out(read_candidates(source), tell) if is_open(page.url))

    examine = partial(_examine, extractors, site_of)
    with open_stored(filter(is_crawl, (source, *packages))) as crawl:
        lost = tell_losses(crawl)
        crawled = list(filter(is_open, crawl.pages))
        # Errors in a row come before the long work.
        refused: list[str] = []
        total = sum(1 for _ in read_open(refused.append)) + len(crawled)
        for why in refused:
            click.echo(f"annotate: {why}", err=True)
        pages = chain(read_open(lambda why: None), read_crawl(crawl, crawled))  # why not is told by now
        examined = map_within(LIMITS, examine, pages, jobs or choose_jobs(total), _give_up)
        found = list(tell_left_out(show(examined, "candidates", total)))
    if not total:
        what = "has no draft to label" if source.is_dir() else "has no page that is not labelled yet"
        click.echo(f"annotate: {source}: {what}", err=True)
    for name, failed in Counter(name for c in found for name in c.failed).items():
        click.echo(f"annotate: {name} failed on {failed} of {count_of(len(found), 'page')}", err=True)
    caps = Caps(per_site, per_language, per_type)
    chosen = list(islice(choose_next(found, present, caps, by_template=not by_doubt), count))
    if len(chosen) < min(count, len(found)):
        rest = len(found) - len(chosen)
        click.echo(
            f"annotate: {source}: {rest} of {count_of(len(found), 'page')} left out: near-duplicates, or over a limit",
            err=True,
        )
    click.echo(format_table([_describe(choice) for choice in chosen], kind, digits=3), nl=False)
    return lost if len(found) == total and len(present) == len(looked_at) and not refused else Exit.PARTIAL


def _describe(choice: Choice) -> dict[str, Cell]:
    page = choice.candidate
    return {
        "page": page.url or page.name,
        "covers": choice.covers,
        "score": round(choice.score, 3),
        "disagreement": round(page.disagreement, 3),
        "doubt": round(page.doubt, 3),
        "site": page.site,
        "language": page.language,
        "page_type": page.kind,
    }


def _give_up(page: Page | str, why: str) -> str:
    """Say that a page is left out, and why."""
    return page if isinstance(page, str) else f"{page.url or page.name}: {why}; left out"


def _examine(extractors: tuple[str, ...], site_of: str, page: Page | str) -> Candidate | str:
    """Examine one page, in any process, unless it could not be read."""
    return page if isinstance(page, str) else examine_page(page, *_form(extractors), FIND_SITE[site_of])


def _look(site_of: str, page: Page | str) -> Candidate | str:
    """Examine a labelled page, with which no extractor need agree, unless it could not be read."""
    return page if isinstance(page, str) else examine_page(page, {}, look_at, FIND_SITE[site_of])


@cache
def _form(extractors: tuple[str, ...]) -> tuple[Mapping[str, Callable[[Page], Spans | str]], Callable[[str], Opinion]]:
    """Load the extractors whose disagreement counts, and the model whose doubt counts."""
    committee, name = form_committee(extractors), choose_model(extractors)

    @lru_cache(maxsize=1)
    def ask_model(html: str) -> tuple[Spans, Opinion]:
        seen = see(html, load_model(name))
        found = suggest_among(seen, Memory())
        return found.spans, Opinion(1 - found.expected_f1, sketch_paths(seen.signature))

    own = f"learned:{name}" if name else "learned"
    if own in committee:  # its answer and its doubt come from one computation
        committee[own] = lambda page: ask_model(page.html)[0]
    return committee, lambda html: ask_model(html)[1]


def look_at(html: str) -> Opinion:
    """Read the paths of a labelled page, without computing doubt."""
    return Opinion(paths=sketch_page(html))
