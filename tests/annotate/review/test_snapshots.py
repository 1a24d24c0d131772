"""The reviewer's main states, as they look: exact pictures (SVG), kept in snapshots/.

After a change that is meant, run this file with CETR_GOLD_WRITE_SNAPSHOTS=1, which writes them anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from textual.widgets import Input

from tests.annotate.review.driving import Driver
from tests.annotate.review.scenes import SCENES, Scene, play, write_packages
from tests.annotate.review.threads import run_async

KEPT = Path(__file__).with_name("snapshots")


def simplify(svg: str) -> str:
    """The picture without the number that Rich derives from its content for the names of its classes."""
    return re.sub(r"terminal-\d+", "terminal", svg)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_screen_looks_as_it_did(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sign and colour is where it was."""
    monkeypatch.setattr(Input, "cursor_blink", False)  # a busy machine would look while the cursor is hidden
    write_packages(tmp_path)
    pictures: list[str] = []

    async def look(driver: Driver) -> None:
        pictures.append(simplify(driver.app.export_screenshot(title=scene.name)))

    run_async(play(scene, tmp_path, look))
    kept = KEPT / f"{scene.name}.svg"
    if os.environ.get("CETR_GOLD_WRITE_SNAPSHOTS"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(pictures[0], "utf-8")
    assert pictures[0] == kept.read_text("utf-8")
