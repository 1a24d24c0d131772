"""Gold with its structure, for corpora: a file of Markdown or HTML for each document, made from its spans."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from annotate.formats.files import write_export
from cetr.console import InputError
from cetr.metadata import Fact, read_metadata, write_front_matter
from cetr.structure import read_blocks, write_html, write_markdown
from evaluate.package import Document

FORMS = {"markdown": ".md", "html": ".html"}
"""The formats that can be written but not read, and their suffixes."""


def to_markdown(document: Document, *, front_matter: bool = False) -> str:
    """Write a document's main content as Markdown, with its metadata above it as YAML if ``front_matter``.

    Raises `InputError` if the document has only a text.
    """
    _check(document)
    markdown = write_markdown(read_blocks(document.html, document.spans, url=document.meta.url))
    above = write_front_matter(_read_facts(document), document.meta.url) if front_matter else ""
    return "\n".join(filter(None, (above, markdown)))


def _read_facts(document: Document) -> dict[str, Fact]:
    """What the page says about itself, and otherwise the document's title; the language is the document's."""
    facts = read_metadata(document.html, spans=document.spans, url=document.meta.url)
    title, language = document.meta.title, document.meta.language
    facts = {"title": Fact(title, "document")} | facts if title else facts
    return facts | {"language": Fact(language, "document")} if language else facts


def to_html(document: Document) -> str:
    """Write a document's main content as clean HTML. Raises `InputError` if it has only a text."""
    _check(document)
    return write_html(document.html, document.spans, url=document.meta.url)


def _check(document: Document) -> None:
    if document.text.strip() and not document.spans:
        raise InputError(f"{document.path('.json')}: fragments: there are none, so the structure is not known")


def write(documents: Iterable[Document], target: Path, form: str, *, front_matter: bool = False) -> None:
    """Write NAME.md, with metadata if ``front_matter``, or NAME.html for each document into a folder."""
    for document in documents:
        text = to_html(document) if form == "html" else to_markdown(document, front_matter=front_matter)
        text += "\n" if text and not text.endswith("\n") else ""
        write_export(target / f"{document.name}{FORMS[form]}", text.encode("utf-8", "replace"))
