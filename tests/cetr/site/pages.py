"""Pages of generated sites: articles of one template, with text that all of them repeat, and other templates."""

from __future__ import annotations

import random

from tests.cetr.learned.pages import write_sentence

ABOUT = (
    "The company was founded by three friends in the winter of a cold year. Since then it has grown into a house that"
    " is read in many towns. It answers every letter, and it never forgets where it came from."
)
"""A paragraph that stands in the same place on every article, and reads like one of it."""


def write_paragraphs(seed: str, count: int = 4) -> list[str]:
    """Paragraphs that no other seed has."""
    source = random.Random(seed)
    return [" ".join(write_sentence(source, 14) for _ in range(3)) for _ in range(count)]


def write_article(seed: str, paragraphs: list[str] | None = None, title: str = "") -> str:
    """An article with a heading, the paragraph `ABOUT` and its own paragraphs."""
    source = random.Random(seed)
    title = title or write_sentence(source, 6)
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs or write_paragraphs(seed))
    menu = "".join(f'<li><a href="/{i}">Part {i}</a></li>' for i in range(8))
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title></head><body><ul class=menu>{menu}</ul>"
        f"<div class=page><h1>{title}</h1><div class=house><p>{ABOUT}</p></div><div class=text>{text}</div></div>"
        "<div class=foot><p>All rights reserved.</p></div></body></html>"
    )


def list_comments(seed: str) -> list[str]:
    """The comments on an article."""
    return write_paragraphs(f"{seed} comments", 5)


def write_commented(seed: str) -> str:
    """An article with comments below its text."""
    comments = "".join(f"<li class=comment><p>{text}</p></li>" for text in list_comments(seed))
    return write_article(seed).replace("<div class=foot>", f"<ol id=comments>{comments}</ol><div class=foot>")


def write_note(seed: str) -> str:
    """The note inside an article."""
    return write_paragraphs(f"{seed} note", 1)[0]


def write_noted(seed: str) -> str:
    """An article with a note after its second paragraph."""
    second = f"<p>{write_paragraphs(seed)[1]}</p>"
    return write_article(seed).replace(second, f"{second}<div class=note><p>{write_note(seed)}</p></div>")


def write_credited(seed: str) -> str:
    """An article, the third paragraph of which ends with a credit, as the last one does without a name."""
    *first, third, last = write_paragraphs(seed)
    credited = [*first, f"{third} <span class=credit>Photo: {seed}</span>", f"{last} <span>Photo: Agency</span>"]
    return write_article(seed, credited)


def write_redesigned(seed: str) -> str:
    """The same article as a later design has it: other elements, other names."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in write_paragraphs(seed))
    return (
        "<!DOCTYPE html><html><head><title>New</title></head><body><nav id=top><span>Home</span></nav><main><article>"
        f"<header><h2>{write_sentence(random.Random(seed), 6)}</h2></header><section>{text}</section></article></main>"
        f"<aside><section><p>{ABOUT}</p></section></aside></body></html>"
    )


def write_home(seeds: list[str]) -> str:
    """A home page: headlines and first paragraphs of articles, in another template."""
    teasers = "".join(
        f"<tr><td><h3>{write_sentence(random.Random(seed), 6)}</h3>{write_paragraphs(seed)[0]}</td></tr>"
        for seed in seeds
    )
    return f"<!DOCTYPE html><html><head><title>Home</title></head><body><table id=front>{teasers}</table></body></html>"


def add_boxes(html: str, boxes: int) -> str:
    """The page with so many boxes below that other pages do not have, each of another class."""
    added = "".join(f"<div class={'x' * (box + 1)}><p>One more.</p></div>" for box in range(boxes))
    return html.replace("</body>", f"{added}</body>")
