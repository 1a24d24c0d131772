"""The work of ``annotate rules``: from the finished pages of a package to rules for `annotate harvest`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import click
from bs4.exceptions import ParserRejectedMarkup
from tqdm import tqdm

from annotate.rules.learning import Learned, judge_rule, learn_rule
from annotate.rules.marked import Marked, mark_page
from annotate.sites.templates import Paths, is_alike, sketch_page
from cetr.console import count_of
from evaluate.package import read_document, read_meta, read_package
from evaluate.package.sites import find_site

MOST_PAGES = 20
"""How many finished pages of a template a rule is learned from, and how many other pages of the site are consulted."""


@dataclass(frozen=True)
class Template:
    """The finished pages of a site with one template, each as rules see it."""

    site: str
    paths: Paths
    pages: list[Marked]


def run_rules(folder: Path) -> None:
    """Print the rules, the more specific ones of a site first."""
    package = read_package(folder)
    finished: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[str]] = defaultdict(list)
    for name in package.names:
        meta = read_meta(folder, name)
        if site := find_site(meta.url):
            if meta.finished:
                finished[site].append(name)
            elif meta.status != "rejected":
                others[site].append(name)
    learned = 0
    for site, names in tqdm(finished.items(), desc="learn", unit=" sites", disable=None):
        templates = group_pages(folder, site, names)
        beside = [page for name in others[site][:MOST_PAGES] if (page := _read(folder, name)) is not None]
        for number, (url, pages) in enumerate(name_patterns(templates), 1):
            rule = learn_rule(pages, beside)
            if rule.take:
                name = f"{site}-{number}"
                click.echo(format_rule(name, url, rule, len(pages), judge_rule(pages, beside)))
                learned += 1
            else:
                click.echo(f"annotate: {url}: no selector is in all of {count_of(len(pages), 'page')}", err=True)
    if not learned:
        click.echo(f"annotate: {folder}: no rule: finish pages whose address is known", err=True)


def group_pages(folder: Path, site: str, names: Sequence[str]) -> list[Template]:
    """Group the finished pages of a site by template, each with the first page that it resembles."""
    templates: list[Template] = []
    for name in names:
        page = _read(folder, name)
        if page is None or not page.gold.sum():
            continue
        paths = sketch_page(read_document(folder, name).html)
        found = next((t for t in templates if is_alike(t.paths, paths)), None)
        if found is None:
            templates.append(Template(site, paths, [page]))
        elif len(found.pages) < MOST_PAGES:
            found.pages.append(page)
    return templates


def _read(folder: Path, name: str) -> Marked | None:
    """Read a page as rules see it; None if it cannot be read as HTML."""
    document = read_document(folder, name)
    try:
        return mark_page(document.html, document.meta.url, document.spans, document.optional)
    except ParserRejectedMarkup as error:
        click.echo(f"annotate: {folder / name}: left out: {error}", err=True)
        return None


def name_patterns(templates: Sequence[Template]) -> Iterator[tuple[str, list[Marked]]]:
    """Name the templates by the pattern of their addresses, the longest first; equal patterns share one."""
    patterns: dict[str, list[Marked]] = defaultdict(list)
    for template in templates:
        patterns[find_pattern(template.site, [page.url for page in template.pages])] += template.pages
    yield from sorted(patterns.items(), key=lambda item: (-len(item[0]), item[0]))


def find_pattern(site: str, urls: Sequence[str]) -> str:
    """Return the common beginning of the addresses of a site's pages, up to a slash, and a star."""
    folders = [url.partition("?")[0].split("/")[:-1] for url in urls]
    shared = [names[0] for names in takewhile(lambda names: len(set(names)) == 1, zip(*folders, strict=False))]
    return f"{'/'.join(shared)}/*" if len(shared) > 2 else f"*{site}/*"


def format_rule(name: str, url: str, rule: Learned, pages: int, f1: float | None) -> str:
    """Format a rule in TOML, with its evidence as a comment."""
    of = "not known: finish another page" if f1 is None else f"{f1:.3f} on pages that it was not learned from"
    lines = [
        f"# from {count_of(pages, 'finished page')}; F1 {of}",
        "[[rules]]",
        f"name = {_quote(name)}",
        f"url = {_quote(url)}",
        f"take = [{', '.join(map(_quote, rule.take))}]",
    ]
    if rule.drop:
        lines.append(f"drop = [{', '.join(map(_quote, rule.drop))}]")
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    """Quote a basic string of TOML, which has the form of a JSON string."""
    return json.dumps(text).replace("\x7f", "\\u007f")
