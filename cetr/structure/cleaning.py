"""The content as HTML: cut out of the page, well-formed, and without anything active."""

from __future__ import annotations

from html import escape

from cetr.document import BLOCK_TAGS, VOID_TAGS, Spans, Tokens, lex
from cetr.structure.addresses import Addresses, find_addresses
from cetr.structure.fallbacks import drop_fallbacks
from cetr.structure.formulas import find_mathml
from cetr.structure.growing import read_nodes
from cetr.structure.listings import is_doxygen_listing, read_listing
from cetr.structure.nodes import Node, Text

_TAGS = frozenset(
    (
        "a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em"
        " figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp"
        " section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
    ).split()
)
_MATH_TAGS = frozenset(
    (
        "annotation menclose mfrac mi mmultiscripts mn mo mover mpadded mroot mrow ms mspace msqrt mstyle msub"
        " msubsup msup mtable mtd mtext mtr munder munderover semantics"
    ).split()
)
_RENAMED = {"dir": "ul", "listing": "pre", "menu": "ul", "plaintext": "pre", "strike": "s", "tt": "code", "xmp": "pre"}
"""Elements of old pages, as what HTML has instead."""
_NEEDED = _TAGS - frozenset("article aside b div em footer header i main p section small span strong u".split())
"""Elements that cannot become headings by their role: a heading would leave its table if it were no cell."""
_PLAIN_BLOCKS = BLOCK_TAGS - _TAGS - {"html", "body"}
"""Blocks that are written as ``div``."""
_ATTRIBUTES = {
    "a": {"href", "title"}, "img": {"src", "alt", "title", "width", "height"}, "li": {"value"},
    "ol": {"start", "type"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"},
    "time": {"datetime"}, "math": {"display"}, "annotation": {"encoding"}, "*": {"dir", "lang", "id"},
}  # fmt: skip


def write_html(html: str, spans: Spans, *, url: str = "", classes: bool = False, tokens: Tokens | None = None) -> str:
    """Write the content of normalised spans as HTML that is safe to show: no script, handler, style or form.

    Elements that a span cuts in two are closed; URLs are made absolute by ``url``. With ``classes``, the class
    names stay. Sanitised by nh3 (the Rust library ammonia, which parses as browsers do).
    """
    import nh3  # only who asks for HTML needs it

    parts: list[str] = []
    tokens = lex(html) if tokens is None else tokens
    root, addresses = read_nodes(html, spans, tokens), find_addresses(html, url, tokens)
    drop_fallbacks(root, addresses)
    _write(root, addresses, parts)
    tags = {"math", *_TAGS, *_MATH_TAGS}
    attributes = {name: set(keys) for name, keys in _ATTRIBUTES.items()}
    if classes:
        attributes["*"].add("class")
    return nh3.clean(
        "".join(parts), tags=tags, attributes=attributes, url_schemes={"ftp", "http", "https", "mailto", "tel"},
        link_rel=None, strip_comments=True,
    ).strip()  # fmt: skip


def _write(node: Node, addresses: Addresses, parts: list[str], in_math: bool = False) -> None:
    for child in node.children:
        if isinstance(child, Text):
            parts.append(escape(child.text, quote=False))
            continue
        is_heading = child.name not in _NEEDED and child.level
        name = f"h{child.level}" if is_heading else _RENAMED.get(child.name, child.name)
        if name == "script":
            continue
        if not child.children and child.name in BLOCK_TAGS - VOID_TAGS:
            parts.append("\n")  # enough to part what is before and after it
        elif mathml := find_mathml(child):
            _write(read_nodes(mathml, ((0, len(mathml)),)), addresses, parts)
        elif is_doxygen_listing(child):
            parts.append(f"<pre><code>{escape(read_listing(child), quote=False)}</code></pre>")
        elif name in _TAGS or name == "math" or (in_math and name in _MATH_TAGS):
            parts.append(f"<{name}{_write_attributes(child, addresses)}>")
            _write(child, addresses, parts, in_math or name == "math")
            if name not in VOID_TAGS:
                parts.append(f"</{name}>")
        else:
            # Of other elements what they say stays, as it is a part of the text, on lines of its own where it was so.
            start, end = ("<div>", "</div>") if child.name in _PLAIN_BLOCKS else ("", "")
            if child.name in BLOCK_TAGS and child.attributes.get("dir", "").lower() in ("rtl", "auto"):
                # Most pages that are written to the left say so once, around everything.
                start, end = f"<div{_write_attributes(child, addresses)}>", "</div>"
            parts.append(start)
            _write(child, addresses, parts, in_math)
            parts.append(end)


def _write_attributes(node: Node, addresses: Addresses) -> str:
    kept = {**node.attributes}
    if node.name == "a":
        kept["href"] = addresses.at(node.start).link(kept.get("href", ""))
    elif node.name == "img":
        kept["src"] = addresses.at(node.start).image(kept)
    allowed = _ATTRIBUTES.get(node.name, set()) | _ATTRIBUTES["*"] | {"class"}
    return "".join(f' {key}="{escape(value)}"' for key, value in kept.items() if key in allowed and value)
