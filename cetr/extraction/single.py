"""A single page, printed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from cetr.console import FAILURE, InputError, describe_error, open_for_programs, show_json
from cetr.extraction.addresses import find_canonical, find_url
from cetr.extraction.finding import find_content
from cetr.extraction.forms import Form, format_fields, format_lines, make_fields, relabel
from cetr.methods import load_method
from cetr.sources import SourcePage, fetch_page, find_layout, is_url, load_html
from cetr.tagratio import METHODS, analyse

_LIST = re.compile(r"\s*+(?:#.*+\s*+)*+(?:https?://\S*+(?:\t.*+)?+\s*+(?:#.*+\s*+)*+)++", re.IGNORECASE)
"""URLs as in a file for --urls, with comments and further columns."""


def print_page(place: str, name: str, values: dict[str, object], form: Form, url: str) -> None:
    """Print the content of the page at a place by the method ``name`` with its options ``values``."""
    printed = _format_page(place, name, values, form, url)
    file = sys.stdout if form.name == "text" else open_for_programs()
    file.write(show_json(printed, file) if form.name == "json" else printed)


def _format_page(place: str, name: str, values: dict[str, object], form: Form, url: str) -> str:
    html, address = _load(place)
    if _LIST.fullmatch(html):
        raise InputError(f"{place}: is a list of URLs; name it with --urls")
    values = values | find_layout(load_method(name), Path(place))
    if form.name == "lines" and name in METHODS:
        return format_lines(analyse(html, name, **values))  # type: ignore[arg-type]
    url = url or address
    try:
        found, expected_f1 = find_content(html, name, url, values)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
    except FAILURE as error:  # any extractor may be called here, which may be anyone's
        raise InputError(f"{place}: {name}: {describe_error(error)}") from error
    if not found:
        click.echo(f"cetr: {place}: has no main content", err=True)
    if form.name == "lines":
        return format_lines(relabel(analyse(html), found))
    return format_fields(make_fields(html, found, form, url, expected_f1), form.name, url)


def _load(place: str) -> tuple[str, str]:
    """Load the HTML of a page, and find its URL."""
    if is_url(place):
        return fetch_page(place)
    html = load_html(place)
    found = find_canonical(html.encode("utf-8", "replace")) if place == "-" else find_url(SourcePage(place, 0))
    return html, found or ""
