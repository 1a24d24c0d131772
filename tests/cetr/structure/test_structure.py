"""What holds of structure whatever the page: no text is lost, nothing acts, cut elements are closed."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cetr.document import derive_text, normalize_spans, subtract_spans
from cetr.structure import Block, Inline, read_blocks, write_html, write_markdown
from cetr.structure.folding import fold_space
from tests.cetr.structure.commonmark import parse_markdown, read_text
from tests.work import taking_at_most

WORDS = st.text("abc xyz.,*_#>+-1!()[]<&`~$|\\é中文ا\n", min_size=0, max_size=12).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
INLINE = st.recursive(
    WORDS,
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name.partition(' ')[0]}>",
        st.sampled_from(["b", "em", "a href=/x", "code", "span", "del", "sup"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=4,
)
BLOCK = st.recursive(
    st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(["p", "h2", "div", "pre", "li", "summary"]),
        st.lists(INLINE, max_size=3),
    ),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(["ul", "ol", "blockquote", "div", "section", "details", "dl", "figure"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)

PAGE = st.lists(BLOCK, max_size=4).map("".join)
SOUP = st.lists(
    st.sampled_from(
        "<table> <tr> <td> <th colspan=2> </table> <ul> <li> </ul> <p> </p> <b> </b> <a href=x> </a> <pre> </pre> <dl>"
        " <dt> <dd> <h1> </h1> <blockquote> </blockquote> <math> <mi> <mfrac> </math> <img src=a alt=b> <br> <code>"
        " </div> <div> <details> <summary> <figure> <figcaption> <hr> <script> </script> text &amp; \n".split(" ")
    ),
    max_size=40,
).map("".join)


def _markdown(html: str) -> str:
    return write_markdown(read_blocks(html, normalize_spans([(0, len(html))], len(html))))


@given(PAGE)
@example("<p>&lt;<em>*<b>1</b></em></p>")
@example("<p><b><code>1</code></b><b><code>1</code></b></p>")
def test_the_text_of_the_markdown_is_the_text(html: str) -> None:
    """Whoever reads the Markdown reads what the text output says, up to white space: no more, and no less."""
    assert read_text(_markdown(html)) == "".join(derive_text(html).split())


@given(SOUP, st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=3))
def test_no_markup_is_too_broken(html: str, spans: list[tuple[int, int]]) -> None:
    """Whatever the page and whatever the spans, there are Markdown and HTML."""
    marked = normalize_spans(spans, len(html))
    assert isinstance(write_markdown(read_blocks(html, marked)), str)
    assert isinstance(write_html(html, marked), str)


def test_an_empty_page_has_no_blocks_whatever_the_spans() -> None:
    """Spans over a page without a character give no blocks, rather than an error."""
    assert read_blocks("", ((0, 0),)) == ()


@given(PAGE)
def test_markdown_of_a_page_is_read_as_the_same_blocks(html: str) -> None:
    """Of headings, code and quotes a parser finds as many as there are blocks of them."""
    blocks = read_blocks(html, normalize_spans([(0, len(html))], len(html)))

    def count(parts: tuple[Block, ...], kind: str) -> int:
        return sum((part.kind == kind) + count(part.blocks, kind) for part in parts)

    def found(tree: tuple[object, ...], kind: str) -> int:
        return (tree[0] == kind) + sum(found(part, kind) for part in tree if isinstance(part, tuple) and part)

    tree = parse_markdown(write_markdown(blocks))
    for ours, theirs in (("heading", "heading"), ("code", "fence"), ("quote", "blockquote"), ("item", "list_item")):
        assert count(blocks, ours) == found(tree, theirs)


def test_what_spans_leave_out_is_not_there_and_what_they_cut_is_closed() -> None:
    """A share bar in the midst of a paragraph goes; a list that begins before the span is one all the same."""
    html = (
        "<ul><li>before</li><li>One <b>bold <i>it</i></b></li><li>two<div class=share>Share <a href=/t>it</a></div>"
        " end</li><li>after</li></ul>"
    )
    cut = html.index("bold"), html.index("<div")
    spans = (cut, (html.index(" end"), html.index("</li><li>after")))
    assert _words(html, spans) == "- **bold *it***\n- two end"
    assert write_html(html, spans) == "<ul><li><b>bold <i>it</i></b></li><li>two end</li></ul>"


def _words(html: str, spans: tuple[tuple[int, int], ...]) -> str:
    return write_markdown(read_blocks(html, spans))


def test_what_is_left_out_before_a_listing_does_not_indent_it() -> None:
    """Only words in a line are parted by what stood between them."""
    html = "<p>a<i>x</i><b>b</b></p><p>ad</p><pre>if x:\n    y</pre>"
    spans = ((3, 4), (html.index("b</b>"), html.index("b</b>") + 1), (html.index("if"), html.index("</pre>")))
    assert _words(html, spans) == "a **b**\n\n```\nif x:\n    y\n```"


def test_readings_that_are_left_out_part_no_words() -> None:
    """They stand above characters of one word. The signs around them count as a part of them."""
    html = "<p>a<ruby>設<rp>(</rp><rt>せっ</rt><rp>)</rp>定<rt>てい</ruby>を<i>x</i>b</p>"
    cut = [(html.index(text), html.index(text) + len(text)) for text in ("(", "せっ", ")", "てい", "x")]
    assert _words(html, subtract_spans(((0, len(html)),), tuple(cut))) == "a設定を b"


def test_a_line_break_that_no_span_has_parts_words() -> None:
    """As in the text output."""
    assert _words("<p>one<br>two", ((3, 6), (10, 13))) == "one two"


def test_a_cell_that_is_empty_or_left_out_keeps_its_column() -> None:
    """Also the first one of a row, before which the spans begin."""
    html = "<table><tr><th></th><th>B</th></tr><tr><td>1</td><td></td></tr><tr><td>x</td><td>2</td></tr></table>"
    spans = ((html.index("B"), html.index("x</td>")), (html.index("2<"), html.index("2<") + 1))
    assert _words(html, spans) == "|  | B |\n| --- | --- |\n| 1 |  |\n|  | 2 |"


def test_code_beside_code_is_one_stretch() -> None:
    """Two would be read as one with backquotes in it."""
    html = "<p><code>a</code><code>b</code> <code>c</code></p>"
    assert _words(html, ((0, len(html)),)) == "`ab` `c`"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>yes!<a href=/x>1</a>", "yes\\![1](/x)"),
        ("<p>up^<a href=/x>1</a>", "up\\^[1](/x)"),
        ("<p>end<br>~ Sir Mycen", "end\\\n\\~ Sir Mycen"),
        ("<p>1<b><del>1</del></b>", "1<strong>~~1~~</strong>"),
        ("<p><b>----</b>", "**----**"),
        ("<p>$<code>$</code>", "\\$`$`"),
        ("<p><a href='http://a.b/%7Ec'>http://a.b/%7Ec</a>", "[http://a.b/%7Ec](http://a.b/%7Ec)"),
        ("<dl><dt>a<dt>b<dd>both</dl>", "a<br>b\n:   both"),
        ("<ol><li><input type=checkbox><div>a post</div></ol>", "1. a post"),
        ("<ul><li><input type=checkbox> <b>done</b> it</ul>", "- [ ] **done** it"),
    ],
)  # fmt: skip
def test_what_another_parser_misread_on_real_pages(html: str, markdown: str) -> None:
    """Signs before a link, tildes at the start of a line, terms in a row, boxes that fold up a post, and more."""
    assert _markdown(html) == markdown


def test_the_number_of_a_post_is_no_note_and_brackets_around_a_label_go() -> None:
    """A note is what a raised or bracketed number links to, and stands elsewhere."""
    html = "<div id=p1><a href=#p1>1</a> A post.</div><p>Said [<a href=#r1>1</a>].</p><p id=r1>Source.</p>"
    assert _markdown(html) == "[1](#p1) A post.\n\nSaid [^1].\n\n[^1]: Source."


def test_two_notes_never_have_the_same_label() -> None:
    """A note to which nothing refers gets a label that no other has; the label within its text goes."""
    html = (
        "<p>a<sup><a href='#s'>*</a></sup> b<sup><a href='#n2'>2</a></sup></p><ul><li id=s>star</li><li>lone</li></ul>"
        "<ul><li id=n2>2.<i>two</i></li></ul>"
    )
    assert _markdown(html) == "a[^*] b[^2]\n\n[^*]: star\n\n[^note-2]: lone\n\n[^2]: *two*"
    post = "<p>c<sup><a href='#{0}'>1</a></sup></p><p id={0}>1. {0}</p>"
    assert _markdown(post.format("fn1") + post.format("fn2")) == "c[^1]\n\n[^1]: fn1\n\nc[^1-2]\n\n[^1-2]: fn2"


def test_no_text_beside_the_cells_of_a_table_is_lost() -> None:
    """A cell closed too early leaves its text in the row; such a table lays something out."""
    html = "<table><tr><td>a</td><td>b</td></td><p>loose</p></tr><tr><td>c</td><td>d</td></tr></table>"
    assert _markdown(html).split() == ["a", "b", "loose", "c", "d"]
    for rest in ("<tr><div>loose</div></tr>", "<tbody><td>loose</td></tbody>"):
        assert _markdown(f"<table><tr><th>a<th>b</tr>{rest}</table>").split() == ["a", "b", "loose"]


def test_a_table_with_headings_is_no_table() -> None:
    """Some pages say what is a heading by its role alone."""
    for title in ("<h4>{}</h4>", "<span role=heading aria-level=4>{}</span>"):
        rows = (f"<tr><td>{n}<td>{title.format(book)}<p>A book.</p>" for n, book in enumerate(("One", "Two")))
        assert _markdown(f"<table>{''.join(rows)}</table>").split("\n\n") == [
            *("0", "#### One", "A book."),
            *("1", "#### Two", "A book."),
        ]


def test_links_and_images_can_be_left_out() -> None:
    """Then the text of the links stays."""
    html = "<p><a href=/a>text</a> <img src=/b.png alt=b></p>"
    assert write_markdown(read_blocks(html, ((0, len(html)),), links=False, images=False)) == "text"


def test_blocks_say_where_they_stand_and_what_they_are() -> None:
    """Each has its kind, its place in the page and its level."""
    html = "<h2>A</h2><ol start=4><li>b</ol>"
    item = Block("item", 21, 25, blocks=(Block("paragraph", 25, 26, inlines=(Inline("text", "b"),)),))
    heading, numbered = read_blocks(html, ((0, len(html)),))
    assert heading == Block("heading", 0, 10, level=2, inlines=(Inline("text", "A"),))
    assert (numbered.kind, numbered.number, numbered.start) == ("list", 4, 10)
    assert numbered.blocks[0].blocks[0].inlines == item.blocks[0].inlines


HOSTILE = (
    "<p onclick=alert(1) style='position:fixed'>a<script>alert(2)</script><img src=x onerror=alert(3)>"
    "<a href='java&#10;script:alert(4)'>b</a><a href=' JAVASCRIPT:alert(5)'>c</a><form action=/x><input name=y>"
    "<button>d</button></form><iframe srcdoc='<script>alert(6)</script>'></iframe><style>p{}</style>"
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(7)&gt;'></table>"
    "</math>"
    "<svg><a xlink:href='javascript:alert(8)'><text>e</text></a></svg><base href='javascript:alert(9)//'></p>"
)


def test_html_of_a_hostile_page_does_nothing() -> None:
    """No script, handler, style, form or address of a script is in it, with class names or without."""
    for classes in (False, True):
        written = write_html(HOSTILE, ((0, len(HOSTILE)),), url="https://example.org/", classes=classes).lower()
        for sign in ("<script", "javascript:", "<style", "<form", "<input", "<iframe", "<svg", "style="):
            assert sign not in written
        assert not re.search("on(?:error|click)=", re.sub('"[^"]*"', "", written))


def test_an_empty_block_parts_what_is_before_and_after_it() -> None:
    """It is a border between lines. Browsers take the end tag of a paragraph that is not open for one."""
    html = "<ul><li><span>a.</span><div class=space></div><span>b</span></li><li></li></ul>"
    assert _markdown(html) == "- a.\n\n  b"
    assert write_html(html, ((0, len(html)),)) == "<ul><li><span>a.</span>\n<span>b</span></li>\n</ul>"
    assert _markdown("<p><div>a</div>b</p>c<ul><li>d</p>e</ul><p>f</p></p>") == "a\n\nb\n\nc\n\n- d\n\n  e\n\nf"
    assert _markdown("<i>" * 200 + "a</p>b") == "*a b*"


def test_html_says_what_the_text_says() -> None:
    """Also in elements that it does not keep, such as those with names from SVG; blocks stay on lines of their own."""
    html = (
        "<text id=a><p>a</p><center>b</center>c <form>d</form><mi>e</mi><view>f</view><svg><text>g</text></svg></text>"
    )
    written = write_html(html, ((0, len(html)),))
    assert (written, _markdown(html)[-4:]) == ("<p>a</p><div>b</div>c <div>d</div>ef g", "ef g")
    assert derive_text(written) == derive_text(html) == "a\nb\nc\nd\nef g"


def test_html_keeps_what_markdown_would_keep() -> None:
    """Numbers of items, links to FTP, headings by their role, and what old pages have for code and lists."""
    html = (
        '<ol type="a"><li value="17">a</li></ol><div role="heading" aria-level="3">b</div><p><tt>c</tt>'
        '<strike>d</strike><a href="ftp://e.org/">e</a></p><menu><li>f</li></menu><xmp><b>\n  g</xmp>'
    )
    assert write_html(html, ((0, len(html)),)) == (
        '<ol type="a"><li value="17">a</li></ol><h3>b</h3><p><code>c</code><s>d</s><a href="ftp://e.org/">e</a></p>'
        "<ul><li>f</li></ul><pre>&lt;b&gt;\n  g</pre>"
    )


@pytest.mark.parametrize(
    "html",
    [
        "<table><tbody><tr><th{}>a</th><td>b</td></tr></tbody></table>",
        "<details><summary{}>a</summary><p>b</p></details>",
        '<a{} href="https://e.org/">a</a>',
    ],
)
def test_what_html_cannot_do_without_becomes_no_heading(html: str) -> None:
    """Cells stay in their table and links lead on, even if their role is that of a heading."""
    page = html.format(' role="heading"')
    assert write_html(page, ((0, len(page)),)) == html.format("")


def test_markdown_of_a_hostile_page_has_no_address_of_a_script() -> None:
    """Links to scripts are text, and markup that is text is no markup."""
    html = HOSTILE + "<p>&lt;script&gt;alert(10)&lt;/script&gt; [x](javascript:alert(11))</p>"
    written = _markdown(html)
    assert "](java" not in written.replace("\\[x](java", "").lower()
    assert "\\<script>" in written


def test_class_names_stay_on_request() -> None:
    """They stay only if they are requested."""
    html = "<p class='lead big'>a</p>"
    assert write_html(html, ((0, len(html)),)) == "<p>a</p>"
    assert write_html(html, ((0, len(html)),), classes=True) == '<p class="lead big">a</p>'


@pytest.mark.parametrize("name", ["html", "body", "form"])
def test_what_runs_to_the_left_still_does(name: str) -> None:
    """Most such pages say so once, around everything, in an element that is not content itself."""
    html = f"<{name} dir=rtl lang=ar><p>\u0623</p></{name}>"
    spans = ((html.index("<p>"), html.index("</p>")),)
    assert write_html(html, spans) == '<div dir="rtl" lang="ar"><p>\u0623</p></div>'
    assert "dir" not in write_html(html.replace("rtl", "ltr"), spans)


@pytest.mark.parametrize("depth", [150, 5000])
def test_no_page_is_nested_too_deeply(depth: int) -> None:
    """Its text is there all the same, with its words apart."""
    html = "<blockquote><ul><li><b>" * depth + "x"
    assert _markdown(html).endswith("x**")
    assert _markdown("<div>" * depth + "<p>a<b>b</b></p><p>c</p>d") == "ab c d"


@pytest.mark.parametrize(
    "html",
    [
        "<math>" + "<mrow><mi>x" * 60,
        "<math>x" * 1000,
        "<span class=katex><math>x" * 1000,
        "<script>MathJax</script>" + "\\(" * 100_000 + "\\begin{align}" * 100_000,
        "<math><annotation " + "<annotation " * 40_000 + ">x</annotation></math>",
        '<img class=tex alt="{\\displaystyle ' + " " * 40_000 + 'x">',
    ],
)
def test_no_formula_takes_long(html: str) -> None:
    """However its elements are nested or its tags repeated: these took minutes, hours, or for ever."""
    with taking_at_most(30):
        _markdown(html)


@pytest.mark.long
def test_no_repetition_takes_long() -> None:
    """Emphasis beside emphasis, breaks, and white space in a listing took time that grew with the square of their
    length.
    """
    strong = Inline("strong", inlines=(Inline("text", "x"), Inline("code", "y"), Inline("text", "z")))
    with taking_at_most(30):
        assert len(fold_space([strong] * 200_000)[0].inlines) == 400_001
        assert fold_space([Inline("break")] * 500_000) == ()
        assert _markdown("<pre>" + " " * 200_000 + "x") == "```\n" + " " * 200_000 + "x\n```"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<div>a<br>&nbsp;<br>b<br>c</div>", "a\n\nb\\\nc"),
        ("<p>a</br>b</br></br>c", "a\\\nb\n\nc"),
        ("<span class=x>a <b>b</b><br><br><font>c<br><br><br>d</font></span>e", "a **b**\n\nc\n\nde"),
        ("<ul><li>a<br><br>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<table><tr><td>a<br><br>b<td>c<tr><td>d<td>e</table>", "|  |  |\n| --- | --- |\n| a<br>b | c |\n| d | e |"),
        ("<h2>a<br>b</h2><b>c<br><br>d</b>", "## a b\n\n**c\\\nd**"),
    ],
)
def test_two_breaks_begin_a_paragraph(html: str, markdown: str) -> None:
    """Many pages write their paragraphs so; in a cell or a heading, a line remains a line."""
    assert write_markdown(read_blocks(html, ((0, len(html)),))) == markdown


def test_paragraphs_between_breaks_say_where_they_stand() -> None:
    """Each is the place of its own text."""
    html = "<p><span>one<br><br>two</span>"
    assert [html[block.start : block.end] for block in read_blocks(html, ((0, len(html)),))] == ["one", "two"]


def test_formulas_are_found_by_the_delimiters_that_the_page_uses() -> None:
    """Single dollar signs count if its script is told so; elements that contain nothing but TeX need no script."""
    told = "<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}}</script>"
    text = r"<p>From $a_1*b*c\$2$ to \(d_1*e*\).</p><p>\begin{align} a &amp;= b*c* \\ d \end{align}</p>"
    found = r"From $a_1*b*c\$2$ to $d_1*e*$." + "\n\n$$\n" + r"\begin{align} a &= b*c* \\ d \end{align}" + "\n$$"
    assert _markdown(told + text) == found
    assert _markdown("<script>MathJax = {}</script><p>$5 or $6</p>") == "$5 or $6"
    marked = r"<p>Let <span class=math-container>$a_1*b*$</span> <span class='math inline'>\(c*d*\)</span>"
    assert _markdown(marked) == "Let $a_1*b*$ $c*d*$"
    assert _markdown("<p><span class=math>5</span>") == "5"


def test_code_keeps_its_line_breaks() -> None:
    """On lines of its own it is a listing; in a heading its lines are parted."""
    html = "<p>Type <code>make  all<br>\n&nbsp; ls<br></code> now</p>"
    assert _markdown(html) == "Type\n\n```\nmake all\n  ls\n```\n\nnow"
    assert _markdown("<h2><code>a<br>b</code></h2>") == "## `a` `b`"
    assert _markdown("<p><code>a<br></code>b") == "`a`\\\nb"


def test_an_image_outside_the_spans_comes_once() -> None:
    """A figure has its image though the spans begin at its caption, and not that of ``<noscript>`` as well."""
    html = (
        '<figure><picture><img src="data:," data-lazy-src="/a.png" alt="A"><noscript><img src="/a.png" alt="A">'
        "</noscript></picture><figcaption>Of it</figcaption></figure>"
    )
    start = html.index("Of it")
    assert write_markdown(read_blocks(html, ((start, start + 5),))) == "![A](/a.png)\n\nOf it"


def test_characters_that_nobody_sees_are_not_there() -> None:
    """Soft hyphens would part words; joiners shape letters, and in Thai a space without width separates words."""
    html = "<p>Deutsch&shy;land\u200b <b>a\ufeffb</b> <code>c\u200bd</code></p><p>می\u200cخواهم ไทย\u200bไทย</p>"
    assert _markdown(html) == "Deutschland **ab** `cd`\n\nمی\u200cخواهم ไทย\u200bไทย"
    assert _markdown("<pre>e&shy;f</pre>") == "```\nef\n```"
