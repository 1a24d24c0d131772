"""Pages made of pages, for what a training set lacks: scripts without spaces, and readers' comments below articles."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Sequence

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
    tokens = lex(text)
    spans = zip(tokens.start.tolist(), tokens.end.tolist(), tokens.kind.tolist(), strict=True)
    return "".join(_write(text[a:b]) if kind == Kind.TEXT else text[a:b] for a, b, kind in spans)


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


_COMMENTS = (
    (
        '<div id="comments"><h3 id="comments-title">{count} Responses</h3><ol class="commentlist">',
        '<li class="comment even depth-1" id="li-comment-{number}"><div id="comment-{number}">'
        '<div class="comment-author vcard"><cite class="fn">{name}</cite> <span class="says">says:</span></div>'
        '<div class="comment-meta'
        ' commentmetadata"><a href="#c">{date}</a></div><div class="comment-body"><p>{text}</p></div>'
        '<div class="reply"><a href="#r">Reply</a></div></div></li>',
        '</ol><div id="respond"><h3>Leave a Reply</h3><form><p>Your email address will not be published.</p></form>'
        "</div></div>",
    ),
    (
        '<div class="comments" id="comments"><h4>{count} comments:</h4><dl id="comments-block">',
        '<dt class="comment-author"><a href="#p">{name}</a> said...</dt><dd class="comment-body"><p>{text}</p></dd>'
        '<dd class="comment-footer"><span class="comment-timestamp"><a href="#c">{date}</a></span></dd>',
        "</dl><p class=comment-footer><a href='#n'>Post a Comment</a></p></div>",
    ),
    (
        '<div class="comments"><h3 class="comments-header">Comments ({count})</h3><div class="comments-content">',
        '<div class="comment" id="comment-{number}"><div class="inner"><div class="comment-header">Posted by {name} |'
        ' {date}</div><div class="comment-content"><p>{text}</p></div></div></div>',
        "</div></div>",
    ),
    (
        '<table class="commentTable" width="100%"><tr><th colspan=2>What readers think</th></tr>',
        '<tr><td class="commentName"><b>{name}</b> wrote:<br>{date}</td><td class="commentText">{text}</td></tr>',
        "</table>",
    ),
    (
        '<div id="comments" class="comment-wrapper"><h2>Comments</h2>',
        '<div class="comment clearfix"><h3>{name}</h3><div class="submitted">Submitted on {date}.</div><div'
        ' class="content"><p>{text}</p></div><ul class="links"><li>reply</li></ul></div>',
        "</div>",
    ),
    (
        '<section class="discussion"><h2>Discussion</h2>',
        '<article class="comment"><header>{name} <time>{date}</time></header><div class="comment__text">{text}</div>'
        "<footer>Reply Share</footer></article>",
        "</section>",
    ),
    ("<h3>Reader comments</h3><ul>", "<li><strong>{name}</strong><br>{date}<p>{text}</p></li>", "</ul>"),
    (
        '<div class="reader-feedback"><div class="head">{count} reactions</div>',
        '<div class="feedback-item"><span class="user">{name}</span> <span class="when">{date}</span><br>{text}</div>',
        "</div>",
    ),
)
"""How publishing systems write comments: what goes before them, each of them, and what goes after."""

_NAMES = "Anna Ben Carla dave_77 Eve.M Frank Gina Hal Ines JoeB kate Liam Maria Nick o_neil Pat Quinn Rosa sam".split()
_DATES = ("May 3, 2010 at 5:12 pm", "12.04.2009 18:22", "3 days ago", "2012-11-10 08:15", "Jan 9th, 2011 - 10:02am")
_PART_END = re.compile(r"</(?:div|article|section|td|main)\s*>", re.IGNORECASE)


def add_comments(html: str, content_end: int, lines: Sequence[str], seed: int) -> str:
    """Put readers' comments behind the content, after one to three of the parts that end there.

    The comments' text is taken from ``lines``. Offsets up to ``content_end`` stay as they are.
    """
    source = random.Random(seed)
    ends = [
        match.end()
        for _, match in zip(range(source.randint(1, 3)), _PART_END.finditer(html, content_end), strict=False)
    ]
    at = ends[-1] if ends else content_end
    before, each, after = source.choice(_COMMENTS)
    count = source.choice((1, 2, 4, 8, 16, 30))
    comments = "".join(
        each.format(
            number=source.randint(1, 99999),
            name=source.choice(_NAMES),
            date=source.choice(_DATES),
            text="</p><p>".join(source.sample(lines, min(len(lines), source.choice((1, 1, 2, 3))))),
        )
        for _ in range(count)
    )
    return html[:at] + before.format(count=count) + comments + after + html[at:]
