"""Formulas that a page has more than once, of which `learned` takes the one that is shown."""

from __future__ import annotations

import numpy as np
import pytest

from cetr.document import derive_text
from cetr.learned import find_blocks, join_blocks
from cetr.structure import read_blocks, write_html, write_markdown

SQUARE = "<msup><mi>x</mi><mn>2</mn></msup>"
MATH = f'<math><semantics>{SQUARE}<annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
COPY = f'<span class="katex-mathml">{MATH}</span>'
SHOWN = '<span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span>'


@pytest.mark.parametrize(
    "formula",
    [
        f'<span class="katex">{COPY}{SHOWN}</span>',
        f'<span class="katex">{MATH}</span>',
        f'<span class="katex">{COPY}</span>',
        f"<span>{MATH}</span>",
    ],
    ids=["KaTeX", "KaTeX without HTML", "KaTeX without what it shows", "MathML"],
)
def test_a_formula_is_read_once(formula: str) -> None:
    """In text as it is shown, in Markdown as TeX, in HTML as MathML."""
    html = f"<p>Take {formula} and {formula} too.</p>"
    spans = join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_))
    assert derive_text(html, spans) == "Take x2 and x2 too."
    assert write_markdown(read_blocks(html, spans)).strip() == "Take $x^2$ and $x^2$ too."
    assert write_html(html, spans).count(SQUARE) == 2


@pytest.mark.parametrize("formula", ['<math><mi>y</mi></math> and <span class="katex-mathml">x', "<math><annotation>x"])
def test_what_ends_nowhere_is_kept(formula: str) -> None:
    """A copy that is not closed, or beside which nothing is shown, is all that there is."""
    html = f"<p>Take {formula}"
    assert join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_)) == ((3, len(html)),)


@pytest.mark.parametrize("source", ["<annotation>x^2", "<annotation/>"], ids=["open", "empty"])
def test_an_annotation_ends_with_its_formula(source: str) -> None:
    """Text behind a formula whose annotation has no end tag stays, also when another formula follows."""
    broken = f"<math><semantics><mi>y</mi>{source}</math>"
    html = f"<p>Take {broken} and {MATH} too.</p>"
    (block,) = join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_))[-1:]
    assert html[slice(*block)].endswith(" too.")
    taken = join_blocks(find_blocks(html), np.ones(1, dtype=np.bool_))
    assert derive_text(html, taken).endswith("y and x2 too.")
