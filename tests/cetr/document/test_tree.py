"""The element tree: nesting as a browser sees it, intervals of the source, linear time."""

from __future__ import annotations

import time
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree, NodeType

from cetr.document import Kind, build_tree, pack_name


def outline(html: str) -> str:
    """The tree as nested names with texts, such as ``p(x b(y))``."""
    tree = build_tree(html)
    tokens = tree.tokens
    parts: dict[int, list[str]] = {i: [] for i in range(len(tree))}
    events: list[tuple[int, int, str | int]] = [
        (int(tree.open[i]), int(tree.parent[i]), i) for i in range(1, len(tree))
    ]
    for i, (start, end, kind, _) in enumerate(tokens.walk()):
        text = html[start:end].strip()
        if kind == Kind.TEXT and text:
            events.append((i, int(tree.owner[i]), text))
    for _, owner, what in sorted(events, key=lambda e: e[0]):
        parts[owner].append(what if isinstance(what, str) else f"\0{what}\0")
    for i in range(len(tree) - 1, -1, -1):
        name = int(tree.name[i]).to_bytes(8, "big").rstrip(b"\0").decode() if i else ""
        inner = " ".join(parts[i])
        text = f"{name}({inner})" if inner else name
        if i:
            siblings = parts[int(tree.parent[i])]
            siblings[siblings.index(f"\0{i}\0")] = text
    return " ".join(parts[0])


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b", "p(a) p(b)"),
        ("<p>a<div>b</div>c", "p(a) div(b) c"),
        ("<p>a<b>b</p>c", "p(a b(b)) c"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "ul(li(a) li(b ul(li(c))) li(d)) e"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a) dd(b) dt(c))"),
        ("<table><tr><td>a<td>b<tr><th>c</table>d", "table(tr(td(a) td(b)) tr(th(c))) d"),
        ("<table><tbody><tr><td>a<tfoot><tr><td>b</table>", "table(tbody(tr(td(a))) tfoot(tr(td(b))))"),
        ("<table><tr><td><table><tr><td>a</table>b<td>c</table>", "table(tr(td(table(tr(td(a))) b) td(c)))"),
        (
            "<select><option>a<option>b<optgroup><option>c</select>d",
            "select(option(a) option(b) optgroup(option(c))) d",
        ),
        ("<select><optgroup><option>a<optgroup>b</select>", "select(optgroup(option(a)) optgroup(b))"),
        ("<head><meta></head><noscript>a</noscript>", "head(meta) noscript(a)"),
        ("<div><b>a</div>b", "div(b(a)) b"),
        ("<b><div>a</b>b</div>c", "b(div(a b) c)"),
        ("<div><table><tr><td>a</div>b</table>", "div(table(tr(td(a b))))"),
        ("a</p></x>b<br>c<img>", "a b br c img"),
        ("<a>x<a>y</a>z", "a(x) a(y) z"),
        ("<h1>a</h2>b", "h1(a) b"),
        ("<h1>a<h2>b", "h1(a) h2(b)"),
        ("<li>a<h3>b</li><li>c<ul>d</li>e", "li(a h3(b)) li(c ul(d e))"),
        ("<li>a<dd>b<li>c", "li(a dd(b li(c)))"),
        ("<html><head><title>t</title><p>a</html>b", "html(head(title(t)) p(a b))"),
        ("<head><meta>words<body>a</body>b", "head(meta) words body(a b)"),
        ("<body><p>a<body><p>b", "body(p(a) p(b))"),
        ("<p>a<ul><li>b</ul></p>c", "p(a) ul(li(b)) c"),
        ("<li>a<div><li>b</div>", "li(a div) li(b)"),
    ],
)
def test_soup_nests_as_in_a_browser(html: str, expected: str) -> None:
    """Implied end tags, void elements, scopes and unmatched end tags follow the HTML standard."""
    assert outline(html) == expected


def test_elements_are_intervals_of_the_source() -> None:
    """An element's tokens begin with its start tag and end with its end tag."""
    html = "<div>a<p>b</div>c"
    tree = build_tree(html)
    starts, ends = tree.tokens.start, tree.tokens.end
    found = [html[starts[o] : ends[s - 1]] for o, s in zip(tree.open, tree.stop, strict=True)]
    assert found == [html, "<div>a<p>b</div>", "<p>b"]


def test_sums_are_over_descendants_or_children() -> None:
    """A value per token sums over an element's whole interval, one per element over its direct children."""
    tree = build_tree("<div>a<p>b</p><p>c</p></div>d")
    is_text = tree.tokens.kind == Kind.TEXT
    assert tree.sum_inside(is_text).tolist() == [4, 3, 1, 1]
    assert tree.sum_children(np.array([1, 10, 100, 1000])).tolist() == [10, 1100, 0, 0]
    assert tree.mark_tokens(np.flatnonzero(tree.is_named("p"))).sum() == 6


soup = st.lists(
    st.sampled_from(
        "<p> </p> <div> </div> <li> <ul> </ul> <table> <tr> <td> </table> </td> <b> </b> <a> </a> <br> <head> </head>"
        " <body> </body> <html> <h1> </h2>"
        " <option> <select> <dt> <dd> <svg> </svg> <button> text <!--c--> <script>".split()
    ),
    max_size=60,
).map("".join)


@given(soup)
def test_whatever_the_markup_elements_nest(html: str) -> None:
    """Every element lies within its parent, after it in order; every token belongs to the innermost one around it."""
    tree = build_tree(html)
    assert (tree.parent[0], tree.open[0], tree.stop[0]) == (-1, 0, len(tree.tokens.start))
    for i in range(1, len(tree)):
        above = int(tree.parent[i])
        assert above < i
        assert tree.open[above] <= tree.open[i] < tree.stop[i] <= tree.stop[above]
    for token, owner in enumerate(tree.owner.tolist()):
        around = [i for i in range(len(tree)) if tree.open[i] <= token < tree.stop[i]]
        assert owner == around[-1]


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<i><div><b></i>", "<b>", "<ul><li>", "<p><table>", "<a>", "</b>", "<i><div>" + "<b>" * 9 + "</i>"],
)
def test_time_is_linear(piece: str) -> None:
    """Eight times the markup, however deep or wrong, takes about eight times as long, and no recursion."""

    def seconds(count: int) -> float:
        start = time.thread_time()
        build_tree(piece * count)
        return time.thread_time() - start

    small = min(seconds(4_000) for _ in range(3))
    assert any(seconds(32_000) < 24 * small + 0.05 for _ in range(3))


def test_names_are_packed() -> None:
    """Names compare as the lexer's packed integers."""
    assert build_tree("<SECTION>").name.tolist() == [0, pack_name("section")]


Above = tuple[str, ...]


def texts_of(html: str) -> list[tuple[str, Above]]:
    """Every text with the names of the elements around it, by our tree."""
    tree = build_tree(html)
    names = [int(name).to_bytes(8, "big").rstrip(b"\0").decode() for name in tree.name]
    found = []
    for i in np.flatnonzero(tree.tokens.kind == Kind.TEXT).tolist():
        text = " ".join(unescape(html[int(tree.tokens.start[i]) : int(tree.tokens.end[i])]).split())
        element, above = int(tree.owner[i]), []
        while element > 0:
            above.append(names[element])
            element = int(tree.parent[element])
        if text:
            found.append((text, tuple(above)))
    return found


def texts_of_standard(html: str) -> list[tuple[str, Above]]:
    """The same by a parser that follows the HTML standard (Lexbor); names cut to eight characters as ours are."""
    found: list[tuple[str, Above]] = []
    waiting: list[tuple[object, Above]] = [(HTMLTree.parse(html).document, ())]
    while waiting:
        node, above = waiting.pop()
        text = " ".join((node.text or "").split()) if node.type == NodeType.TEXT else ""
        if text and not {"script", "style"} & set(above):
            # It makes the tbody that a table without one has.
            found.append((text, tuple(name for name in above if name != "tbody")))
        inside = (node.tag[:8], *above) if node.type == NodeType.ELEMENT else above
        waiting.extend((child, inside) for child in reversed(node.child_nodes))
    return found


@pytest.mark.parametrize("page", sorted(Path("packages/starter-site").glob("*.html")), ids=lambda path: path.stem)
def test_texts_stand_where_the_standard_puts_them(page: Path) -> None:
    """On whole pages, with optional tags left out, every text has the ancestors that a browser gives it."""
    html = page.read_text("utf-8", "replace")
    ours = [(text, tuple(name for name in above if name != "tbody")) for text, above in texts_of(html)]
    assert ours == texts_of_standard(html)


BLOCKS = "div p ul ol li dl dt dd h1 h2 section blockquote pre hr br span address center".split()
TAGS = st.sampled_from([f"<{slash}{name}>" for name in BLOCKS for slash in ("", "/")])


@given(st.lists(TAGS, max_size=12))
def test_texts_between_blocks_stand_where_the_standard_puts_them(tags: list[str]) -> None:
    """However they are mixed, as long as no node is to be moved: those of tables and of formatting may be."""
    html = "<html><body>" + "x".join(tags) + "x"
    ours, standard = (
        [above for text, above in texts for _ in text] for texts in (texts_of(html), texts_of_standard(html))
    )
    assert ours == standard
