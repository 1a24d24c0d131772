"""The content of a page with its structure and its metadata, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property

from cetr.document import Spans, Tokens, content_spans, content_text, lex, split_words
from cetr.metadata import Fact, read_metadata, write_front_matter
from cetr.structure import Block, Inline, plain_text, read_blocks, write_html, write_markdown


@dataclass(frozen=True)
class Content:
    """What an extractor found in a page, in every form. Each form is made when you first ask for it.

    ``spans`` are normalised spans over ``page``, the HTML. ``expected_f1`` is the F1 over words, 0 to 1, that the model
    of `learned` expects of its answer; None for other methods. ``facts`` is the page's metadata, each with its source.
    """

    page: str = field(repr=False)
    url: str
    text: str
    spans: Spans
    facts: Mapping[str, Fact]
    expected_f1: float | None = None

    @cached_property
    def _tokens(self) -> Tokens:
        return lex(self.page)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The headings, paragraphs, lists, tables and other blocks of the content."""
        return read_blocks(self.page, self.spans, url=self.url, tokens=self._tokens)

    @cached_property
    def markdown(self) -> str:
        """The content in Markdown: CommonMark and GFM; docs/structure.md describes the extensions."""
        return write_markdown(self.blocks)

    def to_markdown(
        self, *, links: bool = True, images: bool = True, title: bool = False, front_matter: bool = False
    ) -> str:
        """Write Markdown with the options of ``cetr extract``: without the URLs of links, or without images.

        ``title`` puts the page's title above it, unless a heading has it, and ``front_matter`` the metadata.
        """
        blocks = self.blocks
        if not (links and images):
            blocks = read_blocks(self.page, self.spans, url=self.url, links=links, images=images, tokens=self._tokens)
        return make_markdown(blocks, self.facts, self.url, title=title, front_matter=front_matter)

    @property
    def front_matter(self) -> str:
        """The metadata as YAML to put above the Markdown, ending with a line break; empty if there are none."""
        return write_front_matter(self.facts, self.url)

    @cached_property
    def html(self) -> str:
        """The content cut out of the page, well-formed and harmless."""
        return write_html(self.page, self.spans, url=self.url, tokens=self._tokens)

    def _value(self, field: str) -> str:
        return self.facts[field].value if field in self.facts else ""

    def _values(self, field: str) -> tuple[str, ...]:
        return tuple(filter(None, self._value(field).split("; ")))

    @property
    def title(self) -> str:
        """The title. Like all fields that follow, it is empty if the page does not say."""
        return self._value("title")

    @property
    def author(self) -> str:
        """The author or, separated by commas, the authors."""
        return self._value("author")

    @property
    def published(self) -> str:
        """The date of publication, in ISO 8601."""
        return self._value("published")

    @property
    def modified(self) -> str:
        """The date of the last change, in ISO 8601."""
        return self._value("modified")

    @property
    def site_name(self) -> str:
        """The name of the site."""
        return self._value("site_name")

    @property
    def language(self) -> str:
        """The language that the page declares, as BCP 47."""
        return self._value("language")

    @property
    def description(self) -> str:
        """The page's description of itself."""
        return self._value("description")

    @property
    def canonical_url(self) -> str:
        """The URL that the page gives as its own."""
        return self._value("canonical_url")

    @property
    def categories(self) -> tuple[str, ...]:
        """The sections of the site to which the page belongs."""
        return self._values("categories")

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags or keywords of the page."""
        return self._values("tags")

    @property
    def image(self) -> str:
        """The URL of the image that stands for the page."""
        return self._value("image")

    @property
    def license(self) -> str:
        """The URL of the page's licence."""
        return self._value("license")

    def to_dict(self) -> dict[str, object]:
        """Return what ``cetr extract --format json`` writes: ``text``, ``spans``, ``markdown``, ``expected_f1``,
        ``metadata`` with sources, and ``blocks``.

        Blocks have those fields of `cetr.structure.Block` that are not at their defaults.
        """
        return {
            "text": self.text,
            "spans": self.spans,
            "markdown": self.markdown,
            "expected_f1": self.expected_f1,
            "metadata": {name: asdict(fact) for name, fact in self.facts.items()},
            "blocks": [_pack(block) for block in self.blocks],
        }


def _pack(part: Block | Inline) -> dict[str, object]:
    packed: dict[str, object] = {}
    for name, value in part._asdict().items():
        if isinstance(value, tuple):
            if value:
                packed[name] = [_pack(inner) for inner in value]
        elif value != part._field_defaults.get(name):
            packed[name] = value
    return packed


def make_content(html: str, found: Spans | str, url: str, expected_f1: float | None) -> Content:
    """Make all forms of what an extractor found, spans or text, and read the page's metadata."""
    spans = content_spans(html, found)
    facts = read_metadata(html, spans=spans, url=url)
    return Content(html, url, content_text(html, found), spans, facts, expected_f1)


def make_markdown(
    blocks: tuple[Block, ...], facts: Mapping[str, Fact], url: str, *, title: bool, front_matter: bool
) -> str:
    """Write blocks as Markdown, with the title and the metadata above it if these are wanted."""
    if title and "title" in facts:
        blocks = add_title(blocks, facts["title"].value)
    above = write_front_matter(facts, url) if front_matter else ""
    return "\n".join(filter(None, (above, write_markdown(blocks))))


def add_title(blocks: tuple[Block, ...], title: str) -> tuple[Block, ...]:
    """Put a heading with the title above the blocks, unless one of their headings has its words or its first ones."""
    said = [split_words(plain_text(block.inlines)) for block in blocks if block.kind == "heading"]
    wanted = split_words(title)
    if any(words and wanted[: len(words)] == words for words in said):
        return blocks
    return (Block("heading", 0, 0, level=1, inlines=(Inline("text", title),)), *blocks)
