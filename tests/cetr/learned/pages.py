"""Small generated sites: pages with a known main content, in the styles of several sites."""

from __future__ import annotations

import random

WORDS = (
    "river stone winter market garden letter silver morning engine window harbour paper village simple quiet answer"
    " mountain little across under between holiday kitchen number second journey always never because before"
).split()


def write_sentence(random_source: random.Random, words: int) -> str:
    """A sentence of so many words."""
    chosen = [random_source.choice(WORDS) for _ in range(words)]
    return " ".join(chosen).capitalize() + "."


def make_page(site: int, number: int) -> tuple[str, str]:
    """The HTML of a page and its gold text; sites differ in the names that they give to their parts."""
    source = random.Random(site * 1000 + number)
    body, menu = (("entry-content", "main-nav"), ("post-body", "menu"), ("article__text", "navigation"))[site % 3]
    paragraphs = [
        " ".join(write_sentence(source, source.randint(8, 20)) for _ in range(source.randint(2, 5)))
        for _ in range(source.randint(3, 7))
    ]
    title = write_sentence(source, 6)
    links = "".join(f'<li><a href="/{i}">{source.choice(WORDS)} {source.choice(WORDS)}</a></li>' for i in range(12))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = (
        f"<!DOCTYPE html><html><head><title>{title} | Site {site}</title></head><body>"
        f'<div class="{menu}"><ul>{links}</ul></div><div class="{body}"><h1>{title}</h1>{text}</div>'
        f'<div class="sidebar"><h3>Latest</h3><ul>{links}</ul></div>'
        f'<div class="footer">Copyright Site {site}. All rights reserved.</div></body></html>'
    )
    return html, "\n".join([title, *paragraphs])
