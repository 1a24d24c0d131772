"""Pages on which a trained model finds what the plain scores cannot."""

from __future__ import annotations


def make_page(number: int) -> str:
    """A page whose content is in short paragraphs, which the plain scores cannot find, after long prose in divs."""
    noise = f"<div>{f'noise about site{number} ' * 12}</div>"
    content = "".join(f"<p>the text{number}x{i} of it</p>" for i in range(12))
    return f"<body>{noise}<section>{content}</section>{noise}</body>"


def content_of(html: str) -> tuple[tuple[int, int], ...]:
    """Where the content of such a page stands."""
    return ((html.index("<section>"), html.index("</section>")),)
