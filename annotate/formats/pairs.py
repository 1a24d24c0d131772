"""Data sets in which a page and its gold are files of the same name in two folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import commonpath

from annotate.formats.files import Files
from annotate.formats.records import Omission, Record
from cetr.console import InputError


@dataclass(frozen=True)
class Folders:
    """A folder of pages, the folder of their gold beside it, and the name of a gold file (``{stem}``, ``{name}``)."""

    pages: str
    gold: str
    names: tuple[str, ...] = ("{stem}.txt",)


@dataclass(frozen=True)
class Pair:
    """A page and its gold, by their names among the files; ``id`` is the path without the folders of the layout."""

    id: str
    page: str
    gold: str


def find_pairs(files: Files, layouts: Sequence[Folders]) -> Iterator[Pair | Omission]:
    """Find pages with their gold, in order; pages without gold and gold without a page are omissions."""
    known, used = set(files.names), set()
    found: list[tuple[str, str, str | None]] = []
    for name in files.names:
        path = PurePosixPath(name)
        layout = next((f for f in layouts if f.pages in path.parts[:-1]), None)
        if layout is None or path.suffix.lower() not in (".html", ".htm"):
            continue
        parts = path.parts[:-1]
        at = len(parts) - 1 - parts[::-1].index(layout.pages)
        wanted = [
            "/".join((*parts[:at], layout.gold, *parts[at + 1 :], pattern.format(stem=path.stem, name=path.name)))
            for pattern in layout.names
        ]
        gold = next((w for w in wanted if w in known), None)
        used.add(gold)
        found.append(("/".join((*parts[:at], *parts[at + 1 :], path.stem)), name, gold))
    if not found:
        expected = " or ".join(sorted({f"{f.pages}/ and {f.gold}/" for f in layouts}))
        raise InputError(f"{files.source}: has no pages in the folders of this format ({expected})")
    common = commonpath([identity.rpartition("/")[0] for identity, _, _ in found])
    for identity, page, gold in found:
        name = identity.removeprefix(f"{common}/")
        yield Pair(name, page, gold) if gold else Omission(page, "has no gold file")
    for name in files.names:
        parent = PurePosixPath(name).parts[:-1]
        if name not in used and any(f.gold in parent for f in layouts) and name.endswith((".txt", ".toml")):
            yield Omission(name, "is gold without a page")


def read_pairs(
    files: Files, layouts: Sequence[Folders], make: Callable[[Pair, bytes, bytes], Record]
) -> Iterator[Record | Omission]:
    """Make a record of each pair's page and gold; a pair that cannot be read is an omission."""
    for pair in find_pairs(files, layouts):
        if isinstance(pair, Omission):
            yield pair
            continue
        try:
            yield make(pair, files.read(pair.page), files.read(pair.gold))
        except InputError as error:
            yield Omission(pair.id, str(error))
