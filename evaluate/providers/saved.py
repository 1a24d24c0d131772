"""``saved:DIR`` and ``saved:FILE``: outputs that were made elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cetr.console import InputError, read_file
from evaluate.extractors import Extract
from evaluate.outputs import SUFFIXES, Output, OutputType, as_output
from evaluate.providers.outputs import read_output
from evaluate.saved_texts import read_table, read_text_file

CASES: Mapping[str, OutputType] = {"pred_main.html": "html", "pred_main.txt": "markdown"}
"""The files that MinerU-HTML's evaluation keeps of a case, in a folder of its name: the extracted HTML, and Markdown
made from it.
"""


def make_saved_extractor(location: str) -> Extract:
    """Make an extractor that looks up a document's output by its name; a document without an output is an error.

    A folder holds ``NAME.txt``, ``NAME.md`` (both UTF-8) or ``NAME.html``, or a folder ``NAME`` with a file of `CASES`.
    The first of these counts, and a note names the others that have the document's name.
    A file has a format that `read_table` reads. Raises `InputError` if something is missing or unreadable.
    """
    find = find_outputs(location)

    def look_up(html: str, *, document: str) -> Output:
        text = find(document)
        if text is None:
            raise InputError(f"{location}: has no output for '{document}'")
        return text

    return look_up


def find_missing(location: str, documents: Iterable[str]) -> list[str]:
    """Find those of the documents that have no saved output."""
    find = find_outputs(location)
    return [document for document in documents if find(document) is None]


def hash_outputs(location: str) -> str:
    """Hash all outputs, to notice when they have changed."""
    path = Path(location)
    digest = hashlib.sha256()
    cases = [file for name in CASES for file in path.glob(f"*/{name}")]
    for file in sorted([*path.iterdir(), *cases]) if path.is_dir() else [path]:
        if file.is_file() and (file == path or file.suffix in SUFFIXES):
            named = file.relative_to(path) if file != path else file.name
            digest.update(f"{named}\0{file.stat().st_size}\0".encode("utf-8", "surrogateescape"))
            digest.update(read_file(file))
    return f"outputs {digest.hexdigest()[:12]}"


def find_outputs(location: str) -> Callable[[str], Output | None]:
    """Make a function from the name of a document to its output."""
    path = Path(location)
    if path.is_dir():
        return lambda name: _read_output(path, name)
    try:
        table = read_table(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    texts = {document: text for (_, document), text in table.items()}
    if len(texts) < len(table):
        raise InputError(
            f"{path}: has documents of the same name in several packages; save those of each package separately"
        )
    return lambda name: as_output(texts[name]) if name in texts else None


def _read_output(folder: Path, name: str) -> Output | None:
    places = [(folder / (name + suffix), kind) for suffix, kind in SUFFIXES.items()]
    unread = ", ".join(path.name for path in [path for path, _ in places if path.is_file()][1:])
    for path, kind in (*places, *((folder / name / file, kind) for file, kind in CASES.items())):
        if path.is_file():
            output = read_output(read_file(path), "html") if kind == "html" else Output(read_text_file(path), kind)
            return output.noting(f"not read: {unread}" if unread else "")
    return None
