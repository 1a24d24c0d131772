"""An extractor's answer with its type, and the text that a reader would see of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from cetr.console import InputError
from cetr.document import HTML_TYPES, derive_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

OutputType = Literal["text", "markdown", "html"]

_HTML: OutputType = "html"

TYPES: tuple[OutputType, ...] = get_args(OutputType)

MEDIA_TYPES: Mapping[str, OutputType] = {
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    **dict.fromkeys(HTML_TYPES, _HTML),
}
"""The type that a Content-Type declares; any other text is text."""

SUFFIXES: Mapping[str, OutputType] = {".txt": "text", ".md": "markdown", ".html": "html"}
"""The type that the end of a file's name declares."""


_MARKUP = re.compile(r"\s*<(?:!doctype|!--|\?xml|[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)


class Output(str):
    """Content of a type, which is text where none was ``declared``. ``seconds`` is the time that it took, where only
    the extractor can know it; ``note`` is what is to be known of it beside, such as bytes that were no UTF-8.
    """

    type: OutputType
    seconds: float | None
    note: str
    declared: bool

    def __new__(
        cls,
        content: str,
        type: OutputType = "text",  # noqa: A002
        *,
        seconds: float | None = None,
        note: str = "",
        declared: bool = True,
    ) -> Output:
        """Content, and what is known of it."""
        made = super().__new__(cls, content)
        made.type, made.seconds, made.note, made.declared = type, seconds, note, declared
        return made

    def noting(self, *notes: str) -> Output:
        """The same with more notes; empty ones are none."""
        note = "; ".join(filter(None, (self.note, *notes)))
        return Output(str(self), self.type, seconds=self.seconds, note=note, declared=self.declared)


def check_type(name: str) -> OutputType:
    """A type by its name; raises `InputError`."""
    for kind in TYPES:
        if kind == name:
            return kind
    raise InputError(f"output: '{name:.40}' is none of {', '.join(TYPES)}")


def as_output(text: str) -> Output:
    """A text as an output of which nothing was declared, unless it is one."""
    return text if isinstance(text, Output) else Output(text, declared=False)


def declare(text: str, kind: OutputType) -> Output:
    """The same content, declared to be of a type."""
    known = as_output(text)
    return Output(str(known), kind, seconds=known.seconds, note=known.note)


def tell_undeclared(output: Output) -> str:
    """A note on what was taken for text because nothing was declared, and begins like HTML; empty for all else."""
    if output.declared or not _MARKUP.match(output):
        return ""
    return "looks like HTML, taken as text: declare it by the option output=html"


def read_as_text(output: str) -> str:
    """The text that a reader would see: of HTML and Markdown without marks and addresses; text as it is.

    Markdown is CommonMark with tables and strikethrough, as GitHub has them; its HTML becomes text as everybody's.
    """
    kind = as_output(output).type
    if kind == "html":
        return derive_text(str(output))
    if kind == "markdown":
        return derive_text(_make_parser().render(str(output)))
    return str(output)


@cache
def _make_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]  # addresses are not seen: as they stand, sooner done
    return parser
