"""What a comparison says about its pages, its samples, and its two sides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evaluate.comparing.change import SideComparison, compare_sides, correct_all
from evaluate.comparing.conditions import Condition, Limit, parse_condition
from evaluate.comparing.sides import LeftOut, Side
from evaluate.comparing.verdicts import judge
from evaluate.comparing.writing import describe_comparison, warn_of, write_comparison, write_markdown
from evaluate.measures import Score
from evaluate.results.rows import Row


def make_side(name: str, f1: list[float], sites: list[str], other: list[float] | None = None) -> Side:
    """Pages with an F1 by each of two measures, or the same by both."""
    scores = [
        {measure: Score(v, v, v, 8 * v, 8, 8) for measure, v in (("words", one), ("bag", two))}
        for one, two in zip(f1, other or f1, strict=True)
    ]
    rows = [
        Row("p", f"d{i}", "ok", 0.002, 4.0, {"site": site}, "", scored, cpu=0.001)
        for i, (site, scored) in enumerate(zip(sites, scores, strict=True))
    ]
    return Side(name, Path(f"{name}.tsv"), {row.key: row for row in rows}, texts={})


def compare(old: Side, new: Side) -> SideComparison:
    """The comparison of two sides."""
    (found,) = correct_all([compare_sides(old, new, left_out=LeftOut(), pages=5, resamples=99, seed=0)])
    return found


TWO = ["a", "b"]
OLD, NEW = make_side("x", [0.5, 0.25], TWO), make_side("x", [0.25, 0.75], TWO)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ({"html": "rendered"}, {"html": ""}, []),
        (
            {"jobs": (1, 8)},
            {"jobs": (1, 8)},
            ["the times come from different --jobs and are hard to compare: 1 and 8 -> 1 and 8"],
        ),
        ({"jobs": (1, 8)}, {}, []),
        ({"jobs": (4,)}, {"jobs": (4,)}, []),
        (
            {"machines": ("A", "B")},
            {"machines": ("A", "B")},
            ["the times come from different machines and cannot be compared: A and B -> A and B"],
        ),
        ({"machines": ("A", "B")}, {}, []),
        ({"machines": ("A",)}, {"machines": ("A",)}, []),
    ],
)
def test_what_is_not_known_of_one_side_is_no_difference(
    old: dict[str, object], new: dict[str, object], told: list[str]
) -> None:
    """One side of several machines, or several --jobs, cannot be compared even with the same."""
    assert list(warn_of(compare(replace(OLD, **old), replace(NEW, **new)))) == told


def test_the_first_lines_of_a_comparison() -> None:
    """The time of a kB, and what was resampled: pages, with their known sites, or sites, with those not known."""
    table = write_comparison(compare(OLD, replace(NEW, extractor="y")), judge(compare(OLD, NEW), []))
    assert table.splitlines()[:2] == [
        "x -> y: 2 documents, failed 0 -> 0, lost 0, ms per kB 0.5000 -> 0.5000",
        "resampled by page: 2 pages (2 sites known)",
    ]
    # Pages of a site gain alike: Kish's effect is 2, but for 24 - 1 pages and 12 - 1 sites in the variances.
    old, new = [0.5] * 24, [0.5 + (0.125 if i // 2 % 2 else -0.125) for i in range(24)]
    sites = [f"s{i // 2}" for i in range(24)]
    for known, told in (
        (sites, f"resampled by site: 12 sites, design effect {2 * 23 / 24 * 12 / 11:.2f}"),
        ([*sites[:-1], ""], "resampled by site: 13 sites (12 sites known), design effect "),
    ):
        found = compare(make_side("x", old, known), make_side("x", new, known))
        assert write_comparison(found, judge(found, [])).splitlines()[1].startswith(told)


def test_pages_are_told_with_the_most_lost_first() -> None:
    """And the most gained first; old before new, in the table as in Markdown, where what is unknown is a dash."""
    old = make_side("x", [0.5, 0.75, 0.5, 0.25], ["a"] * 4)
    new = make_side("x", [0.25, 0.25, 1.0, 0.5], ["a"] * 4)
    found = compare(old, new)
    lines = write_comparison(found, judge(found, [])).splitlines()
    start = lines.index("Lost most (words.f1):")
    assert lines[start : start + 7] == [
        "Lost most (words.f1):",
        "  -0.5000  p/d1  0.7500 -> 0.2500",
        "  -0.2500  p/d0  0.5000 -> 0.2500",
        "",
        "Gained most (words.f1):",
        "  +0.5000  p/d2  0.5000 -> 1.0000",
        "  +0.2500  p/d3  0.2500 -> 0.5000",
    ]
    markdown = write_markdown(found, judge(found, [])).splitlines()
    assert "| p/d1 | 0.7500 | 0.2500 |  |  |" in markdown
    one = compare(make_side("x", [0.5], ["a"]), make_side("x", [0.75], ["a"]))
    row = "| words.f1 | 0.5000 | 0.7500 | +0.2500 | – | – | 0 | 0 | 1 |"
    assert row in write_markdown(one, judge(one, [])).splitlines()


def test_a_page_is_lost_by_the_first_measure_if_nothing_is_left() -> None:
    """Neither by another measure, nor if a little is left, nor if there was nothing before."""
    old = make_side("x", [0.5, 0.5, 0.5, 0.0], ["a"] * 4)
    found = compare(old, make_side("x", [0.0, 0.125, 0.5, 0.0], ["a"] * 4, other=[0.5, 0.5, 0.0, 0.5]))
    assert found.whole.lost == ("p/d0",)
    described = describe_comparison(found, judge(found, []))
    assert described["lost"] == ["p/d0"]
    assert described["resampled"] == {"unit": "page", "count": 4, "sites": 1, "without_site": 0}
    assert (described["failed"], described["documents"]) == ([0, 0], 4)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("extra.my-key=x: words.f1 < +0.5", Condition("extra.my-key", "x", (Limit("words.f1", "<", 0.5),))),
        (" page_type=forum : words.f1 > 1E-3 ", Condition("page_type", "forum", (Limit("words.f1", ">", 0.001),))),
        ("rouge-lsum.f1.low <= -.5", Condition("", "", (Limit("rouge-lsum.f1.low", "<=", -0.5),))),
        ("language=*: failed > 0", Condition("language", "*", (Limit("failed", ">", 0),))),
        (
            "words.f1 < 0\tand\twords.f1.p < 0.05",
            Condition("", "", (Limit("words.f1", "<", 0), Limit("words.f1.p", "<", 0.05))),
        ),
    ],
)
def test_how_a_limit_may_be_written(text: str, condition: Condition) -> None:
    """With blanks, signs and exponents; fields and measures may have a hyphen."""
    assert parse_condition(text, ["words", "rouge-lsum"]) == condition
