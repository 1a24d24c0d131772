"""Lists of definitions, from their terms and what follows these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from cetr.structure.blocks import Block
from cetr.structure.nodes import Node, Text


def part_classifiers(term: Node) -> list[Node | Text]:
    """Part the type in a term from the name before it, as the style sheets of Sphinx do."""
    items: list[Node | Text] = []
    for item in term.children:
        if isinstance(item, Node) and "classifier" in item.classes:
            items.append(Text(" ", item.start, item.start))
        items.append(item)
    return items


def group_definitions(parts: Sequence[Block]) -> list[Block]:
    """Make lists of the terms that have a definition, and paragraphs of the others. Definitions may be empty."""
    blocks: list[Block] = []
    for defined, entries in groupby(_find_entries(parts), key=_is_defined):
        inner = tuple(chain.from_iterable(entries))
        if defined:
            blocks.append(Block("definitions", inner[0].start, inner[-1].end, blocks=inner))
        else:
            blocks += [block for part in inner for block in _free(part)]
    return blocks


def _find_entries(parts: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield terms with what follows them, such as their definitions without the empty ones."""
    terms: tuple[Block, ...] = ()
    for kind, run in groupby(parts, key=lambda part: part.kind):
        if kind == "term":
            terms = tuple(run)
        elif entry := (*terms, *(part for part in run if part.blocks or kind != "definition")):
            yield entry
            terms = ()
    if terms:
        yield terms


def _is_defined(entry: Sequence[Block]) -> bool:
    return entry[0].kind == "term" and entry[-1].kind == "definition"


def _free(part: Block) -> tuple[Block, ...]:
    """Return a part of a list of definitions as what it is without one."""
    if part.kind == "term":
        return (part._replace(kind="paragraph"),)
    return part.blocks if part.kind == "definition" else (part,)
