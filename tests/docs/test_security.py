"""Every promise of docs/security.md names tests, and they exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_has_a_test() -> None:
    """Names without a folder are of the folder named before, or the only file of that name."""
    lines = (ROOT / "docs" / "security.md").read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        names = re.findall(r"`([^`]+)`", row[-1])
        assert names and all(name.endswith(".py") for name in names), row
        for name in names:
            found = [path for path in ROOT.glob(f"tests/**/{Path(name).name}") if str(path).endswith(f"/{name}")]
            assert len(found) == 1, name
            assert "def test_" in found[0].read_text("utf-8")
