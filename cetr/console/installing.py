"""How to add what is not installed, in the words of the tool that installed the rest."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_TOOLS = {"pipx_metadata.json": "pipx install --force", "uv-receipt.toml": "uv tool install --force"}
"""The file by which a tool knows an environment as its own, and its command to install into it anew."""


def name_install(extra: str, environment: Path | None = None) -> str:
    """Name the command that adds an extra to the running installation, or to an ``environment``."""
    folder = environment or Path(sys.prefix)
    command = next((command for file, command in _TOOLS.items() if (folder / file).is_file()), "pip install")
    return f"{command} '{_find_distribution()}[{extra}]'"


def _find_distribution() -> str:
    """Name what is installed: the extraction alone, or the whole toolkit."""
    try:
        version("cetr-extract")
    except PackageNotFoundError:
        return "cetr-gold"
    return "cetr-extract"
