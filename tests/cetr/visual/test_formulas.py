"""Visual importance, hybrid density and VIPS on pages small enough to work out by hand.

Formulas are those of Nethra & Anitha, the weights those of our reading of VIPS (`cetr.visual.segmentation`). Each
docstring has the arithmetic; no expected number comes from the code.
"""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from cetr.classic import Counts
from cetr.document import derive_text, read_page
from cetr.visual import read_layout
from cetr.visual.hybrid import find_importance, hybrid_density
from cetr.visual.segmentation import segment_page
from cetr.visual.vips import vips
from tests.cetr.visual.test_visual import lay_out


def test_formulas_3_and_4_map_the_widest_box_to_one_deviation() -> None:
    """Edges 200 and 800 make N(500, 300): from 200 to 800 is from -1 to 1, of which the normal table has .6827.

    200 to 500 is half of that, .3413. 500 to 1100 is 0 to 2: .4772. -100 to 200 is -2 to -1: .4772 - .3413 = .1359.
    """
    edges = np.array([[200.0, 800.0], [200.0, 500.0], [500.0, 1100.0], [-100.0, 200.0]])
    found = find_importance(edges, np.array([[0.0, 90.0], [200.0, 800.0]]), 1000)
    assert found.tolist() == pytest.approx([0.6827, 0.3413, 0.4772, 0.1359], abs=6e-5)


def test_formulas_5_and_6_for_a_leaf_without_tags() -> None:
    """A T of 0 is set to HC / C: 20 characters weighed to 10 have T = .5.

    HC / T is 10 / .5 = 20, HC / LC * T / LT is 10 / 1 * .5 / 1 = 5 with 1 for both that are 0. The body has 40 weighed
    characters, 8 in links: the base is ln(10 / 20 * 0 + 8 / 40 * 10 + e) = ln 4.71828 = 1.55144, and the density
    20 * ln 5 / ln 1.55144 = 20 * 1.60944 / .43918 = 73.29.
    """
    counts = Counts(*(np.array(c, dtype=float) for c in ([60, 20], [4, 0], [8, 0], [1, 0])), body=0)
    weighed = Counts(*(np.array(c, dtype=float) for c in ([40, 10], [4, 0], [8, 0], [1, 0])), body=0)
    assert log(1.55144) == pytest.approx(0.43918, abs=1e-5)
    assert hybrid_density(counts, weighed)[1] == pytest.approx(73.29, abs=5e-3)


@pytest.mark.parametrize(
    ("gap", "second", "coherence"),
    [
        (4, "", 10),
        (5, "", 10),
        (15, "", 9),
        (30, "", 8),
        (30, ",30", 5),
        (30, ",8", 6),
        (30, ",16,#c", 6),
    ],
)
def test_vips_weighs_separators(gap: int, second: str, coherence: int) -> None:
    """A region is as coherent as 10 less the weight of its heaviest separator; two paragraphs have one.

    A gap of 5, 15 or 30 pixels weighs 1, 2 or 3, less 1 where both look alike: 10 - 0, 10 - 0, 10 - 1, 10 - 2. With a
    larger font below it weighs 3 + 2, with a smaller one 3 + 1; with another background 3 + 2 - 1.
    """
    html, layout = lay_out(f"<body@0,0,1000,900><p@0,0,1000,100>a</p><p@0,{100 + gap},1000,100{second}>b</p></body>")
    page = read_page(html)
    root = segment_page(page, read_layout(page.tree, layout), 10)
    assert (len(root.children), root.coherence) == (2, coherence)


@pytest.mark.parametrize(("words", "chosen"), [(70, "left"), (69, "both")])
def test_vips_goes_down_to_the_share(words: int, chosen: str) -> None:
    """A column with 70 of the page's 100 characters outside links has the share of .7, one with 69 has not."""
    one, other = "a" * words, "b" * (100 - words)
    html, layout = lay_out(
        f"<body@0,0,1000,900><p@0,0,600,900>{one}</p><p@640,0,360,900>{other}<a@700,0,50,9>cccc</a></p></body>"
    )
    assert derive_text(html, vips(html, layout=layout)) == (one if chosen == "left" else f"{one}\n{other}cccc")
