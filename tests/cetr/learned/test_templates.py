"""Templates that several sites share: what gold of known pages says of another one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cetr.console import InputError
from cetr.document import Floats, derive_text
from cetr.learned import Model, label_blocks, load_model, read_page, suggest, write_model
from cetr.learned.model import read_model
from cetr.learned.templates import (
    KINDS,
    Templates,
    ask_gold,
    compare_paths,
    make_templates,
    post,
    recall,
    shorten_paths,
    to_odds,
)
from tests.cetr.learned.files import rewrite

POST = "<div class=post><div class=author>{0} joined last year as member {1}</div><div class=body>{2}</div></div>"
"""What a forum's software makes of a post."""
WORDS = (
    "We oiled the hinge of the garden door on Monday.",
    "On Tuesday it began to creak again, louder than before.",
    "Then you should take it off and clean it with a brush.",
)
SURE = np.log(11) * 1.69
"""One page with or without gold at all five kinds of paths: log of (1 + 0.1) / (0 + 0.1), times the sum of weights."""


def write_thread(names: str, more: str = "") -> str:
    """A thread of a post for each name, below a menu of eight links; ``more`` HTML follows."""
    menu = "".join(f"<li><a href={number}>Board {number}</a></li>" for number in range(8))
    posts = "".join(POST.format(name, number, WORDS[number]) for number, name in enumerate(names.split()))
    return f"<title>Hinges</title><ul class=menu>{menu}</ul><div class=thread>{posts}</div>{more}"


def write_parts(number: int) -> str:
    """Parts of other names, of four paths each, and one by tag names that all of them share."""
    return "".join(f"<section class=part-{letter}><p>Another part.</p></section>" for letter in "abcdefghijkl"[:number])


def know(html: str, gold: str) -> Templates:
    """The template of one page with gold."""
    page = read_page(html)
    labels = label_blocks(page.blocks, gold)
    paths, of = np.unique(shorten_paths(page.paths), return_inverse=True)
    share = np.bincount(of.ravel(), np.tile(labels.share, 5)) / np.bincount(of.ravel())
    return make_templates([(paths, np.ones(len(paths)), share)])


def ask(html: str, templates: Templates) -> Floats:
    """What the templates add to the log-odds of a page's blocks."""
    return recall(templates, shorten_paths(read_page(html).paths))


KNOWN = know(write_thread("ann bob cid"), " ".join(WORDS))


def test_gold_may_be_divided_on_a_form() -> None:
    """Then it says nothing about a text of the form: others at the path do not decide in its place."""
    at, form = 1, 2
    codes, weights = np.array([at, form], dtype=np.uint32), np.ones(2)
    postings = post([(codes, (weights, np.array(golds))) for golds in ([1.0, 1], [0.5, 0])], 2)
    odds, counts = ask_gold(postings, np.ones(2), np.array([[at], [at], [at], [form], [at]], dtype=np.uint32))
    known = np.log((1.5 + 0.1) / (0.5 + 0.1))
    assert dict(zip(KINDS, odds[:, 0].tolist(), strict=True)) == pytest.approx(
        {"near": 0, "middle": 0, "far": known, "form": 0, "names": known}
    )
    assert (counts == 1).all()


def test_gold_of_other_forms_counts_where_none_of_the_form_is_known() -> None:
    """A page whose gold is unknown at a path says nothing of it, and one that is not trusted neither."""
    codes, golds = np.array([1], dtype=np.uint32), (1.0, np.nan, 0.0)
    postings = post([(codes, (np.ones(1), np.array([gold]))) for gold in golds], 2)
    paths = np.array([[1], [1], [1], [2], [2]], dtype=np.uint32)
    odds, counts = ask_gold(postings, np.array([0.5, 1, 0]), paths)
    known = np.log(1.1 / 0.1)
    assert odds[:, 0].tolist() == pytest.approx([known, known, known, 0, 0])
    assert counts[:, 0].tolist() == [0.5, 0.5, 0.5, 0, 0]


def test_log_odds_of_shares_are_bounded() -> None:
    """By six."""
    assert to_odds(np.array([0, 0.001, 0.01, 0.5, 1])).tolist() == pytest.approx([-6, -6, np.log(1 / 99), 0, 6])


def test_pages_without_text_have_nothing_in_common() -> None:
    """Nothing is divided by zero."""
    assert compare_paths(post([], 0), np.zeros(1, dtype=np.int64), np.zeros((5, 0), dtype=np.uint32)).tolist() == [0]


def test_a_page_of_another_template_does_not_matter() -> None:
    """The model knows both."""
    paths = np.unique(shorten_paths(read_page(write_parts(9)).paths))
    other = paths, np.ones(len(paths)), np.zeros(len(paths))
    thread = KNOWN.paths.codes, *KNOWN.paths.values
    page = write_thread("dora emil")
    np.testing.assert_array_equal(ask(page, make_templates([other, thread])), ask(page, KNOWN))


def test_gold_of_one_site_tells_the_posts_of_another_from_their_authors() -> None:
    """The menu's links and the lines about authors are as sure as the posts, the other way round."""
    assert ask(write_thread("dora emil"), KNOWN).tolist() == pytest.approx([-SURE] * 8 + [-SURE, SURE] * 2)


def test_what_the_known_page_does_not_have_is_left_to_the_model() -> None:
    """A note in a part of its own."""
    assert ask(write_thread("dora emil", "<p class=note>All times are in Greenwich.</p>"), KNOWN)[-1] == 0


def test_a_page_of_another_template_learns_nothing() -> None:
    """Its menu is that of the forum, but it shares 5 of 32 paths. With fewer parts of its own, it shares 5 of 20."""
    assert not ask(write_thread("", write_parts(4)), KNOWN).any()
    assert ask(write_thread("", write_parts(1)), KNOWN)[0] == pytest.approx(-SURE * 5 / 20 * 2)


def test_gold_counts_in_proportion_to_what_pages_share() -> None:
    """Fully from half of the paths on."""
    asked = [ask(write_thread("dora emil", write_parts(number)), KNOWN)[9] for number in (0, 3, 4, 5)]
    assert asked == pytest.approx([SURE, SURE, SURE * 15 / 32 * 2, SURE * 15 / 36 * 2])


def test_a_path_whose_gold_is_unknown_says_nothing() -> None:
    """A page's gold may leave open whether a part of it is content."""
    page = read_page(write_thread("ann bob cid"))
    paths = np.unique(shorten_paths(page.paths))
    unknown = make_templates([(paths, np.ones(len(paths)), np.full(len(paths), np.nan))])
    assert not ask(write_thread("dora emil"), unknown).any()


def test_a_model_with_templates_uses_them() -> None:
    """The shipped model without its own takes the authors for content; with one known page, it does not."""
    bare = replace(load_model(), templates=None)
    page = write_thread("dora emil fred")
    taught = replace(bare, templates=KNOWN)
    assert derive_text(page, suggest(page, taught).spans).splitlines() == list(WORDS)
    assert derive_text(page, suggest(page, bare).spans).splitlines() != list(WORDS)


def test_the_file_of_a_model_keeps_its_templates(small_model: Model, tmp_path: Path) -> None:
    """Shares as numbers of half precision; the same model gives the same bytes."""
    write_model(tmp_path / "a.npz", replace(small_model, templates=KNOWN))
    read = read_model(tmp_path / "a.npz")
    write_model(tmp_path / "b.npz", read)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert read.templates is not None
    page = write_thread("dora emil")
    np.testing.assert_array_equal(ask(page, read.templates), ask(page, KNOWN))


SIZE = len(KNOWN.paths.codes)


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("code", np.zeros(3, np.uint32), "the templates' tables differ in length"),
        ("code", np.arange(SIZE)[::-1].copy(), "templates.code: is not in order, or not of 32 bits"),
        ("code", np.arange(SIZE) - 1, "templates.code: is not in order, or not of 32 bits"),
        ("code", np.arange(SIZE) + 2**40, "templates.code: is not in order, or not of 32 bits"),
        ("page", np.full(SIZE, 10_000), "templates.page: 10001 pages, more than 10000"),
        ("page", np.full(SIZE, -1), "templates.page: is not a row of indices"),
        ("weight", np.full(SIZE, 2.0), "templates.weight: is not a share"),
        ("gold", np.full(SIZE, -0.5), "templates.gold: is not a share"),
        ("gold", np.full(SIZE, np.nan), "templates.gold: one is not a number, or too large"),
    ],
)
def test_damaged_templates_are_refused(
    name: str, array: np.ndarray, message: str, small_model: Model, tmp_path: Path
) -> None:
    """What would look in vain, take much memory, or count more than it may."""
    path = tmp_path / "model.npz"
    write_model(path, replace(small_model, templates=KNOWN))
    rewrite(path, {f"templates.{name}": array})
    with pytest.raises(InputError) as caught:
        read_model(path)
    assert str(caught.value) == f"{path}: is a damaged model file ({message}); train it again"
