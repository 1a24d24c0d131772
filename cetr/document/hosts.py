"""The host of a URL, which says which pages belong to one site."""

from __future__ import annotations

from unicodedata import normalize
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_FRONTS = frozenset(("www", "m", "mobile", "amp"))
"""First labels under which a site shows the same pages, for other screens."""
_LONGEST_LABEL = 63


def spell_host(host: str) -> str:
    """Write a host in ASCII as browsers do; Python's own codec would turn ß into ss."""
    plain = normalize("NFKC", host).lower().replace("\N{IDEOGRAPHIC FULL STOP}", ".")
    return ".".join(map(_spell_label, plain.split(".")))


def _spell_label(label: str) -> str:
    if label.isascii() or len(label) > _LONGEST_LABEL:
        return label
    return "xn--" + label.encode("punycode").decode()


def find_host(url: str) -> str:
    """Return the host of a URL as `split_host` does, with the port if it counts; empty if it has none."""
    name, port = split_host(url)
    if port is None:
        return name
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def split_host(url: str) -> tuple[str, int | None]:
    """Return the name of a URL's host in ASCII without ``www.``, ``m.``, ``mobile.`` or ``amp.`` and without a dot at
    its end, and a port that is not the scheme's; the name is empty if there is no host.
    """
    try:
        parts = urlsplit(url)
        name, port = _strip_front(spell_host(parts.hostname or "").removesuffix(".")), parts.port
    except ValueError:
        return "", None
    return name, None if not name or port == _PORTS.get(parts.scheme) else port


def _strip_front(host: str) -> str:
    front, _, rest = host.partition(".")
    return rest if front in _FRONTS and "." in rest else host
