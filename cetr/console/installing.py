"""How to add what is not installed, in the words of the tool that installed the rest."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_TOOLS = {"pipx_metadata.json": "pipx install --force", "uv-receipt.toml": "uv tool install --force"}
"""The file by which a tool knows an environment as its own, and its command to install into it anew."""


def name_install(extra: str, environment: Path | None = None) -> str:
    """Name the command that adds an extra to the running installation, or to an ``environment``."""
    folder = environment or Path(sys.prefix)
    command = next((command for file, command in _TOOLS.items() if (folder / file).is_file()), "pip install")
    option, source = _find_source()
    return f"{command} {option}{shlex.quote(f'{source}[{extra}]')}"


def _find_source() -> tuple[str, str]:
    """Find what was installed, the extraction alone or all: an option, and the folder of the clone or a name."""
    for name in ("cetr-extract", "cetr-gold"):
        if found := list(distributions(name=name)):  # in the folder of a clone, also what was built there
            return next(filter(None, map(_find_folder, found)), ("", name))
    return "", "cetr-gold"


def _find_folder(installed: Distribution) -> tuple[str, str] | None:
    """Find the folder that was installed, if it still exists (PEP 610)."""
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    url = urlsplit(origin.get("url", ""))
    folder = url2pathname(url.path)
    if url.scheme != "file" or not Path(folder).is_dir():
        return None
    return "-e " if origin.get("dir_info", {}).get("editable") else "", folder
