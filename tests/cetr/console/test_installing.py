"""How to add what is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cetr.console import name_install


@pytest.mark.parametrize(
    ("file", "command"),
    [("pyvenv.cfg", "pip"), ("pipx_metadata.json", "pipx"), ("uv-receipt.toml", "uv tool")],
)
def test_an_extra_is_added_by_the_tool_that_installed_the_rest(tmp_path: Path, file: str, command: str) -> None:
    """In an environment of pipx or uv, pip would install into another one."""
    (tmp_path / file).touch()
    force = "" if command == "pip" else "--force "
    assert name_install("warc", tmp_path) == f"{command} install {force}'cetr-gold[warc]'"
