"""The panel on the right: text, metadata or findings of the open document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from annotate.review.model.linetext import clean
from annotate.review.model.structure import name_block, write_around
from annotate.review.model.view import View
from annotate.review.widgets.picture import PictureView
from cetr.console import disarm
from cetr.document import Spans, clip_spans, derive_text

if TYPE_CHECKING:
    from annotate.check import Finding

Mode = Literal["", "text", "markdown", "prediction", "meta", "findings", "guideline", "picture"]

AROUND = 120
"""How many lines of the document below the cursor are shown as text."""


class SidePanel(VerticalScroll, can_focus=False):
    """Shows one of several views of the document; hidden if its mode is ''."""

    mode: Mode = ""

    def compose(self) -> ComposeResult:
        """Yield one block of text, and a picture."""
        yield Static(id="panel-text", markup=False)
        yield PictureView(id="panel-picture")

    def show(
        self, view: View, line: int, column: str, findings: tuple[Finding, ...], finding: int, guideline: str
    ) -> None:
        """Show the mode's view of a document, starting at the line under the cursor or at the current finding."""
        self.display = bool(self.mode)
        if self.mode == "picture":
            return
        self.show_picture(False)
        text = Text(overflow="fold")
        if self.mode == "text":
            text.append("text\n\n", "bold").append(text_from(view, line, view.state.spans))
        elif self.mode == "markdown":
            text.append("Markdown\n", "bold").append(markdown_from(view, line))
        elif self.mode == "prediction":
            spans = view.predictions[-1] if view.predictions else None
            text.append(f"{column or 'no extractor'}\n\n", "bold")
            text.append("…" if spans is None else text_from(view, line, spans))
        elif self.mode == "meta":
            text.append("meta\n\n", "bold").append_text(describe_meta(view))
        elif self.mode == "findings":
            text.append_text(describe_findings(findings, finding))
        elif self.mode == "guideline":
            text.append("guideline\n\n", "bold").append(unwrap(guideline) or "package.toml has none")
        if self.mode:
            self.query_one("#panel-text", Static).update(text)

    def show_picture(self, wanted: bool, instead: str = "") -> None:
        """Show the picture, or a text ``instead``."""
        self.query_one(PictureView).display = wanted
        self.query_one("#panel-text", Static).display = not wanted
        if instead:
            self.query_one("#panel-text", Static).update(instead)


_WRAP = re.compile(r"^(?!#)(.+)\n(?![\n\s#*-]|\d+[.)])", re.MULTILINE)


def unwrap(text: str) -> str:
    """Join the lines of paragraphs that were wrapped for an editor; keep lists and headings."""
    return "\n".join(clean(line) for line in _WRAP.sub(r"\1 ", text).splitlines())


def describe_findings(findings: Sequence[Finding], current: int) -> Text:
    """Describe the findings, numbered; the current one comes first and is emphasised."""
    text = Text("findings\n\n" if findings else "findings\n\nnone")
    text.stylize("bold", 0, len("findings"))
    for number in [*range(current, len(findings)), *range(current)]:
        finding, style = findings[number], "bold" if number == current else ""
        text.append(f"{number + 1} of {len(findings)}  {finding.code}\n", "bold")
        text.append(f"{clean(finding.message)}\n", style).append(f"{clean(finding.fix)}\n\n")
    return text


def text_from(view: View, line: int, spans: Spans) -> str:
    """Derive the text of spans from a little above a line to some screens below it."""
    page = view.page
    if not len(page):
        return ""
    first, last = max(0, line - 8), min(len(page), line + AROUND)
    start, end = int(page.start[first]), int(page.end[last - 1])
    before = "⋮\n" if spans and spans[0][0] < start else ""
    after = "\n⋮" if spans and spans[-1][1] > end else ""
    text = derive_text(page.html, clip_spans(spans, start, end), page.tokens.overlapping(start, end))
    return before + "\n\n".join(clean(part) for part in text.split("\n")) + after


def markdown_from(view: View, line: int) -> str:
    """Write the kind of the block at a line, and the Markdown of the marks from a little above it to some screens
    below.
    """
    page = view.page
    if not len(page):
        return ""
    around = max(0, line - 8), min(len(page), line + AROUND)
    lines = write_around(page, view.state.spans, *around, url=view.state.meta.url).split("\n")
    kind = name_block(page, line, *around)
    return "\n".join([f"at the cursor: {kind}" if kind else "", "", *map(disarm, lines)])


def describe_meta(view: View) -> Text:
    """Write the metadata as lines of name and value."""
    text = Text()
    meta = msgspec.to_builtins(view.state.meta)
    shown = {n: v for n, v in meta.items() if n not in ("fragments", "optional", "extra", "html_sha256", "schema")}
    shown["page says"] = {n: f"{fact['value']} ({fact['source']})" for n, fact in shown.pop("metadata").items()}
    for name, value in _flatten(shown):
        text.append(f"{clean(name).replace('_', ' ')} ", "bold").append(f"{clean(describe_value(value))}\n")
    text.append("fragments ", "bold").append(f"{len(view.state.spans)}\n")
    text.append("optional ", "bold").append(f"{len(view.state.optional)}\n")
    return text


def _flatten(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield names and values; those of a nested record follow its name."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from ((f"{name} {inner}", v) for inner, v in _flatten(value))
        else:
            yield name, value


def describe_value(value: Any) -> str:
    """Write the value of a metadata field (as in JSON) for people."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list | tuple):
        return " × ".join(map(str, value))
    return str(value)
