"""The made-up pages that the shipped model learns from beside real ones."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from cetr.learned.examples import make_example
from tests.cetr.learned.pages import make_page


@pytest.fixture
def augment(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """benchmarks/augment.py."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    return import_module("augment")


def test_ideographs_keep_the_blocks(augment: ModuleType) -> None:
    """A page written in ideographs has the same blocks, no Latin words, and the same text gives the same characters."""
    html, _ = make_page(0, 0)
    chinese = augment.write_ideographs(html)
    page, other = make_example(html, "x", "s").page, make_example(chinese, "x", "s").page
    assert len(page.blocks) == len(other.blocks)
    assert other.blocks.counts[:, 1:3].sum() == 0
    assert augment.write_ideographs("River stone.", is_markup=False) == augment.write_ideographs(
        "river STONE.", is_markup=False
    )


@pytest.mark.parametrize("seed", range(8))
def test_comments_stand_behind_the_content(augment: ModuleType, seed: int) -> None:
    """Comments come after the content, offsets before them stay, and the same seed gives the same page."""
    html = "<body><div><p>Content here.</p></div><div>footer</div></body>"
    end = html.index("</p>")
    commented = augment.add_comments(html, end, ["First remark of mine.", "Second <b> remark."], seed)
    assert commented[:end] == html[:end]
    assert commented.endswith("</body>")
    assert "remark" in commented[end:]
    assert commented == augment.add_comments(html, end, ["First remark of mine.", "Second <b> remark."], seed)
