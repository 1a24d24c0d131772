"""Trafilatura's evaluation data: ``evaldata.json`` (or ``.py``), URL -> file, snippets ``with`` and ``without``.

Such gold is a handful of snippets, not the whole main content. So documents get the status draft, the snippets that
must be extracted as their text, and both lists under ``extra``. Source: github.com/adbar/trafilatura, tests/.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import msgspec

from annotate.formats.files import Files, encode_page, open_files, write_export
from annotate.formats.records import Omission, Record
from cetr.console import InputError
from cetr.document import decode_html, derive_text, subtract_spans
from evaluate.package import Document
from evaluate.parsing import convert, parse_json

DATA = "evaldata.json"
FOLDERS = ("cache", "eval")


class Entry(msgspec.Struct, rename={"with_": "with"}, omit_defaults=True):
    """A page of the data; keys of other tests are ignored."""

    file: str
    with_: list[str] = []
    without: list[str] = []
    comments: list[str] = []


def read(source: Path) -> Iterator[Record | Omission]:
    """Read pages of the folder that holds the data and, below it, ``cache`` or ``eval`` with the pages."""
    with open_files(source) as files:
        name = files.find(DATA, "evaldata.py")
        if name is None:
            raise InputError(f"{source}: has no {DATA} or evaldata.py")
        base = name.rpartition("/")[0]
        for url, facts in _parse(source, name, files.read(name)).items():
            try:
                entry = convert(facts, Entry, name)
            except InputError as error:
                yield Omission(url, str(error))
            else:
                yield _make_record(files, base, url, entry)


def _parse(source: Path, name: str, data: bytes) -> dict[str, object]:
    where = f"{source}: {name}"
    if name.endswith(".json"):
        return parse_json(data, dict[str, object], where)
    try:
        for node in ast.parse(data).body:
            if isinstance(node, ast.Assign) and [ast.unparse(t) for t in node.targets] == ["EVAL_PAGES"]:
                return convert(ast.literal_eval(node.value), dict[str, object], where)
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise InputError(f"{where}: {error}") from error
    raise InputError(f"{where}: has no EVAL_PAGES")


def _make_record(files: Files, base: str, url: str, entry: Entry) -> Record | Omission:
    identity = PurePosixPath(entry.file).stem
    page = files.first(*(f"{base}/{folder}/{entry.file}".lstrip("/") for folder in FOLDERS))
    if page is None:
        return Omission(identity, f"has no page {entry.file} in {' or '.join(FOLDERS)}")
    try:
        html = decode_html(files.read(page))[0]
    except InputError as error:
        return Omission(identity, str(error))
    snippets = {"with": entry.with_, "without": entry.without, "comments": entry.comments}
    return Record(
        id=identity,
        html=html,
        text="\n".join(entry.with_),
        url=url,
        status="draft",
        note="gold of snippets only",
        extra={key: value for key, value in snippets.items() if value},
    )


def write(documents: Iterable[Document], target: Path) -> None:
    """Write the data and the pages; documents without lists get up to three lines of each kind."""
    entries = {}
    for document in documents:
        lists = {key: document.meta.extra.get(key) for key in ("with", "without", "comments")}
        if not any(lists.values()):
            rest = subtract_spans(((0, len(document.html)),), document.spans)
            lists = {
                "with": _pick_lines(document.text),
                "without": [n for n in _pick_lines(derive_text(document.html, rest)) if n not in document.text],
            }
        entry = {"file": f"{document.name}.html"} | {key: value for key, value in lists.items() if value}
        url = document.meta.url or f"urn:{document.name}"
        entries[url if url not in entries else f"{url}#{document.name}"] = entry
        write_export(target / FOLDERS[0] / f"{document.name}.html", encode_page(document.html))
    write_export(target / DATA, msgspec.json.format(msgspec.json.encode(entries), indent=4))


def _pick_lines(text: str) -> list[str]:
    """Pick the first, middle and last line of a text that are long enough to be unique."""
    lines = list(dict.fromkeys(line for line in text.split("\n") if len(line) >= 15))
    return list(dict.fromkeys(lines[i] for i in (0, len(lines) // 2, -1))) if lines else []
