"""From the tree of the content to its blocks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cetr.document import Spans, Tokens, lex
from cetr.structure.addresses import find_addresses
from cetr.structure.blocks import Block, Inline, plain_text
from cetr.structure.definitions import group_definitions, part_classifiers
from cetr.structure.fallbacks import drop_fallbacks
from cetr.structure.formulas import find_formula
from cetr.structure.growing import read_nodes
from cetr.structure.inlines import Context, is_block, read_inlines
from cetr.structure.listings import find_language, is_broken_code, is_listing, read_listing
from cetr.structure.lists import LISTS, drop_markers, read_check, read_number
from cetr.structure.nodes import Node, Text
from cetr.structure.notes import find_notes, make_note
from cetr.structure.tables import find_caption, find_cells, find_rows, is_data, read_align, read_size


def read_blocks(
    html: str, spans: Spans, *, url: str = "", links: bool = True, images: bool = True, tokens: Tokens | None = None
) -> tuple[Block, ...]:
    """Read the blocks of the content that normalised spans mark. Never fails, whatever the markup.

    URLs are made absolute by ``url``, the page's own URL. Without ``links``, links become plain text; without
    ``images``, images are left out.
    """
    tokens = lex(html) if tokens is None else tokens
    root = read_nodes(html, spans, tokens)
    addresses = find_addresses(html, url, tokens)
    drop_fallbacks(root, addresses)
    notes = find_notes(root)
    context = Context(html, addresses, notes, links, images)
    blocks = _Reader(context).read(root.children)
    if lost := set(notes.labels.values()).difference(_list_labels(blocks)):
        # Such as a paragraph of an anchor alone: links to what is no note stay links.
        blocks = _Reader(replace(context, notes=notes.without(lost))).read(root.children)
    return tuple(blocks)


def _list_labels(blocks: Sequence[Block]) -> Iterator[str]:
    pending = list(blocks)
    while pending:
        block = pending.pop()
        if block.kind == "note":
            yield block.label
        pending += block.blocks


class _Reader:
    """Reads blocks; ``above`` are the elements around the current one, the innermost first, and ``link`` is the address
    of the link around it.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.above: list[Node] = []
        self.link = ""
        self.known: dict[Node, bool] = {}

    def read(self, items: Sequence[Node | Text]) -> list[Block]:
        """Read the blocks of neighbours: those of block elements, and paragraphs of what is between these."""
        blocks: list[Block] = []
        run: list[Node | Text] = []
        for item in items:
            if isinstance(item, Text) or not self._holds_blocks(item):
                run.append(item)
                continue
            if run:
                blocks += self._read_run(run)
                run = []
            blocks += self._read_block(item)
        blocks += self._read_run(run)
        return blocks

    def _holds_blocks(self, node: Node) -> bool:
        """Return whether an element is a block or contains one; cached, because the elements around it ask again."""
        if node not in self.known:
            self.known[node] = self._find_blocks(node)
        return self.known[node]

    def _find_blocks(self, node: Node) -> bool:
        if node.name == "br":
            return False
        if is_block(node) or is_broken_code(node) or node.level:
            return True
        if (formula := find_formula(node)) is not None:
            return formula.display
        return any(isinstance(child, Node) and self._holds_blocks(child) for child in node.children)

    def _read_run(self, run: Sequence[Node | Text]) -> list[Block]:
        return [block for part in _split_paragraphs(run) for block in self._read_paragraph(part)]

    def _read_paragraph(self, run: Sequence[Node | Text]) -> list[Block]:
        if not run or all(isinstance(item, Text) and item.text.isspace() for item in run):
            return []
        inlines = self._inlines(run)
        if not inlines:
            return []
        if len(inlines) == 1 and inlines[0].kind == "formula" and len(run) == 1 and _is_displayed(run[0]):
            return [Block("formula", run[0].start, run[0].end, text=inlines[0].text)]
        return [Block("paragraph", run[0].start, run[-1].end, inlines=inlines)]

    def _inlines(self, items: Sequence[Node | Text]) -> tuple[Inline, ...]:
        return read_inlines(items, self.context, self.link)

    def _within(self, node: Node) -> list[Block]:
        return self._read_inside(node, node.children)

    def _read_inside(self, node: Node, items: Sequence[Node | Text]) -> list[Block]:
        self.above.insert(0, node)
        blocks = self.read(items)
        self.above.pop(0)
        return blocks

    def _read_block(self, node: Node) -> list[Block]:
        """Read the blocks of an element that is a block or contains one."""
        formula = find_formula(node)
        if formula is not None:
            return [Block("formula", node.start, node.end, text=formula.tex)] if formula.tex else []
        if is_listing(node):
            text = read_listing(node)
            language = find_language(node, self.above[:3])
            return [Block("code", node.start, node.end, text=text, language=language)] if text.strip() else []
        if node.name == "hr":
            return [Block("rule", node.start, node.end)]
        if node.level:
            return self._read_heading(node)
        if node.name in LISTS:
            return self._read_list(node)
        if node.name == "blockquote":
            blocks = self._within(node)
            return blocks if self._only_indents(node) else self._wrap("quote", node, blocks)
        if node.name == "dl":
            return self._read_definitions(node)
        if node.name == "table":
            return self._read_table(node) if is_data(node) else self._within(node)
        if node.name == "figure":
            return self._read_figure(node)
        if node.name == "details":
            return self._read_details(node)
        if node.name == "a" and self.context.links and not self.link:
            self.link = self.context.addresses.at(node.start).link(node.attributes.get("href", ""))
            if self.link:
                blocks = self._within(node)
                self.link = ""
                return blocks
        label = self.context.notes.holders.get(node)
        blocks = self._within(node)
        if label and blocks and node.name != "li":
            return [Block("notes", node.start, node.end, blocks=(make_note(node, label, blocks),))]
        return blocks

    def _wrap(self, kind: str, node: Node, blocks: list[Block]) -> list[Block]:
        return [Block(kind, node.start, node.end, blocks=tuple(blocks))] if blocks else []  # type: ignore[arg-type]

    def _only_indents(self, quote: Node) -> bool:
        """Return whether a quote only indents: Sphinx makes quotes of indented text in an item or a definition."""
        inner = [child for child in quote.children if isinstance(child, Node) or child.text.strip()]
        only = inner[0] if len(inner) == 1 else None
        is_bare = isinstance(only, Node) and only.name == "div" and not only.attributes and not quote.attributes
        return is_bare and bool(self.above) and self.above[0].name in ("li", "dd")

    def _read_heading(self, node: Node) -> list[Block]:
        inlines = _drop_self_link(self._inlines(node.children))
        if not plain_text(inlines).strip() and not any(inline.kind != "image" for inline in inlines):
            return [Block("paragraph", node.start, node.end, inlines=inlines)] if inlines else []
        return [Block("heading", node.start, node.end, level=node.level, inlines=_join_lines(inlines))]

    def _read_list(self, node: Node) -> list[Block]:
        items: list[Block] = []
        loose: list[Node | Text] = []
        notes = 0
        self.above.insert(0, node)
        for child in node.children:
            if isinstance(child, Node) and child.name == "li":
                items += self._read_loose(loose)
                loose = []
                blocks = self._within(child)
                label = self.context.notes.holders.get(child)
                if label and blocks:
                    items.append(make_note(child, label, blocks))
                    notes += 1
                elif blocks:
                    items.append(Block("item", child.start, child.end, blocks=tuple(blocks), checked=read_check(child)))
            elif isinstance(child, Node) and child.name in LISTS and items and items[-1].kind == "item" and not loose:
                items[-1] = items[-1]._replace(blocks=(*items[-1].blocks, *self._read_list(child)))
            elif loose or isinstance(child, Node) or child.text.strip():
                loose.append(child)
        items += self._read_loose(loose)
        self.above.pop(0)
        if not items:
            return []
        if notes:
            taken = frozenset(self.context.notes.labels.values())
            labels = [f"note-{i}" if str(i) in taken else str(i) for i in range(1, len(items) + 1)]
            whole = tuple(item._replace(kind="note", label=label) if item.kind == "item" else item
                          for item, label in zip(items, labels, strict=True))  # fmt: skip
            return [Block("notes", node.start, node.end, blocks=whole)]
        number = read_number(node)
        return [Block("list", node.start, node.end, blocks=tuple(drop_markers(items, number)), number=number)]

    def _read_loose(self, loose: list[Node | Text]) -> list[Block]:
        blocks = self.read(loose)
        if not blocks:
            return []
        return [Block("item", loose[0].start, loose[-1].end, blocks=tuple(blocks))]

    def _read_definitions(self, node: Node) -> list[Block]:
        parts: list[Block] = []
        pending = deque(node.children)
        while pending:
            child = pending.popleft()
            if isinstance(child, Node) and child.name == "div":
                pending.extendleft(reversed(child.children))
            elif isinstance(child, Node) and child.name == "dt" and not self._needs_blocks(child):
                inlines = self._inlines(part_classifiers(child))
                if inlines:
                    parts.append(Block("term", child.start, child.end, inlines=_join_lines(inlines)))
            elif isinstance(child, Node) and child.level:
                parts += self._read_heading(child)
            elif isinstance(child, Node) and child.name == "dt":
                parts += self._within(child)
            elif isinstance(child, Node):
                parts.append(Block("definition", child.start, child.end, blocks=tuple(self._within(child))))
            elif child.text.strip():
                parts.append(Block("definition", child.start, child.end, blocks=tuple(self.read([child]))))
        return group_definitions(parts)

    def _needs_blocks(self, node: Node) -> bool:
        return any(is_listing(child) or child.name in (*LISTS, "table", "dl") for child in node.walk())

    def _read_table(self, node: Node) -> list[Block]:
        caption = find_caption(node)
        blocks: list[Block] = []
        if caption is not None:
            blocks += self._read_caption(caption)
        rows: list[Block] = []
        for row, head in find_rows(node):
            cells = []
            for cell in find_cells(row):
                content = self._within(cell)
                cells.append(
                    Block(
                        "cell", cell.start, cell.end, blocks=tuple(content), header=head or cell.name == "th",
                        columns=read_size(cell, "colspan"), rows=read_size(cell, "rowspan"), align=read_align(cell),
                    )
                )  # fmt: skip
            rows.append(Block("row", row.start, row.end, blocks=tuple(cells), header=head))
        return [*blocks, Block("table", node.start, node.end, blocks=tuple(rows))]

    def _read_caption(self, node: Node) -> list[Block]:
        if self._needs_blocks(node):
            return self._within(node)
        inlines = self._inlines(node.children)
        return [Block("caption", node.start, node.end, inlines=inlines)] if inlines else []

    def _read_figure(self, node: Node) -> list[Block]:
        captions = [child for child in node.walk() if child.name == "figcaption"]
        if not captions:
            return self._within(node)
        blocks: list[Block] = []
        rest: list[Node | Text] = []
        for child in node.children:
            if isinstance(child, Node) and child.name == "figcaption":
                blocks += [*self._read_inside(node, rest), *self._read_caption(child)]
                rest = []
            else:
                rest.append(child)
        blocks += self._read_inside(node, rest)
        return self._wrap("figure", node, blocks)

    def _read_details(self, node: Node) -> list[Block]:
        blocks: list[Block] = []
        rest: list[Node | Text] = []
        for child in node.children:
            is_first = not blocks and not any(isinstance(item, Node) or item.text.strip() for item in rest)
            if isinstance(child, Node) and child.name == "summary" and is_first:
                inlines = _join_lines(self._inlines(child.children))
                if inlines:
                    blocks.append(Block("summary", child.start, child.end, inlines=inlines))
            else:
                rest.append(child)
        inner = self._read_inside(node, rest)
        if blocks and not inner:
            return [block._replace(kind="paragraph") for block in blocks]
        # Without its title a reader would not know what is hidden.
        return self._wrap("details", node, [*blocks, *inner]) if blocks else inner


def _split_paragraphs(run: Sequence[Node | Text]) -> list[list[Node | Text]]:
    """Split what is on lines where two breaks or more follow one another, as many pages write their paragraphs."""
    parts: list[list[Node | Text]] = [[]]
    between: list[Node | Text] = []
    for item in _unfold(run):
        if item.name == "br" if isinstance(item, Node) else not item.text.strip():
            between.append(item)
        elif sum(isinstance(blank, Node) for blank in between) > 1:
            parts.append([item])
            between = []
        else:
            parts[-1] += [*between, item]
            between = []
    parts[-1] += between
    return parts


def _is_displayed(item: Node | Text) -> bool:
    return isinstance(item, Text) and item.text.lstrip().startswith(("\\[", "$$", "\\begin"))


def _unfold(items: Sequence[Node | Text]) -> Iterator[Node | Text]:
    """Yield items, and instead of those that only change the look of lines what is in them."""
    for item in items:
        if isinstance(item, Node) and item.name in ("font", "span") and find_formula(item) is None:
            yield from _unfold(item.children)
        else:
            yield item


def _join_lines(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Join the lines of inlines: breaks become spaces."""
    return tuple(Inline("text", " ") if inline.kind == "break" else inline for inline in inlines)


def _drop_self_link(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Replace a heading that only consists of a link to itself by its text."""
    if len(inlines) == 1 and inlines[0].kind == "link" and "#" in inlines[0].target:
        return inlines[0].inlines
    return inlines
