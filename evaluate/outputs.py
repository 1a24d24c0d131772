"""What extractors answer: text, Markdown or HTML, always declared, never guessed, and the text that a reader sees."""

from __future__ import annotations

import math
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
"""The type that the ending of a file name declares."""


NESTING = 200
"""How deep Markdown may nest. The parser's own limit of 20 cuts off what is deeper, which forums have."""

_MOST_READINGS, _QUOTES = 200_000, 20
"""How often the lines of Markdown may be read, as each level of quotes reads all lines that may continue it; and the
levels of quotes that a text keeps if there would be more.
"""

_MARKERS = re.compile(r"^(?:[ \t>*+\-.):~0-9]|\[\^[^\]\n]*+\]:)*+", re.MULTILINE)
"""What may stand before a quote in its line: the signs of other quotes, of items, definitions and notes."""

_MARKUP = re.compile(r"\s*<(?:!doctype|!--|\?xml|[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)


class Output(str):
    """Content with a type, which is text unless another was ``declared``. ``seconds`` is the time it took, if only
    the extractor can know it. ``note`` is a remark about it, such as bytes that were not UTF-8.
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
        """Make an output of content and what is known about it; raises `InputError` for a wrong type or time."""
        if seconds is not None and not 0 <= seconds < math.inf:
            raise InputError(f"seconds: {seconds} is not a time")
        made = super().__new__(cls, content)
        made.type, made.seconds, made.note, made.declared = check_type(type), seconds, note, declared
        return made

    def noting(self, *notes: str) -> Output:
        """Return the same output with more notes; empty ones are dropped."""
        note = "; ".join(filter(None, (self.note, *notes)))
        return Output(str(self), self.type, seconds=self.seconds, note=note, declared=self.declared)


def check_type(name: str) -> OutputType:
    """Return a type by its name; raises `InputError` if there is none."""
    for kind in TYPES:
        if kind == name:
            return kind
    raise InputError(f"output: '{name:.40}' is not one of {', '.join(TYPES)}")


def as_output(text: str) -> Output:
    """Return a text as an output without a declared type, unless it is an output already."""
    return text if isinstance(text, Output) else Output(text, declared=False)


def declare(text: str, kind: OutputType) -> Output:
    """Return the same content, declared to have a type."""
    known = as_output(text)
    return Output(str(known), kind, seconds=known.seconds, note=known.note)


def tell_undeclared(output: Output) -> str:
    """Note that an undeclared output that begins like HTML was taken as text; empty for all others."""
    if output.declared or not _MARKUP.match(output):
        return ""
    return "looks like HTML but was taken as text: declare it with the option output=html"


def read_as_text(output: str) -> str:
    """Read what a reader would see: HTML and Markdown without markup and addresses; text as it is.

    Markdown is CommonMark with GitHub's tables and strikethrough, and definition lists; the HTML made from it becomes
    text like any other HTML.
    """
    kind = as_output(output).type
    if kind == "html":
        return derive_text(str(output))
    if kind == "markdown":
        return derive_text(_make_parser().render(limit_quotes(output)))
    return str(output)


def limit_quotes(markdown: str) -> str:
    """Return a Markdown text without its deepest levels of quotes, if it has so many levels and lines that reading
    each line at every level would take seconds. No other text is changed.
    """
    text = markdown.replace("\r\n", "\n").replace("\r", "\n")
    markers = _MARKERS.findall(text)
    if len(markers) * min(max(line.count(">") for line in markers), NESTING) <= _MOST_READINGS:
        return str(markdown)
    return _MARKERS.sub(_limit, text)


def _limit(markers: re.Match[str]) -> str:
    *kept, rest = markers[0].split(">", _QUOTES)
    return ">".join([*kept, rest.replace("> ", "").replace(">", "")])


@cache
def _make_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": NESTING}).enable(["table", "strikethrough"]).use(deflist_plugin)
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]  # addresses are not seen: as they stand, sooner done
    return parser
