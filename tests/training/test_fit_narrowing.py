"""The weights that decide when content is narrowed: they choose the part that improves it, or none."""

from __future__ import annotations

import numpy as np
import pytest

from training.fit_narrowing import Row, fit_weights


def make_rows(helps: float) -> list[Row]:
    """Pages with three parts; the first feature says which of these improves the content, the second says nothing."""
    draw = np.random.default_rng(0)
    rows = []
    for number in range(60):
        good = np.arange(3) == number % 3
        features = np.column_stack((good + draw.normal(0, 0.1, 3), draw.normal(0, 1, 3)))
        rows.append(Row("article", f"s{number}", 1.0, features, np.where(good, helps, -0.2)))
    return rows


def test_the_part_that_improves_the_content_has_the_best_score() -> None:
    """Above that of no part, which is 0; pages without parts change nothing."""
    rows = make_rows(0.3)
    weights, bias = fit_weights([*rows, Row("listing", "none", 1.0, np.zeros((0, 2)), np.zeros(0))])
    scores = [row.features @ weights + bias for row in rows]
    assert [row.change[np.argmax(score)] for row, score in zip(rows, scores, strict=True)] == [0.3] * 60
    assert all(score.max() > 0 for score in scores)
    assert abs(weights[0]) > 5 * abs(weights[1])


@pytest.mark.parametrize("helps", [-0.3, -0.1])
def test_no_part_is_chosen_where_all_of_them_lose(helps: float) -> None:
    """Not even the one that loses least."""
    rows = [*make_rows(helps), Row("article", "one", 0.001, np.ones((1, 2)), np.array([0.1]))]
    weights, bias = fit_weights(rows)
    assert all((r.features @ weights + bias < 0).all() for r in rows[:-1])
