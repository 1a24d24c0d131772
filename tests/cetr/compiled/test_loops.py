"""The compiled loops give what NumPy gives, whatever the markup."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cetr.compiled
from cetr.document import Kind, Tokens, candidates, pack_name
from cetr.tagratio import kept
from tests.cetr.document.test_lexing import PIECES as MARKUP_PIECES
from tests.cetr.tagratio.test_lines import PIECES as PAGE_PIECES
from tests.markup import MARKUP

if not cetr.compiled.IN_USE:
    pytest.skip("the compiled loops were not built here", allow_module_level=True)

from cetr.compiled import lexing, lines
from cetr.document import scanning as tokens_by_loops
from cetr.tagratio import scanning as lines_by_loops

ROOT = Path(__file__).parents[3]
PAGES = (
    st.lists(st.sampled_from([*MARKUP_PIECES, *PAGE_PIECES]), max_size=40).map("".join)
    | st.text("<>/!-=\"' \r\npPtT\u4e2d\u212a\u0130\x85\xa0\x0b\x00", max_size=60)
    | MARKUP
)


def assert_same(html: str, wrap: int) -> None:
    """Tokens, lines and counts of a page are the same both ways, to the type."""
    expected, found = candidates.cut_tokens(html), tokens_by_loops.cut_tokens(html)
    pairs = [(getattr(expected, name), getattr(found, name)) for name in Tokens.__dataclass_fields__]
    pairs += zip(kept.measure_lines(expected, wrap), lines_by_loops.measure_lines(found, wrap), strict=True)
    pairs.append((kept.count_text(expected), lines_by_loops.count_text(found)))
    for one, other in pairs:
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


@settings(max_examples=400)
@given(PAGES, st.integers(0, 30) | st.sampled_from([60, 10**9]))
@example("", 0)
@example("<a\u0130bcdefgh><\u212a>", 1)
@example("<textarea></textareax></TEXTAREA ><plaintexT></plaintext>", 2)
@example("a" * 70_000 + " b", 60)
def test_loops_and_numpy_agree(html: str, wrap: int) -> None:
    """The tokens, the lines at any width, and the text of each token."""
    assert_same(html, wrap)


@given(PAGES, st.integers(0, 20), st.integers(0, 20))
def test_loops_and_numpy_agree_on_a_part_of_a_page(html: str, first: int, last: int) -> None:
    """Lines and counts of tokens that do not begin where the document does."""
    part = candidates.cut_tokens(html).cut(first, last)
    for one, other in zip(kept.measure_lines(part, 10), lines_by_loops.measure_lines(part, 10), strict=True):
        assert one.tolist() == other.tolist()
    assert kept.count_text(part).tolist() == lines_by_loops.count_text(part).tolist()


def test_loops_and_numpy_agree_on_real_pages() -> None:
    """Every page that comes with the project, with lines wrapped and as they are."""
    for page in sorted((ROOT / "packages").rglob("*.html")):
        html = page.read_text("utf-8", "replace")
        assert_same(html, 60)
        assert_same(html, 0)


def test_every_letter_of_a_name_is_packed_as_pack_name_does() -> None:
    """All of Unicode, each as the second letter of a tag name."""
    for first in range(0, 0x110000, 1 << 16):
        letters = [c for c in map(chr, range(first, min(first + (1 << 16), 0x110000))) if c not in "\t\n\v\f\r />"]
        names = tokens_by_loops.cut_tokens("".join(f"<a{c}>" for c in letters)).name
        unusual = [i for i, c in enumerate(letters) if not c.isascii() and c.lower()[:1].isascii()]
        plain = [i for i, c in enumerate(letters) if not c.isascii() and not c.lower()[:1].isascii()]
        assert set(names[plain].tolist()) <= {pack_name("a?")}
        for i in [i for i, c in enumerate(letters) if c.isascii()] + unusual:
            assert names[i] == pack_name("a" + letters[i])


def _lex_with(**sizes: int) -> Callable[[], object]:
    """The lexer's loop over a small page, with arrays of some other sizes than it needs."""
    html = "<p>one</p>"
    size = {"code": 26, "bounds": 4, "kind": 3, "name": 3, "number": 3} | sizes
    code = np.zeros(size["code"], dtype=np.uint8)
    narrowed = np.frombuffer(html.encode(), dtype=np.uint8)[: size["code"]]
    code[: len(narrowed)] = narrowed
    bounds, name = np.zeros(size["bounds"], dtype=np.int64), np.zeros(size["name"], dtype=np.uint64)
    kind, number = (np.zeros(size[key], dtype=np.uint8) for key in ("kind", "number"))
    grammar = tokens_by_loops._grammar()
    return lambda: lexing.scan_tokens(html, code, grammar, bounds, kind, name, number)


@pytest.mark.parametrize("size", [{"code": 9}, {"bounds": 3}, {"kind": 2}, {"name": 1}, {"number": 0}])
def test_an_array_that_is_too_small_is_an_error(size: dict[str, int]) -> None:
    """Nothing is written or read beyond the end of an array, whoever made it."""
    assert _lex_with()() == 3
    with pytest.raises((IndexError, ValueError)):
        _lex_with(**size)()


@pytest.mark.parametrize(
    ("start", "end"), [([0, -5], [5, 3]), ([0, 5], [5, 2**62]), ([0, 2**62], [5, 2**63 - 1]), ([3, 9], [9, 3])]
)
def test_tokens_that_lie_elsewhere_are_an_error(start: list[int], end: list[int]) -> None:
    """Offsets beyond the document, and tokens that end before they begin."""
    kinds = np.full(2, Kind.TEXT, dtype=np.uint8)
    code = np.full(26, ord("a"), dtype=np.uint8)
    tokens = Tokens(np.array(start), np.array(end), kinds, np.zeros(2, dtype=np.uint64), kinds, code)
    with pytest.raises((IndexError, ValueError)):
        lines_by_loops.measure_lines(tokens, 60)


def test_places_that_do_not_fit_are_read_as_nothing() -> None:
    """Kept text whose tokens are said to lie beyond its end has lines, but reads no memory that is not its own."""
    code = np.frombuffer(b"one\ntwo\n", dtype=np.uint8)
    place, token = np.array([0, 2**40, 2**62]), np.array([0, 1])
    rows = [np.zeros(9, dtype=np.int64) for _ in range(4)]
    n = lines.scan_lines(code, place, token, np.ones(2, dtype=np.uint8), np.array([0, 4]), 1, *rows)
    assert rows[2][:n].sum() <= len(code)


@pytest.mark.parametrize(("value", "expected"), [("0", "NumPy alone"), ("1", "compiled loops")])
def test_the_environment_chooses_numpy(value: str, expected: str) -> None:
    """CETR_GOLD_COMPILED=0 leaves the loops alone, and ``cetr --version`` says so."""
    code = "import sys, cetr.tagratio; assert ('cetr.tagratio.scanning' in sys.modules) == (sys.argv[1] == '1')"
    environment = os.environ | {"CETR_GOLD_COMPILED": value}
    subprocess.run([sys.executable, "-c", code, value], env=environment, check=True)
    command = [sys.executable, "-m", "cetr", "--version"]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert told == f"cetr, version {cetr.__version__} ({expected})\n"
