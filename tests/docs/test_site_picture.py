"""The picture of what one label does to a site."""

from __future__ import annotations

from docs.build_site_picture import PICTURE, look_at_site, make_picture, read_sites


def test_the_picture_is_of_the_model_that_ships() -> None:
    """It is what its script makes now."""
    assert PICTURE.read_text("utf-8") == make_picture()


def test_one_label_finds_what_the_page_alone_does_not() -> None:
    """On each page of the example fewer words are wrong with one label than without."""
    for documents in read_sites().values():
        for _, strips in look_at_site(documents):
            wrong = [sum(count for (taken, gold), count in strip if taken != gold) for strip in strips]
            assert wrong[2] <= wrong[0]
            assert wrong[2] == 0
