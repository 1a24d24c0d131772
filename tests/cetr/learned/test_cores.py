"""Cores: the container that holds most of the expected content, what is around it, and what branches off."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cetr.learned import find_blocks
from cetr.learned.cores import find_branches, find_core, survey_cores
from cetr.learned.extents import find_extents
from tests.cetr.learned.measured import logs

PAGE = """<nav>Home</nav><main><h1>Rain</h1><div><p>It rains here.</p><p>It pours there.</p><p>It snows now.</p></div>
<aside><p><a>Read</a> more.</p></aside></main><footer>Imprint</footer>"""


def test_blocks_of_a_branch_are_told_alike_how_much_of_it_is_content() -> None:
    """With all content in the div it is the core; the aside branches off one step up, nav and footer two."""
    blocks = find_blocks(PAGE)
    assert [PAGE[s:e] for s, e in zip(blocks.start, blocks.end, strict=True)] == (
        "Home|Rain|It rains here.|It pours there.|It snows now.|Read</a> more.|Imprint".split("|")
    )
    gain = np.array([0, 0, 3, 3, 3, 0, 0.0])
    weight = np.array([1, 1, 3, 3, 3, 2, 1.0])
    found = survey_cores(gain, weight, blocks, find_extents(blocks))(slice(0, 7))
    for share in (50, 80):
        expected = {
            "inside": [0, 0, 1, 1, 1, 0, 0],
            "up": [2, 1, 0, 0, 0, 1, 2],
            "down": [0, 0, 0, 0, 0, 1, 0],
            "share": [0, 0, 1 / 3, 1 / 3, 1 / 3, 0, 0],
            "mean": [0, 0, 1, 1, 1, 0, 0],
            "from_first": [-2, -1, 0, 1, 2, 3, 4],
            "to_last": [4, 3, 2, 1, 0, -1, -2],
            "side": [-1, -1, 0, 0, 0, 1, 1],
            "link": [0, 0, 0, 0, 0, 4 / 8, 0],
            "blocks": logs(1, 1, 1, 1, 1, 1, 1),
            "width": logs(4, 4, 11, 12, 10, 8, 7),
            "fork_width": [1, 45 / 56, 33 / 56, 33 / 56, 33 / 56, 45 / 56, 1],
            "fork_mean": [9 / 14, 9 / 12, 1, 1, 1, 9 / 12, 9 / 14],
        }
        assert {name: found[f"core{share}_{name}"].tolist() for name in expected} == expected


def test_the_smaller_share_finds_the_inner_core() -> None:
    """A container with six tenths of the content is the core for one half of it, the one around it for most of it."""
    blocks = find_blocks("<section><div><p>one</p><p>two</p></div><p>three</p></section><p>four</p>")
    gain = np.array([0.3, 0.3, 0.3, 0.1])
    found = survey_cores(gain, np.ones(4), blocks, find_extents(blocks))(slice(0, 4))
    assert found["core50_inside"].tolist() == [1, 1, 0, 0]
    assert found["core80_inside"].tolist() == [1, 1, 1, 0]
    assert found["core80_own"].tolist() == [0, 0, 0, 0]


def test_a_text_beside_branches_stands_for_itself() -> None:
    """It is directly in the core, so no branch is around it."""
    blocks = find_blocks("<div>one <a>two</a><p>three</p></div><p>four</p>")
    found = survey_cores(np.array([1, 0.5, 0]), np.array([2, 1, 1]), blocks, find_extents(blocks))(slice(0, 3))
    expected = {
        "own": [1, 0, 0],
        "up": [0, 0, 1],
        "down": [0, 0, 0],
        "share": [1 / 1.5, 0.5 / 1.5, 0],
        "mean": [1 / 2, 1 / 2, 0],
        "link": [3 / 6, 0, 0],
        "blocks": logs(1, 1, 1),
        "width": logs(6, 5, 4),
        "fork_width": [11 / 15, 11 / 15, 1],
        "fork_mean": [1.5 / 3, 1.5 / 3, 1.5 / 4],
    }
    assert {name: found[f"core80_{name}"].tolist() for name in expected} == expected


def test_blocks_far_from_the_core_are_all_as_far() -> None:
    """Thirty blocks, on either side. A sign of money is no text, and nothing is divided by zero."""
    blocks = find_blocks("<p>$" * 40 + "<div>one<p>two</div>" + "<p><a>a</a>" * 40)
    gain = np.where(blocks.width > 1, 1.0, 0)
    found = survey_cores(gain, np.ones(82), blocks, find_extents(blocks))(slice(0, 82))
    assert found["core80_from_first"][[0, 9, 10, 11, 69, 70, 71, 81]].tolist() == [-30, -30, -30, -29, 29, 30, 30, 30]
    assert found["core80_to_last"][[0, 10, 11, 12, 70, 71, 72, 81]].tolist() == [30, 30, 30, 29, -29, -30, -30, -30]
    assert found["core80_link"].tolist() == [0] * 42 + [1] * 40


def test_without_any_expected_content_all_shares_are_zero() -> None:
    """Nothing is divided by zero where a page expects nothing."""
    blocks = find_blocks("<div>a</div>b")
    found = survey_cores(np.zeros(2), np.ones(2), blocks, find_extents(blocks))(slice(0, 2))
    assert all(np.isfinite(values).all() for values in found.values())
    assert (found["core80_share"].tolist(), found["core80_mean"].tolist()) == ([0, 0], [0, 0])


tags = st.sampled_from("<div> </div> <p> </p> <ul> <li> </ul> <section> </section> <b> text".split())


@given(st.lists(tags, max_size=60), st.integers(0, 60))
def test_branches_are_what_a_walk_up_the_tree_finds(parts: list[str], pick: int) -> None:
    """For every container of any tag soup, and any core: the last container on the way up that is not of the trunk."""
    containers = find_blocks(" ".join(parts)).containers
    parent = containers.parent.tolist()
    core = pick % len(parent)
    trunk, branch = find_branches(containers, core)

    def climb(number: int) -> list[int]:
        return [number] if number == 0 else [number, *climb(parent[number])]

    assert np.flatnonzero(trunk).tolist() == sorted(climb(core))
    for number in np.flatnonzero(~trunk).tolist():
        assert branch[number] == [step for step in climb(number) if not trunk[step]][-1]


def test_the_core_is_the_innermost_container_with_enough() -> None:
    """A parent's number is smaller than its children's; the document is the core when none holds enough."""
    assert find_core(np.array([9, 8, 8, 1.0]), 8) == 2
    assert find_core(np.array([9, 8, 8, 1.0]), 9.5) == 0
