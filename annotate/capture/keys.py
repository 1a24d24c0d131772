"""The keys of the toolbar, as the user has set them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from annotate.capture.settings import KEYS
from cetr.console import InputError
from evaluate.parsing import read_toml

SCHEMA = 1
_NAMES = "Enter Escape Tab Backspace Delete Insert Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight"
_NAMED_KEYS = {name.lower(): name for name in (*_NAMES.split(), *(f"F{n}" for n in range(1, 13)))} | {"space": " "}


def read_keys(file: Path) -> dict[str, str]:
    """Read the keys with the user's changes: lines ``command = "key"`` of a TOML file."""
    stated: dict[str, Any] = read_toml(file, dict[str, Any], SCHEMA)
    stated.pop("schema", None)
    wanted: dict[str, str] = {}
    for command, named in stated.items():
        if command not in KEYS.values():
            raise InputError(
                f"{file}: {command}: is not a command (available: {', '.join(sorted(set(KEYS.values())))})"
            )
        key = normalize_key(named) if isinstance(named, str) else None
        if key is None:
            raise InputError(f'{file}: {command}: the key is a string such as "w", "Enter" or "Ctrl+s"')
        if other := next((c for c, k in wanted.items() if k == key), None):
            raise InputError(f"{file}: {other} and {command}: have the same key")
        wanted[command] = key
    kept = {key: command for key, command in KEYS.items() if command not in wanted and key not in wanted.values()}
    return {key: command for command, key in wanted.items()} | kept


def normalize_key(text: str) -> str | None:
    """Return the page's name of a key, whatever the case of ``text``; None if no key has that name."""
    match = re.fullmatch(r"((?:(?:ctrl|alt|shift)\+)*)(.|[a-z]+\d*)", text, re.IGNORECASE)
    if match is None:
        return None
    held = set(match[1].lower().split("+"))
    key = match[2].lower() if len(match[2]) == 1 else _NAMED_KEYS.get(match[2].lower())
    if key is None or (
        len(key) == 1 and "shift" in held
    ):  # a shifted letter is the same letter, a shifted sign is another sign
        return None
    return "".join(f"{name}+" for name in ("Ctrl", "Alt", "Shift") if name.lower() in held) + key
