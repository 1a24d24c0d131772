"""The work of ``annotate rules``: from the finished pages of a package to rules for `annotate harvest`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import click
from bs4.exceptions import ParserRejectedMarkup
from tqdm import tqdm

from annotate.reading import Place, say_left_out, tell_left_out
from annotate.rules.learning import Learned, judge_rule, learn_rule
from annotate.rules.marked import Marked, mark_page
from annotate.sites.templates import Paths, is_alike, sketch_page
from cetr.console import Exit, Limits, count_of, map_within
from cetr.document import find_host
from cetr.site import SAME_KIND
from evaluate.package import PackageError, read_document, read_meta, read_package

MOST_PAGES = 20
"""How many finished pages of a template a rule is learned from, and how many other pages of the site are consulted."""


LIMITS = Limits(timeout=300)
"""What reading one page may take, and learning one rule."""


@dataclass(frozen=True)
class Template:
    """The finished pages of one template, each as rules see it, and the element paths of the first."""

    paths: Paths
    pages: list[Marked]


@dataclass(frozen=True)
class Lesson:
    """What a rule is learned from: the pages of a pattern of URLs, and unfinished ones of their templates."""

    name: str
    url: tuple[str, ...]
    pages: list[Marked]
    beside: list[Marked]


def run_rules(folder: Path) -> Exit:
    """Print the rules, the more specific ones of a site first. Returns `Exit.PARTIAL` if a document was left out."""
    package = read_package(folder)
    finished: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    lost = 0
    for name in package.names:
        try:
            meta = read_meta(folder, name)
        except PackageError as error:
            click.echo(f"annotate: {say_left_out((folder, name), str(error))}", err=True)
            lost += 1
            continue
        if site := find_host(meta.url):
            if meta.finished:
                finished[site].append(name)
            elif meta.status != "rejected":
                others[site].append(name)
    lessons = 0
    bar = tqdm(finished.items(), desc="learn", unit=" sites", disable=None)
    for site, names in bar:
        beside = others[site][:MOST_PAGES]
        pages, unfinished = (list(read_marked(folder, some)) for some in (names, beside))
        lost += len(names) - len(pages) + len(beside) - len(unfinished)
        work = list(make_lessons(site, group_pages(pages), leave_out_empty(pages, unfinished)))
        lessons += len(work)
        for lesson, found in zip(work, map_within(LIMITS, learn, work, 1, _give_up), strict=True):
            bar.clear()
            if isinstance(found, str):
                click.echo(f"annotate: {', '.join(lesson.url)}: {found}", err=True)
            else:
                rule, f1 = found
                url = widen_patterns(lesson, rule) if len(work) == 1 else lesson.url
                click.echo(format_rule(lesson.name, url, rule, len(lesson.pages), f1))
    if not lessons:
        click.echo(f"annotate: {folder}: no rule: it needs a finished page that has marks and a URL", err=True)
    return Exit.PARTIAL if lost else Exit.FINE


def learn(lesson: Lesson) -> tuple[Learned, float | None] | str:
    """Learn a rule and judge it (`judge_rule`), or say why there is none."""
    rule = learn_rule(lesson.pages, lesson.beside)
    if not rule.take:
        return f"no selector matches on all of {count_of(len(lesson.pages), 'page')}"
    return rule, judge_rule(lesson.pages, lesson.beside)


def _give_up(lesson: Lesson, why: str) -> str:
    return f"no rule: learning one {why}"


def group_pages(pages: Iterable[tuple[Marked, Paths]]) -> list[Template]:
    """Group the finished pages of a site by template, each with the first page that it resembles."""
    templates: list[Template] = []
    for page, paths in pages:
        if not page.gold.sum():
            continue
        found = next((t for t in templates if is_alike(t.paths, paths)), None)
        if found is None:
            templates.append(Template(paths, [page]))
        elif len(found.pages) < MOST_PAGES:
            found.pages.append(page)
    return templates


def leave_out_empty(
    finished: Iterable[tuple[Marked, Paths]], others: Iterable[tuple[Marked, Paths]]
) -> list[tuple[Marked, Paths]]:
    """Leave out pages of the same kind as a finished page without content."""
    empty = [paths for page, paths in finished if not page.gold.sum()]
    return [(page, paths) for page, paths in others if not any(is_alike(paths, other, SAME_KIND) for other in empty)]


def read_marked(folder: Path, names: Sequence[str]) -> Iterator[tuple[Marked, Paths]]:
    """Read pages as rules see them; a line on standard error names each one that is left out."""
    places = [(folder, name) for name in names]
    return tell_left_out(map_within(LIMITS, _read, places, 1, say_left_out))


def _read(place: Place) -> tuple[Marked, Paths] | str:
    """Read a page as rules see it; say why if it cannot be read, or not as HTML."""
    try:
        document = read_document(*place)
        page = mark_page(document.html, document.meta.url, document.spans, document.optional)
    except (PackageError, ParserRejectedMarkup) as error:
        return say_left_out(place, str(error))
    return page, sketch_page(document.html)


def make_lessons(
    site: str, templates: Sequence[Template], unfinished: Sequence[tuple[Marked, Paths]]
) -> Iterator[Lesson]:
    """Make a lesson for each set of patterns, the longest first; templates with equal patterns share one."""
    patterns: dict[tuple[str, ...], list[Template]] = defaultdict(list)
    for template in templates:
        patterns[find_patterns(page.url for page in template.pages)].append(template)
    longest_first = sorted(patterns.items(), key=lambda item: (-min(map(len, item[0])), item[0]))
    for number, (url, alike) in enumerate(longest_first, 1):
        pages = [page for template in alike for page in template.pages]
        beside = [page for page, paths in unfinished if any(is_alike(template.paths, paths) for template in alike)]
        yield Lesson(f"{site}-{number}", url, pages, beside)


def find_patterns(urls: Iterable[str]) -> tuple[str, ...]:
    """Return, for each scheme and host, the common beginning of the addresses of pages, up to a slash, and a star."""
    folders: dict[str, list[list[str]]] = defaultdict(list)
    for url in urls:
        scheme, _, rest = url.partition("?")[0].partition("://")
        host, *path = rest.split("/")
        folders[f"{scheme}://{host}/"].append(path[:-1])
    shared = {
        origin: [names[0] for names in takewhile(lambda names: len(set(names)) == 1, zip(*paths, strict=False))]
        for origin, paths in folders.items()
    }
    return tuple(sorted(f"{origin}{''.join(f'{name}/' for name in names)}*" for origin, names in shared.items()))


def widen_patterns(lesson: Lesson, rule: Learned) -> tuple[str, ...]:
    """Return the patterns of the addresses of a lesson's pages, and of the unfinished ones that have all that its rule
    takes.
    """
    reached = [page for page in lesson.beside if page.matched.keys() >= set(rule.take)]
    return find_patterns(page.url for page in (*lesson.pages, *reached))


def format_rule(name: str, url: tuple[str, ...], rule: Learned, pages: int, f1: float | None) -> str:
    """Format a rule in TOML, with its evidence as a comment."""
    of = "not known: finish another page" if f1 is None else f"{f1:.3f} on pages that it was not learned from"
    lines = [
        f"# from {count_of(pages, 'finished page')}; F1 {of}",
        "[[rules]]",
        f"name = {_quote(name)}",
        f"url = {_quote(url[0]) if len(url) == 1 else _list(url)}",
        f"take = {_list(rule.take)}",
    ]
    if rule.drop:
        lines.append(f"drop = {_list(rule.drop)}")
    return "\n".join(lines) + "\n"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quote, texts))}]"


def _quote(text: str) -> str:
    """Quote a basic string of TOML, which has the form of a JSON string."""
    return json.dumps(text).replace("\x7f", "\\u007f")
