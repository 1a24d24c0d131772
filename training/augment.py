"""Pages made of pages, for what a training set lacks: scripts without spaces, and readers' comments below articles."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Mapping, Sequence
from itertools import islice

from cetr.document import Kind, lex

_WORD = re.compile(r"&#?\w+;|[A-Za-z]+")
_FIRST, _COUNT = 0x4E00, 3000
_LETTERS_A_CHARACTER = 3
_MARKS = str.maketrans({",": "，", ".": "。", "!": "！", "?": "？", ":": "：", ";": "；"})


def write_ideographs(text: str, *, is_markup: bool = True) -> str:
    """Write each run of Latin letters as one ideograph for every three letters, the same run always the same.

    White space between them goes, punctuation becomes full width. Tags, scripts and entities stay as they are.
    """
    if not is_markup:
        return _write(text)
    parts = ((text[start:end], kind) for start, end, kind, _ in lex(text).walk())
    return "".join(_write(part) if kind == Kind.TEXT else part for part, kind in parts)


def _write(text: str) -> str:
    written = _WORD.sub(lambda match: _translate(match[0]), text)
    written = re.sub(r"(?<=[一-鿿,.!?:;]) (?=[一-鿿])", "", written)
    return re.sub(r"(?<=[一-鿿])[,.!?:;]", lambda match: match[0].translate(_MARKS), written)


def _translate(word: str) -> str:
    if word.startswith("&"):
        return word
    seed = zlib.crc32(word.lower().encode("ascii"))
    length = -(-len(word) // _LETTERS_A_CHARACTER)
    return "".join(chr(_FIRST + (seed >> 5 * i) % _COUNT) for i in range(length))


_HEADINGS = (
    "{count} Comments", "{count} comments:", "Comments", "{count} Responses to this post", "Comments ({count})",
    "Discussion", "What readers think", "Reader comments", "{count} thoughts on this", "Add your comment", "Reactions",
    "{count} comments so far. Add yours.", "Latest comments", "Join the conversation", "",
)  # fmt: skip
_BYLINES = (
    "{name} said...", "{name} says:", "Posted by {name}", "{name} wrote:", "by {name} on {date}", "{name}",
    "{name} | {date}", "Posted by: {name} at {date}", "{name} &mdash; {date}", "#{number} {name}", "{number}. {name}",
    "{date} {name}", "{name} {date} Reply", "Comment by {name}", "{name} ({number} posts)", "{date}",
)  # fmt: skip
_TAILS = ("", "", "", "Reply", "Reply Report", "Like ({number}) Reply", "Permalink", "Flag as inappropriate", "{date}",
          "up reply actions", "Was this helpful? Yes No", "Posted by {name} at {date}")  # fmt: skip
_ENDINGS = (
    "", "", "Leave a Reply Your email address will not be published.", "Post a Comment", "Log in to comment",
    "You must be logged in to post a comment.", "Name (required) Mail (will not be published) Website",
    "Comments are closed.", "Follow this conversation by subscribing to the comment feed for this post.",
)  # fmt: skip
_LISTS = (
    ("div", "div"),
    ("ol", "li"),
    ("ul", "li"),
    ("dl", "dd"),
    ("section", "article"),
    ("table", "tr"),
    ("div", "p"),
)
"""The elements that hold all comments and each of them."""
_LIST_NAMES = ("comments", "commentlist", "responses", "feedback", "disqus_thread", "discussion", "block-{number}",
               "c{number}", "section bottom", "content-bottom", "")  # fmt: skip
_ITEM_NAMES = ("comment", "comment even depth-1", "commentItem", "entry", "item", "post-reply", "row", "box", "")
_TEXT_NAMES = ("comment-body", "comment_text", "text", "body", "content", "entry", "")
_META_NAMES = ("comment-author vcard", "comment-meta", "author", "meta", "by", "user", "name", "")

_NAMES = "Anna Ben Carla dave_77 Eve.M Frank Gina Hal Ines JoeB kate Liam Maria Nick o_neil Pat Quinn Rosa sam".split()
_DATES = ("May 3, 2010 at 5:12 pm", "12.04.2009 18:22", "3 days ago", "2012-11-10 08:15", "Jan 9th, 2011 - 10:02am",
          "10/12/2012", "August 9th, 2012", "yesterday, 14:30")  # fmt: skip
_PART_END = re.compile(r"</(?:div|article|section|td|main)\s*>", re.IGNORECASE)


def add_comments(html: str, content_end: int, lines: Sequence[str], seed: int) -> str:
    """Put readers' comments behind the content, after up to four of the parts that end there.

    How they are marked up is drawn anew for every page: elements, names, headings, bylines. Their text is taken from
    ``lines``. Offsets up to ``content_end`` stay as they are.
    """
    source = random.Random(seed)
    at = pass_parts(html, content_end, source.randint(1, 4))
    return html[:at] + _write_comments(lines, source) + html[at:]


def pass_parts(html: str, at: int, count: int) -> int:
    """Find the place behind so many of the parts that end after a place, as far as there are any."""
    ends = [match.end() for match in islice(_PART_END.finditer(html, at), count)]
    return ends[-1] if ends else at


def _write_comments(lines: Sequence[str], source: random.Random) -> str:
    outer, inner = source.choice(_LISTS)
    item, text, meta = _open(inner, _ITEM_NAMES, source), source.choice(_TEXT_NAMES), source.choice(_META_NAMES)
    byline, tail, ending = source.choice(_BYLINES), source.choice(_TAILS), source.choice(_ENDINGS)
    byline_element, break_between = (
        source.choice(("div", "p", "span", "cite", "h4", "b")),
        source.choice(("</p><p>", "<br>")),
    )
    byline_last, framed = source.random() < 0.25, source.random() < 0.6
    paragraphs = source.choice(((1,), (1, 1, 2), (1, 2, 4)))
    count = source.choice((1, 2, 4, 8, 16, 30, 60))
    heading = source.choice(_HEADINGS)
    parts = [_open(outer, _LIST_NAMES, source)]
    if heading:
        level = source.choice(("h2", "h3", "h4", "p", "div", "b"))
        parts.insert(source.randint(0, 1) if outer == "div" else 0, f"<{level}>{heading}</{level}>")
    for _ in range(count):
        said = break_between.join(source.sample(lines, min(len(lines), source.choice(paragraphs))))
        by = f'<{byline_element} class="{meta}">{byline}</{byline_element}>'
        body = f'<div class="{text}"><p>{said}</p></div>' if framed and inner != "p" else said
        body = f"{body}{by}" if byline_last else f"{by}{body}"
        if inner == "tr":
            body = f"<td>{body}</td>"
        parts.append(f"{item}{body}<span>{tail}</span></{inner}>")
        filled = {"name": source.choice(_NAMES), "date": source.choice(_DATES), "number": source.randint(1, 999)}
        parts[-1] = _fill(parts[-1], filled)
    return _fill("".join(parts) + f"</{outer}><div>{ending}</div>", {"count": count, "number": source.randint(1, 999)})


def _open(element: str, names: Sequence[str], source: random.Random) -> str:
    name = source.choice(names)
    return f'<{element} {source.choice(("class", "class", "id"))}="{name}">' if name else f"<{element}>"


def _fill(template: str, values: Mapping[str, object]) -> str:
    """Put values for their names in braces; other braces, as comments may hold them, stay."""
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", str(value))
    return template
