"""Whether the screen on which windows open answers."""

from __future__ import annotations

import os
import re
import socket
from contextlib import suppress
from pathlib import Path


def reaches_screen() -> bool:
    """Whether the local screen on which Chromium opens its windows answers; False for one of another machine.

    Chromium decides as here between Wayland and X (ui/linux/display_server_utils.cc); before version 140 it needs X.
    """
    if not hasattr(socket, "AF_UNIX"):
        return False
    wayland, x = _find_wayland(), os.environ.get("DISPLAY", "")
    prefers_wayland = os.environ.get("XDG_SESSION_TYPE") == "wayland"
    addresses = [wayland] if wayland and (prefers_wayland or not x) else _list_x(x)
    return any(_answers(address) for address in addresses)


def _find_wayland() -> str:
    """Find the socket of the Wayland screen; empty if there is none."""
    folder, named = os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("WAYLAND_DISPLAY")
    path = Path(folder, "wayland-0" if named is None else named)
    is_there = bool(named) if named is not None else bool(folder) and path.exists()
    return str(path) if is_there else ""


def _list_x(display: str) -> list[str]:
    """List the addresses at which a local X screen may answer."""
    number = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", display)
    path = f"/tmp/.X11-unix/X{number[1]}" if number else ""
    return [path, f"\0{path}"] if path else []


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as asking, suppress(OSError):  # a path that is too long for a socket
        return asking.connect_ex(address) == 0
    return False
