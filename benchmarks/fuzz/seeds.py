"""What each target starts from: inputs in which nothing is wrong, and words that turn up in mutations."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

STARTER = Path(__file__).parents[2] / "packages" / "starter"

PARTS = (
    b"<h1>One</h1><p>Two <b>three</b> <i>four</i> <a href=/x title=y>five</a><br>six <code>seven</code> <s>eight</s>",
    b"<ul><li>One<ol start=3 reversed><li value=7>Two<p>Three</ol></ul><dl><dt>One<dd>Two</dl><hr>",
    b"<table><caption>One</caption><thead><tr><th scope=col colspan=2>Two<tbody><tr><td rowspan=2>Three<td></table>",
    b"<pre><code class=language-py>One\n  two</code></pre><blockquote cite=/x><p>Three</blockquote><pre>\nFour</pre>",
    b"<figure><img src=a.png alt=One srcset='a.png 1x, b.png 2x'><figcaption>Two</figure><picture><source>",
    b"<p>One<sup><a href=#n1 id=r1>1</a></sup><section class=footnotes><ol><li id=n1>Two <a href=#r1>^</a></ol>",
    b"<details><summary>One</summary><p>Two</details><ruby>One<rp>(<rt>two<rp>)</ruby><math alttext=x><mi>x</math>",
    b"<base href=//a.example/b/><article><header><h2>One<a href=#o>#</a></h2><time datetime=2026-01-02>Two</time>",
    b"<title>One</title><meta name=author content=Two><meta property=og:title content=Three><link rel=canonical href=x>"
    b'<script type="application/ld+json">{"@graph": [{"@type": "Article", "headline": "One", "author": {"name": "Two"},'
    b' "datePublished": "2026-01-02T03:04:05Z"}]}</script><p itemscope><b itemprop=author>Three</b>',
    b"<!doctype html><!-- One --><![CDATA[Two]]><textarea><p></textarea><style>p{}</style><noscript>4</noscript>&amp",
)
"""A page's parts, each kind once."""

WORDS = (
    *(
        f"<{tag}>"
        for tag in "p div span a ul ol li dl dt dd table tr td th caption pre code blockquote figure img br hr h1 h2 b "
        "i sup ruby rt math svg script style template noscript textarea title meta link base select option iframe "
        "section article aside nav header footer main details summary form button input label video source".split()
    ),
    *(f"</{tag}>" for tag in "p div a ul li table td tr pre code script style template textarea svg h1".split()),
    *("<!--", "-->", "<![CDATA[", "]]>", "<?", "&amp;", "&#x41;", "&#0;", "&nbsp", "\\x00", "\\x0c", "\\xe2\\x80\\xa8"),
    *(" href=", " src=", " class=", " id=", " hidden", " style=display:none", " colspan=9", " rowspan=9", " start=-1"),
    *(" lang=", " dir=rtl", " aria-hidden=true", " role=", " itemprop=", " content=", " name=", " property=og:"),
    *("javascript:", "data:text/html,", "http://[", "//a.example:99999/", "{", "}", "[", "]", ":", "null", "1e999"),
)
"""Words for pages, each as libFuzzer's dictionaries quote it."""

_LONGEST = {"loops": 1_000, "structure": 4_000, "extractors": 4_000}
_LONGEST_OTHERS = 20_000


def find_longest(name: str) -> int:
    """How many bytes an input of a target may have.

    Under atheris, the time of a target that calls much of our code grows with each byte, and the memory of ``loops``
    with each run.
    """
    return _LONGEST.get(name, _LONGEST_OTHERS)


def write_words(path: Path) -> None:
    """Write the words as a dictionary of libFuzzer."""
    path.write_text("".join(f'"{word}"\n' for word in WORDS), "utf-8")


def _make_record(kind: bytes, content: bytes, more: bytes = b"") -> bytes:
    head = b"WARC/1.0\r\nWARC-Type: %b\r\nWARC-Target-URI: http://a.example/\r\n%bContent-Length: %d\r\n\r\n"
    return head % (kind, more, len(content)) + content + b"\r\n\r\n"


def make_seeds(name: str, folder: Path) -> None:
    """Inputs to start from: what the target reads when nothing is wrong."""
    longest = find_longest(name)
    whole = [path.read_bytes() for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name]
    pages = [page[at : at + longest] for page in whole for at in (0, len(page) // 2)] + [*PARTS]
    texts = [path.read_bytes()[:2_000] for path in sorted(STARTER.glob("*.txt"))]
    http = b"Content-Type: application/http; msgtype=response\r\n"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n%b\r\n%b"
    seeds = {
        "alignment": [page[:4_000] + b"\0" + text for page, text in zip(whole, texts, strict=False)],
        "measures": [text + b"\0" + text[::2] for text in texts],
        "warc": [
            _make_record(b"response", answer % (b"", b"<p>One two three"), http),
            _make_record(b"response", answer % (b"Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\n0\r\n\r\n"), http),
            _make_record(b"response", answer % (b"Content-Encoding: gzip\r\n", gzip.compress(b"<p>One", 1)), http),
            _make_record(b"response", answer % (b"Content-Encoding: deflate\r\n", zlib.compress(b"<p>One", 1)), http),
            _make_record(b"response", b"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\n", http),
            _make_record(b"warcinfo", b"software: a\r\n") + _make_record(b"request", b"GET / HTTP/1.1\r\n\r\n"),
            _make_record(b"revisit", b"", b"WARC-Profile: identical-payload-digest\r\n"),
            _make_record(b"resource", b"<p>One", b"Content-Type: text/html\r\n"),
        ],
        "importers": [
            bytes([0])
            + b'{"id": "a", "html": "<p>One", "text": "One", "url": "https://a.example/", "spans": [[3, 6]]}',
            bytes([1]) + b'{"a": {"articleBody": "One two three", "url": "http://a.example/"}}',
            bytes([2]) + b'{"http://a.example/": {"file": "a.html", "with": ["One"], "without": ["Four"]}}',
            bytes([3]) + b'{"url": "http://a.example/", "ground_truth": {"main_content": "One two", "with": ["One"]}}',
            bytes([4])
            + b'{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "AnnotationPage", "items": [{"type":'
            b' "Annotation", "target": {"source": "html/a.html", "selector": {"type": "TextQuoteSelector", "exact":'
            b' "One"}}}]}',
            bytes([5]) + b"<h>One\n<p>two three\n",
            bytes([6]) + b'<p><span class="x-nc-sel1">One</span> two</p>',
            bytes([7]) + b"!@#$%^&*()  COMMENTS\nOne two",
        ],
        "package": [
            *(bytes([0]) + path.read_bytes()[:4_000] for path in sorted(STARTER.glob("*.json"))[:4]),
            bytes([1]) + b'{"time": "2026-01-01T00:00:00Z", "document": "a", "action": "mark", "annotator": "a"}\n',
            bytes([2]) + b'{"viewport": [1280, 900], "elements": {"start": [0], "x": [0], "y": [0]}}',
            bytes([4]) + b'name = "p"\nlicense = "CC0-1.0"\n',
        ],
    }
    for number, seed in enumerate(seeds.get(name, pages)):
        (folder / f"seed-{number}").write_bytes(seed)
