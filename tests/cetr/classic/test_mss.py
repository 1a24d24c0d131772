"""Maximum subsequence segmentation, with and without a trained model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cetr.classic import format_model, train_mss
from cetr.classic.maximum import find_maximum
from cetr.classic.mss import mss
from cetr.classic.mss_model import MssModel, join_trigrams, name_tokens, read_model
from cetr.console import InputError
from cetr.document import derive_text, read_page, read_sequence
from tests.cetr.classic.pages import content_of, make_page


@given(st.lists(st.integers(-5, 5), max_size=12))
def test_the_maximum_is_that_of_all_stretches(scores: list[int]) -> None:
    """The linear pass agrees with trying all of them; a sum of zero is no maximum."""
    sums = [sum(scores[i : j + 1]) for i in range(len(scores)) for j in range(i, len(scores))]
    found = find_maximum(np.array(scores))
    if max(sums, default=0) <= 0:
        assert found is None
    else:
        assert found is not None
        assert sum(scores[found[0] : found[1] + 1]) == max(sums)


def test_a_tag_costs_three_and_a_quarter_words() -> None:
    """Seven words across a pair of tags are worth the seven words before it, six are not."""
    seven, six = (f"<i></i>a b c d e f g h <b></b> {'x ' * count}<i></i>" for count in (7, 6))
    assert "x" in derive_text(seven, mss(seven))
    assert "x" not in derive_text(six, mss(six))


def test_a_trained_model_learns_what_the_scores_cannot(tmp_path: Path) -> None:
    """Trained on six pages, it finds the content of a seventh exactly; the untrained method takes the noise."""
    pages = [make_page(i) for i in range(6)]
    path = tmp_path / "model.json"
    path.write_bytes(format_model(train_mss((page, content_of(page)) for page in pages)))
    new = make_page(7)
    assert derive_text(new, mss(new, model=str(path))) == derive_text(new, content_of(new))
    assert "noise" in derive_text(new, mss(new))


def test_the_model_file_holds_the_model(tmp_path: Path) -> None:
    """Written and read, a model is the same; training twice gives the same bytes."""
    pages = [(make_page(i), content_of(make_page(i))) for i in range(3)]
    model = train_mss(pages)
    path = tmp_path / "model.json"
    path.write_bytes(format_model(model))
    assert read_model(path) == model
    assert format_model(train_mss(pages)) == format_model(model)
    assert (model.pages, model.format) == (3, "cetr-mss")


def test_tokens_have_the_names_of_the_paper() -> None:
    """Tags without attributes, frequent words themselves, numbers and other words as classes."""
    page = read_page("<p class=x>The 12 cats</p>")
    names = name_tokens(page, read_sequence(page), frozenset({"the"}))
    assert names == ["<p>", "the", "#", "*", "</p>"]
    assert join_trigrams(names) == ["<p> the #", "the # *", "# * </p>", "* </p> ", "</p>  "]


@pytest.mark.parametrize("pages", [[], [("<p>a</p>", ())]])
def test_training_needs_content(pages: list[tuple[str, tuple[tuple[int, int], ...]]]) -> None:
    """Without any content, or any page, there is nothing to learn."""
    with pytest.raises(InputError, match="training needs"):
        train_mss(pages)


def test_errors_name_the_model_file(tmp_path: Path) -> None:
    """A missing file says how to make one, a wrong one what is wrong with it."""
    with pytest.raises(InputError, match=r"none\.json: No such file or directory; make a model with"):
        mss("<p>a", model=str(tmp_path / "none.json"))
    wrong = tmp_path / "wrong.json"
    for data in (b'{"format": "other"}', b'{"format": "\xff"}', b'{"words": ' + b"[" * 100_000):
        wrong.write_bytes(data)
        with pytest.raises(InputError, match=r"wrong\.json: is not a model file of mss"):
            mss("<p>a", model=str(wrong))
    assert MssModel.__struct_fields__[0] == "format"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"schema": 2, "more": 1}, "schema: this version reads schema 1, the file says 2; update cetr-gold"),
        ({"schema": 0}, "schema: this version reads schema 1, the file says 0; train it again"),
        ({"schema": True}, "is not a model file of mss: Expected `int`, got `bool` - at `$.schema`"),
        ({"pages": -1}, "is not a model file of mss: Expected `int` >= 1 - at `$.pages`"),
        ({"prior": 1e300}, "is not a model file of mss: Expected `float` <= 100.0 - at `$.prior`"),
        ({"parents": {"p": -1e300}}, "is not a model file of mss: Expected `float` >= -100.0 - at `$.parents[...]`"),
    ],
)
def test_a_model_that_means_something_else_is_refused(tmp_path: Path, changed: dict[str, object], message: str) -> None:
    """Another version is reported as such, even with other fields; impossible counts and odds are named."""
    path = tmp_path / "mss.json"
    model = {"format": "cetr-mss", "schema": 1, "pages": 1, "words": [], "prior": 0, "parents": {}, "trigrams": {}}
    path.write_text(json.dumps(model))
    assert read_model(path).pages == 1
    path.write_text(json.dumps(model | changed))
    with pytest.raises(InputError) as raised:
        read_model(path)
    assert str(raised.value) == f"{path}: {message}"
