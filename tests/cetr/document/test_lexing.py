from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cetr.document import LITERAL, Kind, lex, pack_name
from tests.markup import MARKUP

pytestmark = pytest.mark.usefixtures("both_ways")

# The same grammar read by a regular expression, one token at a time.
_MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>]*+)"
    r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+(?:>|\Z)|<[!?/][^>]*+(?:>|\Z)""",
    re.DOTALL | re.ASCII,
)
_RAW = ("script", "style", "textarea", "title", "xmp", "plaintext")
PIECES = (
    "<|</|>|=|\"|'|<!--|-->|--!>|<!|<?|<script>|</script>|</SCRIPT |<style|</style>|<title>|</title|<textarea>"
    '|</textareax>|</textarea>|<textareax>| |\n|a|p|<p |\u3000|\x00|\u4e2d|\xe9|<K|<a href="|\'>|">|-|!|/|x=|\x1c|\xa0'
    "|<xmp>|</xmp>|<plaintext>|</plaintext>|<plaintexts>"
).split("|")


def _lex_by_expression(html: str) -> list[tuple[int, int, int]]:
    """Start, kind and packed name of each token."""
    tokens: list[tuple[int, int, int]] = []
    at = 0
    while match := _MARKUP.search(html, at):
        if match.start() > at:
            tokens.append((at, Kind.TEXT, 0))
        at, tag = match.end(), (match["name"] or "").lower()
        kind = Kind.COMMENT if not tag else Kind.CLOSE if match["slash"] else Kind.OPEN
        tokens.append((match.start(), kind, pack_name(tag) if tag else 0))
        if tag in _RAW and kind == Kind.OPEN:
            end_tag = rf"</{tag}(?=[\s/>]|\Z)" if tag != "plaintext" else r"(?!)"
            closing = re.compile(end_tag, re.IGNORECASE | re.ASCII).search(html, at)
            stop = closing.start() if closing else len(html)
            if stop > at:
                is_literal = tag in ("xmp", "plaintext")
                tokens.append((at, Kind.RAW if tag in ("script", "style") else Kind.TEXT, LITERAL if is_literal else 0))
            at = stop
    if at < len(html):
        tokens.append((at, Kind.TEXT, 0))
    return tokens


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text("<>/!-=\"' pP\u4e2d", max_size=40))
@example("<aZ></a[></a@>")
@example("<a b= '>'>c<a b=\n \">\">")
def test_tokens_are_those_of_the_grammar(html: str) -> None:
    """The lexer cuts any text as a regular expression that reads the grammar token by token does."""
    assert [(start, kind, name) for start, _, kind, name in lex(html).walk()] == _lex_by_expression(html)


@given(MARKUP)
def test_tokens_cover_the_document(html: str) -> None:
    """The tokens of any text follow one another without gap or overlap from its start to its end."""
    tokens = lex(html)
    starts, ends = tokens.start.tolist(), tokens.end.tolist()
    assert [*starts, len(html)] == [0, *ends]
    assert all(s < e for s, e in zip(starts, ends, strict=True))


def test_hostile_markup_costs_linear_time() -> None:
    """A hundred thousand unfinished tags, quotes, comments and scripts are cut into tokens in no time."""
    for piece, count in (("<a b='", 1), ("<!--", 1), ("<a =", 1), ("<script>", 2), ("<textareax", 1)):
        tokens = lex(piece * 100_000)
        assert len(tokens.start) == count, piece
    assert len(lex("<script></script>" * 50_000).start) == 100_000
    assert len(lex("<textarea></textareax" * 50_000).start) == 2
    assert len(lex("<\u4e2d" * 100_000).start) == 1
    assert len(lex("</script" * 100_000).start) == 1
    for end in ("", "<!-- -->"):
        assert len(lex("<!-- a --!>b" * 100_000 + end).start) == 200_000 + bool(end)
    for piece in ("<!a>b", "<?a>b", "<![CDATA[a>b", "</ a>b", "<!-->b", "<!--->b", "<!-- > -->b", "<a b='>'>b"):
        assert len(lex(piece * 100_000).start) == 200_000, piece
    assert len(lex("<title><!--</title>b" * 50_000).start) == 200_000
    assert len(lex("<textarea></textareax></textarea>" * 50_000).start) == 150_000


def test_the_last_page_is_cut_once() -> None:
    """The same text is known again, also as another string; another page of the same length is another page."""
    html = "<p>one</p>"
    tokens = lex(html)
    assert lex("".join(list(html))) is tokens
    other = lex("<b>one</b>")
    assert other.name[0] == pack_name("b")
    assert lex(html) is not tokens


def test_types_of_the_arrays() -> None:
    """Offsets are 64-bit integers, kinds bytes, names unsigned 64-bit, also for a page of nothing."""
    for html in ("", "<p>x"):
        tokens = lex(html)
        assert [a.dtype for a in (tokens.start, tokens.end, tokens.kind, tokens.name)] == [
            np.int64,
            np.int64,
            np.uint8,
            np.uint64,
        ]


def test_overlapping_tokens_are_those_with_a_character_inside() -> None:
    """Tokens that only touch an interval are not in it; all of a document are in the whole."""
    html = "<p>one</p>two"
    tokens = lex(html)
    inside = tokens.overlapping(3, 7)
    assert [html[a:b] for a, b in zip(inside.start, inside.end, strict=True)] == ["one", "</p>"]
    assert tokens.overlapping(0, len(html)).start.tolist() == tokens.start.tolist()
