"""How to add what is not installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cetr.console import name_install


@pytest.mark.parametrize(
    ("file", "command"),
    [("pyvenv.cfg", "pip"), ("pipx_metadata.json", "pipx"), ("uv-receipt.toml", "uv tool")],
)
@pytest.mark.parametrize(
    ("folder", "editable", "what"),
    [
        (None, False, "'cetr-extract[warc]'"),
        ("gone", False, "'cetr-extract[warc]'"),
        ("my clone", False, "'{}/my clone[warc]'"),
        ("clone", True, "-e '{}/clone[warc]'"),
    ],
)
def test_an_extra_is_added_by_the_tool_and_from_the_folder_that_installed_the_rest(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    command: str,
    folder: str | None,
    editable: bool,
    what: str,
) -> None:
    """In an environment of pipx or uv, pip would install into another one; a clone is not in the package index."""
    (tmp_path / file).touch()
    facts = tmp_path / "cetr_extract-0.1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: cetr-extract\nVersion: 0.1.0\n")
    if folder:
        origin = {"url": (tmp_path / folder).as_uri(), "dir_info": {"editable": editable}}
        (facts / "direct_url.json").write_text(json.dumps(origin))
        if folder != "gone":
            (tmp_path / folder).mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    force = "" if command == "pip" else "--force "
    assert name_install("warc", tmp_path) == f"{command} install {force}{what.format(tmp_path)}"
