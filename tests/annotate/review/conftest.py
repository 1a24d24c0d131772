"""The package that most tests review."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.review.screens.deciding import DecidingScreen
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package
from tests.annotate.review.two_columns import WHOLE


@pytest.fixture(autouse=True)
def quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests press keys faster than people do; that is not taken for a key held down."""
    monkeypatch.setattr(DecidingScreen, "HELD_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def lasting_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, a test reads a message long after it has come."""
    for name in ("SECONDS", "WRONG_SECONDS"):
        monkeypatch.setattr(f"annotate.review.widgets.keyline.{name}", 3600.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of two pages, and two packages of predictions beside it."""
    make_package(tmp_path / "first", dict.fromkeys(("dry", "rain"), (ARTICLE, (WHOLE, MONDAY))))
    make_package(tmp_path / "second", dict.fromkeys(("dry", "rain"), (ARTICLE, (NORTH, MONDAY))))
    return make_package(tmp_path / "news", {"dry": (ARTICLE, (SOUTH,)), "rain": (ARTICLE, (HEADING,))})
