"""The made-up pages that the shipped model learns from beside real ones."""

from __future__ import annotations

import pytest

from cetr.learned.training import make_example
from tests.cetr.learned.pages import make_page
from training.augment import add_comments, write_ideographs


def test_ideographs_keep_the_blocks() -> None:
    """A page written in ideographs has the same blocks, no Latin words, and the same text gives the same characters."""
    html, _ = make_page(0, 0)
    chinese = write_ideographs(html)
    page, other = make_example(html, "x", "s").page, make_example(chinese, "x", "s").page
    assert len(page.blocks) == len(other.blocks)
    assert other.blocks.counts[:, 1:3].sum() == 0
    assert write_ideographs("River stone.", is_markup=False) == write_ideographs("river STONE.", is_markup=False)


@pytest.mark.parametrize("seed", range(8))
def test_comments_stand_behind_the_content(seed: int) -> None:
    """Comments come after the content, offsets before them stay, and the same seed gives the same page."""
    html = "<body><div><p>Content here.</p></div><div>footer</div></body>"
    end = html.index("</p>")
    commented = add_comments(html, end, ["First remark of mine.", "Second <b> remark."], seed)
    assert commented[:end] == html[:end]
    assert commented.endswith("</body>")
    assert "remark" in commented[end:]
    assert commented == add_comments(html, end, ["First remark of mine.", "Second <b> remark."], seed)
