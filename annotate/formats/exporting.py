"""Write the documents of a package in another format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from annotate.formats import structured
from annotate.formats.losses import find_losses
from annotate.formats.table import FORMATS, find_writer
from annotate.reading import list_shared
from cetr.console import InputError, replacing
from evaluate.package import Document, read_document, read_meta, read_package


def list_losses(folder: Path, form: str, *, drafts: bool, front_matter: bool) -> list[str]:
    """List what the documents of a package have and a format cannot hold; Markdown holds more with ``front_matter``."""
    holds = FORMATS[form].holds if form in FORMATS else "url language title" if front_matter else ""
    wanted = list_shared(drafts=drafts)
    metas = (read_meta(folder, name) for name in read_package(folder).names)
    return find_losses((meta for meta in metas if meta.status in wanted), (holds or "").split())


def export_package(
    folder: Path,
    target: Path,
    form: str,
    *,
    drafts: bool,
    verify: bool,
    as_markdown: bool,
    front_matter: bool,
    watch: Callable[[Sequence[str]], Iterable[str]],
) -> None:
    """Write the finished documents of a package, and ``drafts`` if wanted, to a file or folder that appears when it is
    whole. Their text is Markdown if ``as_markdown``.

    Raises `InputError` if there are none, or, with ``verify``, if a page has changed since it was saved.
    """
    wanted = list_shared(drafts=drafts)
    documents = (read_document(folder, name, verify=verify) for name in watch(read_package(folder).names))
    chosen = (document for document in documents if document.meta.status in wanted)
    first = next(chosen, None)
    if first is None:
        raise InputError(f"{folder}: has no documents to export{'' if drafts else ' (drafts need --drafts)'}")
    found: Iterable[Document] = chain((first,), chosen)
    if as_markdown:
        found = (replace(document, text=structured.to_markdown(document)) for document in found)
    with replacing(target) as staged:
        if form in structured.FORMS:
            structured.write(found, staged, form, front_matter=front_matter)
        else:
            find_writer(form)(found, staged)
