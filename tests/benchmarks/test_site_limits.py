"""How much `benchmarks.sites` says that labels of a site could bring at most."""

from __future__ import annotations

from random import Random

from benchmarks.sites import score_site
from tests.cetr.learned.pages import make_page
from training.datasets import DatasetPage


def test_the_limit_is_that_of_the_blocks_where_a_page_of_the_template_has_a_label() -> None:
    """Gold that ends within a block lowers both; without a labelled page of the template, the limit is F1 alone."""
    (html, text), (other, gold) = make_page(0, 0), make_page(0, 1)
    cut = text[: text.rindex(" ", 0, len(text) - 20)].replace("\n", " ")
    pages = [DatasetPage("0", "", "article", html, cut), DatasetPage("1", "", "article", other, gold)]
    first, second = score_site(pages, Random(0), False, {})
    assert second["blocks"] == second["1-shot limit"] == second["labelled"] == 1
    assert 0.9 < first["blocks"] == first["1-shot limit"] < 1
    strange = DatasetPage("2", "", "article", "<main><article><p>Other words.</p></article></main>", "Other words.")
    kept, _ = score_site([pages[0], strange], Random(0), False, {})
    assert kept["labelled"] == 0 and kept["1-shot limit"] == kept["1-shot"] == kept["alone"]
    assert kept["blocks"] == first["blocks"]
