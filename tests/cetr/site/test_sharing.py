"""A memory that several programs share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from cetr.console import InputError
from cetr.document import content_text
from cetr.site import Sites
from tests.cetr.site.pages import write_article, write_note, write_noted, write_paragraphs

SITE = "http://example.org/"


def test_several_programs_add_to_a_file_at_once(tmp_path: Path) -> None:
    """Nothing that one has added is lost; also through a link, which stays one. The first makes the folder."""
    file, link = tmp_path / "new" / "sites.npz", tmp_path / "link.npz"
    link.symlink_to(file)

    def add(seed: str) -> None:
        sites = Sites()
        sites.observe(write_article(seed), SITE)
        sites.add_to(link)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, "abcdefgh"))
    together = Sites()
    together.load(file)
    assert (repr(together), link.is_symlink()) == ("<Sites: 1 site, 8 pages>", True)
    together.add_to(str(file))
    again = Sites()
    again.load(file)
    assert repr(again) == repr(together)


def test_spans_of_gold_may_be_arrays() -> None:
    """As pandas reads them from Parquet, and JSON gives lists."""
    page, found = write_article("a"), []
    spans = ((page.index("<p>"), len(page)),)
    for gold in (spans, [list(span) for span in spans], np.array(spans)):
        sites = Sites()
        sites.observe(page, SITE, gold)
        found.append(sites.suggest(write_article("b"), SITE))
        assert found[-1].labelled == 1
        assert content_text(page, gold) == content_text(page, spans)  # type: ignore[arg-type]
    assert found[0] == found[1] == found[2]


def test_spans_of_gold_may_be_in_any_order() -> None:
    """They may also overlap; the optional ones, too."""
    page, found = write_noted("a"), []
    gold = [(page.index(text), page.index(text) + len(text)) for text in write_paragraphs("a")]
    note = page.index(write_note("a"))
    optional = [(note, note + 40), (note + 20, note + len(write_note("a")))]
    for order, some in ((gold, optional), (gold[::-1], optional[::-1]), ([*gold, *gold], [*optional, *optional])):
        sites = Sites()
        sites.observe(page, SITE, gold=order, optional=tuple(some))
        found.append(sites.suggest(write_noted("b"), SITE))
    assert found[0] == found[1] == found[2]
    first, second, *others = write_paragraphs("b")
    assert content_text(write_noted("b"), found[0].spans).split("\n") == [first, second, write_note("b"), *others]


def test_gold_of_another_type_is_refused() -> None:
    """It names the type, also for a page whose site is not known."""
    with pytest.raises(TypeError, match=r"^gold: is bytes, not text or spans$"):
        Sites().observe("<p>One", "", gold=b"One")  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["gold", "optional"])
def test_spans_outside_the_page_are_refused(field: str) -> None:
    """They are spans of another page, or over its bytes."""
    with pytest.raises(InputError) as raised:
        Sites().observe("<p>One", "", **{field: [(3, 7)]})  # type: ignore[arg-type]
    assert str(raised.value) == f"{field}: the span [3, 7) is not in the page, which has 6 characters"
