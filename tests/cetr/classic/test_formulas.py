"""The formulas of the classical systems on pages small enough to work out by hand.

Each docstring has the arithmetic; no expected number comes from the code. What the papers leave open is in the
extractors' docstrings.
"""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from cetr.classic import train_mss
from cetr.classic.bte import bte
from cetr.classic.ccb import accb, blur_code, ccb
from cetr.classic.cetd import composite_density, count_inside
from cetr.classic.crunch import crunch
from cetr.classic.debnath import fe, kfe, weigh_blocks
from cetr.classic.dsc import adsc, dsc, find_plateaus
from cetr.classic.mss_model import score_tokens
from cetr.document import derive_text, read_page, read_sequence


def test_bte_s_objective() -> None:
    """Gottron 5.2: T counts tags before, words inside and tags behind.

    Here are 4 tags, 3 words, a word between 2 tags, 3 words, 4 tags, a word. T is 4 + 7 + 4 = 15 from a to g, 4 + 3 + 6
    = 13 from a to c, 4 + 8 + 0 = 12 from a to h, and 0 + 8 + 0 = 8 over all.
    """
    html = "<i></i><i></i>a b c <b>d</b> e f g <i></i><i></i> h"
    tags = read_sequence(read_page(html)).tag.astype(int).tolist()

    def objective(i: int, j: int) -> int:
        return sum(tags[:i]) + sum(1 - b for b in tags[i : j + 1]) + sum(tags[j + 1 :])

    assert tags == [1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0]
    assert [objective(4, 12), objective(4, 6), objective(4, 17), objective(0, 17)] == [15, 13, 12, 8]
    assert [html[start:end] for start, end in bte(html)] == ["a b c <b>d</b> e f g"]
    # With a alone T is 1 + 2 tags behind, with a and b 2.
    assert derive_text("a <i></i> b", bte("a <i></i> b")) == "a"


@pytest.mark.parametrize(("words", "regions"), [(8, [(8, 15)]), (6, [])])
def test_dsc_s_slopes(words: int, regions: list[tuple[int, int]]) -> None:
    """Gottron 5.3: 8 tags, 8 words, 8 tags have an average slope of 16 / 24, half of which is .333.

    A window of 4 is low with 0 or 1 tag. Windows begin at 0, 2, ... and have 4, 4, 4, 2, 0, 0, 0, 2, 4, 4, 4 tags.
    Those at 8, 10 and 12 are low, three in a row: a region from 8 to 15. Six words leave the two at 8 and 10: none.
    """
    assert find_plateaus(np.array([True] * 8 + [False] * words + [True] * 8), 4, 0.5) == regions


def test_adsc_counts_words_in_links_as_tags() -> None:
    """8 tags, 4 words, a link of 4 words, 7 tags: an average slope of 17 / 25 for DSC, half of which is .34.

    The windows of 4 at 8, 10, 12 and 14 have 0, 1, 1 and 1 tags: a region of all words. ADSC has 21 / 25, half of which
    is .42, and 0, 2, 4 and 4 there: a single low window, no region.
    """
    html = f"{'<br>' * 8} a b c d <a>e f g h</a> {'<br>' * 7}"
    assert derive_text(html, dsc(html, window=4)) == "a b c d e f g h"
    assert adsc(html, window=4) == ()


def test_ccb_blurs_characters() -> None:
    """The vector of <b>ab is 0 0 0 1 1, and a radius of 2 a deviation of 1.

    The weights .1353, .6065, 1, .6065, .1353 over their sum 2.4837 are .0545, .2442, .4026, .2442, .0545. Mirrored at
    its ends, the vector becomes 0, .0545, .2987, .7013, .9455: a and b have .8234 on average. Blurred again, a has
    .0545 * .0545 + .2442 * .2987 + .4026 * .7013 + .2987 * .9455 = .6407, and b
    .0545 * .2987 + .2442 * .7013 + .4026 * .9455 + .2442 * .9455 + .0545 * .7013 = .8373: .7390 on average.
    """
    page = read_page("<b>ab")
    for rounds, mean in ((1, 0.8234), (2, 0.7390)):
        assert blur_code(page, 2, mean - 1e-4, rounds).any()
        assert not blur_code(page, 2, mean + 1e-4, rounds).any()
    assert derive_text("<b>ab", ccb("<b>ab", radius=2, rounds=1)) == "ab"
    assert ccb("<b>ab", radius=2, rounds=2) == ()


def test_accb_leaves_out_the_tags_of_links() -> None:
    """Without its tag <a>ab is 1 1, which no blur changes."""
    assert ccb("<a>ab", radius=2, rounds=2) == ()
    assert derive_text("<a>ab", accb("<a>ab", radius=2, rounds=2, threshold=1)) == "ab"


def test_fe_s_share_of_text() -> None:
    """6 words, a link and its 2 words: 6 / 9. 3 words alone: 1. 3 words, a link and its 2 words: 3 / 6, too low."""
    html = "<p>a b c d e f <a>g h</a></p><p>i j k</p><p>l m n <a>o p</a></p>"
    blocks = weigh_blocks(read_page(html))
    assert blocks.share.tolist() == [6 / 9, 1]
    assert derive_text(html, fe(html)) == "i j k"
    # K-means over .667 and 1 with centres at .667, .833 and 1 leaves each where it is; the best cluster is 1 alone.
    assert derive_text(html, kfe(html)) == "i j k"


@pytest.mark.parametrize(("words", "kept"), [(8, False), (9, True)])
def test_crunch_s_links_for_words(words: int, kept: bool) -> None:
    """Three links for 8 words are more than .35 * 8 = 2.8, for 9 words not more than .35 * 9 = 3.15."""
    html = f"<div>{'w ' * words}<a>x</a> <a>y</a> <a>z</a></div>"
    assert bool(crunch(html)) is kept


@pytest.mark.parametrize(("words", "kept"), [(12, False), (13, True)])
def test_crunch_s_words_for_items(words: int, kept: bool) -> None:
    """Three items of 12 words have 4 on average, which is a text list; of 13 words, 4.33, which is not."""
    html = f"<ul><li>{'w ' * (words - 8)}</li><li>{'w ' * 4}</li><li>{'w ' * 4}</li></ul>"
    assert bool(crunch(html)) is kept


def test_composite_density_with_the_links_of_a_paragraph() -> None:
    """Formula (2) for a paragraph of 40 characters, 10 in one link, and one more tag, in a body of 80, 10 in links.

    C / T = 40 / 2 = 20. C / LC * T / LT = 40 / 10 * 2 / 1 = 8. The base is ln(40 / 30 * 10 + 10 / 80 * 40 + e) =
    ln(13.333 + 5 + 2.718) = ln 21.052 = 3.047. The density is 20 * ln 8 / ln 3.047 = 20 * 2.0794 / 1.1142 = 37.33.
    """
    html = f"<body><p>{'a' * 15}<b>{'b' * 15}</b><a>{'c' * 10}</a></p><p>{'d' * 40}</p></body>"
    counts = count_inside(read_page(html))
    density = composite_density(counts).tolist()
    assert density[2] == pytest.approx(37.33, abs=5e-3)
    # A leaf without tags or links: 40 / 1 * ln(40 / 1 * 1 / 1) / ln ln(0 + 5 + e), that is 40 * 3.6889 / .7147.
    assert density[5] == pytest.approx(40 * 3.6889 / log(log(5 + 2.71828)), abs=5e-3)


def test_mss_learns_odds_from_counts() -> None:
    """<p> a b </p> <i> c </i> with a b as content: 2 of 7 tokens inside, so that the prior is ln(2 / 5) = -.916.

    The element p has 2 inside and 2 outside, i has 0 and 3. One is added to each count: p is ln(3 / 4) - ln(3 / 7) =
    ln(7 / 4) = .560, i is ln(1 / 4) - ln(4 / 7) = ln(7 / 16) = -.827. No trigram was seen five times. So a and b, and
    the tags of p, score 1 / (1 + e^.356) - .5 = -.088, and those of i 1 / (1 + e^1.743) - .5 = -.351.
    """
    html = "<p>a b</p><i>c</i>"
    page = read_page(html)
    model = train_mss([(html, ((3, 6),))])
    assert (model.prior, model.parents, model.trigrams) == (-0.916, {"p": 0.56, "i": -0.827}, {})
    scores = score_tokens(model, page, read_sequence(page))
    assert scores.tolist() == pytest.approx([-0.088] * 4 + [-0.351] * 3, abs=5e-4)
