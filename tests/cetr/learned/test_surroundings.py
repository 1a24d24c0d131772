"""The features of the containers around blocks, on pages small enough to count by hand."""

from __future__ import annotations

from tests.cetr.learned.measured import assert_features, logs, measure

HTML = (
    "<main><ul class=m><li><a>Home</a><li><a>News</a><li></ul><ul class=m><li>5 km, now</ul></main>"
    "<div><h2>Ice</h2><p>Ice.<p>" + "word " * 16 + "<p>$$$$ 5</div>"
)


def test_a_container_is_described_by_what_is_in_it() -> None:
    """Seven blocks, each in a container of its own, and what is around them: the first list, main, and the div. An item
    without text does not count.
    """
    home, news, now, two_ices, words, money = 4, 4, 6, 6, 64, 1
    main, div = home + news + now, two_ices + words + money
    page = main + div
    own_and_outer = {
        "width": (logs(4, 4, 6, 3, 3, 64, 1), logs(8, 8, main, div, div, div, div)),
        "share": ([4 / page, 4 / page, 6 / page, 3 / page, 3 / page, 64 / page, 1 / page],
                  [8 / page, 8 / page, main / page, *[div / page] * 4]),
        "link": ([1, 1, 0, 0, 0, 0, 0], [1, 1, 8 / main, 0, 0, 0, 0]),
        "blocks": (logs(1, 1, 1, 1, 1, 1, 1), logs(2, 2, 3, 4, 4, 4, 4)),
        "running": ([0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 1, 1]),
        "running_share": ([0, 0, 0, 0, 0, 1, 0], [0, 0, 0, *[words / div] * 4]),
        "mean": (logs(4, 4, 6, 3, 3, 64, 1), logs(4, 4, main / 3, div / 4, div / 4, div / 4, div / 4)),
        "children": (logs(0, 0, 0, 0, 0, 0, 0), logs(2, 2, 2, 4, 4, 4, 4)),
        "stops": ([0, 0, 0, 0, 10, 0, 0], [0, 0, 0, *[50 / div] * 4]),
        "commas": ([0, 0, 50 / 6, 0, 0, 0, 0], [0, 0, 50 / main, 0, 0, 0, 0]),
        "digits": ([0, 0, 1 / 6, 0, 0, 0, 1], [0, 0, 1 / main, *[1 / div] * 4]),
        "copies": ([0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 2 / 4, 2 / 4, 2 / 4, 2 / 4]),
        "paragraphs": ([0, 0, 0, 0, 1, 1, 1], [0, 0, 0, *[(3 + words + money) / div] * 4]),
        "linked": ([1, 1, 0, 0, 0, 0, 0], [1, 1, 2 / 3, 0, 0, 0, 0]),
        "money": ([0, 0, 0, 0, 0, 0, 3], [0, 0, 0, 1, 1, 1, 1]),
        "headings": ([0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1 / 4, 1 / 4, 1 / 4, 1 / 4]),
        "place": ([0, 0, 0, 0, 0, 0, 0], [0, 1 / 2, 2 / 3, 0, 1 / 4, 2 / 4, 3 / 4]),
    }  # fmt: skip
    found = measure(HTML)
    for name, both in own_and_outer.items():
        assert_features(found, {f"{name}_{level}": values for level, values in enumerate(both)})
    assert_features(found, {"children_2": logs(2) * 7})


def test_a_container_is_described_by_those_like_it() -> None:
    """Siblings are those with the same tag and class. The only item of the second list repeats as this list does."""
    page = 85
    assert_features(
        measure(HTML),
        {
            "repeats_0": logs(2, 2, 2, 1, 3, 3, 3),
            "repeats_1": logs(2, 2, 1, 1, 1, 1, 1),
            "alike_0": logs(3, 3, 3, 1, 3, 3, 3),
            "alike_1": logs(2, 2, 1, 1, 1, 1, 1),
            "group_0": [8 / page, 8 / page, 6 / page, 3 / page, *[68 / page] * 3],
            "group_1": [14 / page, 14 / page, 14 / page, *[71 / page] * 4],
            "group_link_0": [1, 1, 0, 0, 0, 0, 0],
            "group_link_1": [8 / 14, 8 / 14, 8 / 14, 0, 0, 0, 0],
        },
    )


def test_a_page_repeats_as_the_containers_two_steps_around_its_blocks_do() -> None:
    """Three sections of two parts of two paragraphs, and as a class of its own a fourth."""
    parts = "<div><p>one<p>two</div>" * 2
    html = f"<section>{parts}</section>" * 3 + f"<section class=last>{parts}</section>"
    assert_features(measure(html), {"page_repeats": logs(3) * 16})


def test_much_punctuation_counts_as_no_more_than_ten() -> None:
    """As many stops and commas as letters; and without letters, nothing is divided by zero."""
    expected = {"stops_0": [10, 10], "commas_0": [10, 0], "share_0": [1, 0], "running_0": [0, 0]}
    assert_features(measure("<p>a.,<p>$."), expected)
    assert_features(measure("<p>$."), {"stops_0": [10], "share_0": [0]})


def test_a_block_is_linked_if_more_than_six_tenths_of_it_are() -> None:
    """Three letters of five are not enough, seven of ten are."""
    assert_features(measure("<p><a>aaa</a>bb<p><a>aaaaaaa</a>bbb"), {"linked_0": [0, 1]})


def test_a_group_of_a_single_letter_is_all_link() -> None:
    """And one of a sign of money is none."""
    assert_features(measure("<p><a>a</a><div>$"), {"group_link_0": [1, 0]})
