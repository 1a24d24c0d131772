"""The title above the content."""

from __future__ import annotations

import time

import numpy as np
import pytest

from cetr.learned import find_blocks
from cetr.learned.titles import take_title

TEXT = "<p>The tide turns twice a day.</p>"


def take(html: str, content: str, title: float = 0.2) -> bool:
    """Whether the first ``<h1>`` of a page is taken, if the blocks with these words are chosen."""
    blocks = find_blocks(html)
    texts = [html[start:end] for start, end in zip(blocks.start.tolist(), blocks.end.tolist(), strict=True)]
    chosen = np.array([content in text for text in texts])
    found = take_title(blocks, np.where(chosen, 0.9, title), chosen)
    assert (found >= chosen).all()
    return bool(found[next(i for i, text in enumerate(texts) if "Tides" in text)])


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>Tides</h1>{TEXT}",
        f"<header><h1>Tides</h1><br>by Mia</header><div><div>{TEXT}</div></div>",
        f"<div><div><div><div><h1>Tides</h1>{TEXT}</div></div></div></div>",
        f"<h1>Tides</h1><h1><img></h1>{TEXT}",
        f"<h1>Tides</h1>{TEXT}<h1>More",
        f"<h1>Tides</h1><i><b></i></b></b></i>{TEXT}",
        f"<h1>Site</h1><div><h1>Tides</h1></div>{TEXT}",
    ],
)
def test_a_title_near_the_content_is_taken(html: str) -> None:
    """It is taken although the model alone would leave it out."""
    assert take(html, "tide turns")


@pytest.mark.parametrize(
    ("html", "title"),
    [
        (f"<h1>Tides</h1>{TEXT}", 0.03),
        (f"<h1>Tides</h1><div><div><div>{TEXT}</div></div></div>", 0.2),
        (f"<h1>Tides</h1><h1>The tide turns</h1>{TEXT}", 0.2),
        (f"{TEXT}<h1>Tides</h1>", 0.2),
        (f"<h1>Tides</h1><h1>Site</h1>{TEXT}", 0.2),
    ],
)
def test_other_titles_are_not(html: str, title: float) -> None:
    """Improbable, far from the content, beside one that is chosen, below the content, or not the nearest."""
    assert not take(html, "tide turns", title)


def test_without_content_there_is_no_title() -> None:
    """A page of which nothing is chosen stays empty."""
    assert not take(f"<h1>Tides</h1>{TEXT}", "nothing of it")


@pytest.mark.parametrize(
    ("html", "taken"),
    [
        (f"<h1>Tides</h1>{'<div>' * 60_000}{'</b>' * 60_000}{TEXT}", False),
        (f"{'<h1>Word ' * 60_000}<h1>Tides</h1>{TEXT}", True),
    ],
)
def test_a_hostile_page_takes_linear_time(html: str, taken: bool) -> None:
    """Neither elements that never close nor titles within titles are gone through once for each other."""
    start = time.process_time()
    assert take(html, "tide turns") is taken
    assert time.process_time() - start < 5
