"""The signs on the screen. None depends on colour; there is an ASCII set for terminals that need it."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len


@dataclass(frozen=True)
class Symbols:
    """One set of signs; ``bar`` holds a full cell and its eighths, smallest first."""

    full: str
    partial: str
    none: str
    optional: str
    extra: str
    missing: str
    both: str
    contested: str
    unseen: str
    cursor: str
    selected: str
    smoothed: str
    threshold: str
    bar: str
    draft: str
    harvested: str
    gold: str
    reviewed: str
    rejected: str
    flag: str
    finding: str
    between: str


UNICODE = Symbols(
    full="█",
    partial="▌",
    none="·",
    optional="○",
    extra="+",
    missing="-",
    both="±",
    contested="?",
    unseen="¬",
    cursor="▶",
    selected="┃",
    smoothed="◆",
    threshold="┊",
    bar="▏▎▍▌▋▊▉█",
    draft="…",
    harvested="◌",
    gold="○",
    reviewed="✓",
    rejected="✗",
    flag="⚑",
    finding="!",
    between="·",
)

ASCII = Symbols(
    full="#",
    partial="%",
    none=".",
    optional="o",
    extra="+",
    missing="-",
    both="x",
    contested="?",
    unseen="~",
    cursor=">",
    selected="|",
    smoothed="*",
    threshold=":",
    bar="=",
    draft="~",
    harvested="h",
    gold="o",
    reviewed="v",
    rejected="x",
    flag="F",
    finding="!",
    between="|",
)
"""Signs of one ASCII character each, for terminals with fonts that lack the others or draw them too wide."""

DRAWN_IN_ASCII = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(range(0x2580, 0x25A0), " "),
    **str.maketrans(dict.fromkeys("─━═╌▔", "-") | dict.fromkeys("│┃║╎▎▊▌▐", "|")),
    **str.maketrans({"▁": "_", "…": "~", "⋮": ":", "–": "-", "×": "x", "🔎": "? "}),
}
"""ASCII characters for borders, scroll bars and the like, of the same width: for `str.translate`."""


def draw_bar(symbols: Symbols, share: float, smoothed: float | None, threshold: float | None, width: int) -> str:
    """Draw a bar of ``width`` cells for a share of 0 to 1, with the smoothed share and a threshold, if any."""
    if width <= 0:
        return ""
    eighths = round(min(max(share, 0.0), 1.0) * width * len(symbols.bar))
    full, rest = divmod(eighths, len(symbols.bar))
    cells = list((symbols.bar[-1] * full + (symbols.bar[rest - 1] if rest else "")).ljust(width)[:width])
    for value, sign in ((threshold, symbols.threshold), (smoothed, symbols.smoothed)):
        if value is not None:
            cells[min(int(min(max(value, 0.0), 1.0) * width), width - 1)] = sign
    return "".join(cells)


def fits(text: str, width: int) -> str:
    """Cut text to some cells; if something is cut, the last cell is an ellipsis."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…"
