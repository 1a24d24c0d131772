"""What ``annotate next`` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path

import click
from tqdm import tqdm

from annotate.next.candidates import examine_page
from annotate.next.choosing import Caps, choose_next
from annotate.next.committee import choose_model, form_committee
from annotate.next.pages import Page, read_candidates, read_pages
from cetr.learned import load_model, suggest


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

    def show(pages: Iterable[Page], what: str, total: int | None = None) -> Iterable[Page]:
        return tqdm(pages, desc=what, unit=" pages", total=total, disable=None)

    committee, name = form_committee(extractors), choose_model(extractors)
    ask_model = lru_cache(maxsize=1)(partial(suggest, model=load_model(name)))
    own = f"learned:{name}" if name else "learned"
    if own in committee:  # its answer and its doubt are one computation
        committee[own] = lambda page: ask_model(page.html).spans
    # What is decided in the candidates' own package is there already, too.
    folders = {folder.resolve(): folder for folder in (*packages, *([source] if source.is_dir() else []))}
    decided = chain.from_iterable(read_pages(folder, drafts=False) for folder in folders.values())
    present = [examine_page(page, {}) for page in show(decided, "present")]
    known = {c.url for c in present} - {""}
    # What is wrong with a row is said before the long work.
    total = sum(page.url not in known for page in read_candidates(source))
    pages = show((page for page in read_candidates(source) if page.url not in known), "candidates", total)
    found = [examine_page(page, committee, lambda html: 1 - ask_model(html).expected_f1) for page in pages]
    if not found:
        click.echo(f"annotate: {source}: holds no page that is not labelled yet", err=True)
    for choice in islice(choose_next(found, present, Caps(per_site, per_language, per_type)), count):
        c = choice.candidate
        row = (
            c.url or c.name,
            *(f"{v:.3f}" for v in (choice.score, c.disagreement, c.doubt)),
            c.site,
            c.language,
            c.kind,
        )
        click.echo("\t".join(" ".join(field.split()) for field in row))
