"""Whether the screen on which windows open answers."""

from __future__ import annotations

import os
import re
import socket


def reaches_screen() -> bool:
    """Whether a local X screen, which ``DISPLAY`` names, answers; False for screens of another kind."""
    number = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", os.environ.get("DISPLAY", ""))
    if number is None or not hasattr(socket, "AF_UNIX"):
        return False
    path = f"/tmp/.X11-unix/X{number[1]}"
    return any(_answers(address) for address in (path, f"\0{path}"))


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as asking:
        return asking.connect_ex(address) == 0
