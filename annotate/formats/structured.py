"""Gold with its structure, for corpora: a file of Markdown or HTML for each document, made from its spans."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from annotate.formats.files import write_file
from cetr.console import InputError
from cetr.structure import read_blocks, write_html, write_markdown
from evaluate.package import Document

FORMS = {"markdown": ".md", "html": ".html"}
"""The formats that can be written but not read, and their suffixes."""


def to_markdown(document: Document) -> str:
    """Write a document's main content as Markdown. Raises `InputError` if it has only a text."""
    _check(document)
    return write_markdown(read_blocks(document.html, document.spans, url=document.meta.url or ""))


def to_html(document: Document) -> str:
    """Write a document's main content as clean HTML. Raises `InputError` if it has only a text."""
    _check(document)
    return write_html(document.html, document.spans, url=document.meta.url or "")


def _check(document: Document) -> None:
    if document.text.strip() and not document.spans:
        raise InputError(f"{document.path('.json')}: fragments: there are none, so structure cannot be told")


def write(documents: Iterable[Document], target: Path, form: str) -> None:
    """Write NAME.md or NAME.html for each document into a folder."""
    convert = {"markdown": to_markdown, "html": to_html}[form]
    for document in documents:
        text = convert(document)
        write_file(target / f"{document.name}{FORMS[form]}", (text + "\n" if text else "").encode("utf-8", "replace"))
