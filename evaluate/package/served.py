"""The HTML of a document that extractors get: the rendered page, or what the server sent."""

from __future__ import annotations

from typing import Literal

from cetr.console import InputError
from cetr.document import decode_html
from evaluate.package.files import SOURCE, read_regular
from evaluate.package.store import Document

HtmlSource = Literal["rendered", "source"]


def read_html(document: Document, source: HtmlSource) -> str:
    """Read the HTML that extractors get: the rendered document, or the response as it was served, decoded."""
    if source == "rendered":
        return document.html
    path = document.path(SOURCE)
    try:
        served = read_regular(path)
    except FileNotFoundError as error:
        raise InputError(f"{path}: is missing; use --html rendered for packages without the server's HTML") from error
    return decode_html(served, document.meta.source.charset if document.meta.source else None)[0]
