"""Made-up pages with lists of teasers, and trees that learn from pages beside those of a model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cetr.document import Spans, derive_text
from cetr.learned import load_model, read_page, score_page, write_model
from cetr.learned.training import Boosting, boost, make_example
from tests.cetr.learned.pages import make_page
from training.teasers import Teaser, add_many_teasers, add_teasers, cut_teasers, shorten

TEASERS = [Teaser(f"Headline number {i}", f"A lead of some words that belongs to it, number {i}.") for i in range(50)]


def test_teasers_are_cut_from_articles() -> None:
    """The title without the site's name, and a sentence or two; what has no headline or no paragraph gives none."""
    lead = "The council of the town has voted for a new bridge over the river. " * 3
    found = cut_teasers([("A new bridge at last | The Town", lead), ("Short", lead), ("A title of words", "No text.")])
    assert found == [Teaser("A new bridge at last", " ".join(["The council of the town has voted for a new bridge over "
                                                             "the river."] * 2))]  # fmt: skip


@pytest.mark.parametrize("add", [add_teasers, add_many_teasers])
@pytest.mark.parametrize("seed", range(8))
def test_the_content_stays_the_content(seed: int, add: Callable[..., tuple[str, Spans]]) -> None:
    """Wherever the lists stand, the spans hold the same text, and the same seed gives the same page."""
    html = "<body><div class=a><h1>A title</h1><p>Content here.</p></div><div>footer</div></body>"
    spans = ((html.index("A title"), html.index("</p>")),)
    teased, moved = add(html, spans, TEASERS, seed)
    assert derive_text(teased, moved) == derive_text(html, spans)
    assert "Headline number" in teased and "Headline number" not in derive_text(teased, moved)
    assert (teased, moved) == add(html, spans, TEASERS, seed)


def test_the_begin_of_the_content_is_left() -> None:
    """What is behind it is taken out, block by block, and all else stays."""
    texts = [f"Paragraph {number} " + "word " * 38 for number in range(12)]
    html = "<div>menu</div>" + "".join(f"<p>{text}</p>" for text in texts) + "<div>footer</div>"
    parts = tuple((html.index(text), html.index(text) + len(text)) for text in texts)
    lengths = set()
    for seed in range(20):
        short, left = shorten(html, parts, seed)
        assert derive_text(short, left) == derive_text(html, parts[: len(left)])
        assert short == html[: parts[len(left) - 1][1]] + "</p>" + "<p></p>" * (12 - len(left)) + "<div>footer</div>"
        lengths.add(len(left))
    assert lengths == {1, 2, 3, 4, 5, 8}


def test_more_trees_come_nearer_to_the_gold(tmp_path: Path) -> None:
    """The model with more trees is read again as it was written, and fits the pages that it went on with."""
    pages = [make_page(number, 0) for number in range(6)]
    examples = [make_example(html, gold, f"s{number}") for number, (html, gold) in enumerate(pages)]
    model = load_model()
    boosted = boost(model, examples, Boosting(trees=5, least_leaf=2, rate=0.5))
    write_model(tmp_path / "boosted.npz", boosted)
    again = load_model(str(tmp_path / "boosted.npz"))

    def miss(number: int, trained: object) -> float:
        odds = score_page(read_page(pages[number][0]), trained)  # type: ignore[arg-type]
        wrong = np.abs(1 / (1 + np.exp(-odds)) - examples[number].target)
        return float((wrong * examples[number].weight).sum())

    assert len(again.second.roots) == len(model.second.roots) + 5
    assert sum(miss(number, again) for number in range(6)) < sum(miss(number, model) for number in range(6))
    assert [miss(number, again) for number in range(6)] == pytest.approx([miss(n, boosted) for n in range(6)], abs=1e-3)
