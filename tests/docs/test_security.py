"""Every promise of docs/security.md names tests, and they exist; its figures are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from annotate import memory
from annotate.capture.tab import Limits
from annotate.formats.importing import GROWTH, LEAST
from cetr.console import LARGEST
from cetr.proxy import server, site
from evaluate.package.store import META_BYTES

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


@pytest.mark.parametrize(
    "promised",
    [
        f"may make at most {Limits().requests:,} requests, run for {Limits().whole} s in an unattended capture",
        f"take {memory.MOST / 2**30:g} GiB of memory in each browser process",
        f"together take more than {memory.MOST_TOGETHER / 2**30:g} GiB",
        f"at most {GROWTH} times the bytes of the source, or {LEAST / 10**9:g} GB",
        f"larger than {LARGEST / 10**6:g} MB",
        f"metadata over {META_BYTES / 10**6:g} MB",
        f"to a site after {site.TOTAL / 60:g} minutes, to a client after {2 * server.TOTAL / 60:g}",
    ],
)
def test_its_figures_are_those_of_the_code(promised: str) -> None:
    """Tests of limits set lower ones, and would not notice."""
    assert promised in (ROOT / "docs" / "security.md").read_text("utf-8")
