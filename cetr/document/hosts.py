"""The host of a URL, which says which pages belong to one site."""

from __future__ import annotations

from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


def find_host(url: str) -> str:
    """Return the host of a URL without ``www.``, with a port that is not the scheme's; empty if it has none."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removeprefix("www."), parts.port
    except ValueError:
        return ""
    if not host or port is None or port == _PORTS.get(parts.scheme):
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
