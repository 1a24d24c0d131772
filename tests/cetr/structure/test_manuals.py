"""What the generators of manuals write: code, definitions, formulas, call-outs."""

from __future__ import annotations

import pytest

from cetr.structure import read_blocks, write_html, write_markdown
from tests.work import taking_at_most


def _markdown(html: str) -> str:
    return write_markdown(read_blocks(html, ((0, len(html)),), url="https://example.org/"))


def test_other_fragments_than_those_of_doxygen_keep_all_of_their_text() -> None:
    """Such as a step of a slide with a line drawn in it; lines of Doxygen may be in a part that can be folded."""
    html = '<div class="fragment"><h2>Step</h2><div class="line"></div><p>Text.</p></div>'
    assert _markdown(html) == "## Step\n\nText."
    folded = '<div class="foldopen"><div class="line">a {</div><div class="line">}</div></div>'
    assert _markdown(f'<div class="fragment">{folded}</div>') == "```\na {\n}\n```"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ('<pre><code class="language-c line-numbers">int i;</code></pre>', "```c\nint i;\n```"),
        ('<pre><code class="language-visual-basic">Dim i</code></pre>', "```visual-basic\nDim i\n```"),
        ('<div class="cpp source-cpp"><pre class="de1">int i;</pre></div>', "```cpp\nint i;\n```"),
        (
            '<pre><span class="source-line-no">001</span><a>/*</a>\n<span class="sourceLineNo">002</span> */</pre>',
            "```\n/*\n */\n```",
        ),
        ('<p><code><a href="/pair">Pair</a></code>', "[`Pair`](https://example.org/pair)"),
        ('<p>a<code> <a href="/pair"> Pair </a></code>b', "a `Pair` b"),
        ('<p>a<code><a href="/pair"> Pair </a></code>b', "a [`Pair`](https://example.org/pair) b"),
    ],
)
def test_code_is_whole_and_keeps_its_language_and_its_link(html: str, markdown: str) -> None:
    """A class for line numbers on the code itself, names with a hyphen, GeSHi's classes, links inside code."""
    assert _markdown(html) == markdown


def test_the_lines_of_a_listing_of_doxygen_are_code() -> None:
    """They keep their indentation, in Markdown and in HTML; numbers and the tips under the mouse go."""
    lines = ("if (a)", '  <a href="/f">f</a>(a);', " ", "b *= c;")
    numbered = [f'<span class="lineno">{i:5}</span>&#160;{line}' for i, line in enumerate(lines, start=1)]
    inner = "\n".join(f'<div class="line"><a id="l"></a>{line}</div>' for line in numbered)
    tip = '<div class="ttc"><div class="ttname">f</div></div>'
    html = f'<p>So:</p><div class="fragment">{inner}\n{tip}</div><div class="fragment">torn</div>'
    assert _markdown(html) == "So:\n\n```\nif (a)\n  f(a);\n\nb *= c;\n```\n\ntorn"
    written = write_html(html, ((0, len(html)),))
    assert written == "<p>So:</p><pre><code>if (a)\n  f(a);\n\nb *= c;</code></pre><div>torn</div>"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<dl><dt>A<dd>a<dt>B<dt>C</dl>", "A\n:   a\n\nB\n\nC"),
        ("<dl><dd>a<dt>B<dd>b<dd>c</dl>", "a\n\nB\n:   b\n:   c"),
        ("<dl><dt>A<dd></dd><dt>B<dd>b</dl>", "A\n\nB\n:   b"),
        ("<dl><dt>A<dd>a<dt>B<dd></dd><dt>C<dd>c</dl>", "A\n:   a\n\nB\n\nC\n:   c"),
        ("<dl><dt>A<dd>a</dd><h3>B</h3><dt>C<dd>c</dl>", "A\n:   a\n\n### B\n\nC\n:   c"),
        ("<dl><dt>A<dt><ul><li>B</ul></dt><dt>C</dl>", "A\n\n- B\n\nC"),
        ("<dl><dt>A<dd>a<dt><ul><li>B</ul></dt><dd>b</dl>", "A\n:   a\n\n- B\n\nb"),
        ("<dl><dt>- A<dd>a<dt>1. B<dd>b<dt>: C<dd>c</dl>", "\\- A\n:   a\n\n1\\. B\n:   b\n\n\\: C\n:   c"),
        ("<dl><dt>${a}<dt>${b}$<dd>c</dl>", "\\${a}<br>\\${b}$\n:   c"),
        ('<dl><dt><b>n</b><span class="classifier">int</span><dd>size</dl>', "**n** int\n:   size"),
    ],
)
def test_terms_keep_their_definitions_and_get_no_others(html: str, markdown: str) -> None:
    """A term without a definition leaves the list as it is, and what terms say is no markup."""
    assert _markdown(html) == markdown


def test_a_list_of_definitions_begins_and_ends_with_what_is_defined() -> None:
    """What is before and after it is a paragraph, whatever its tag; a definition without text is none."""
    html = "<dl><dd>a<dt>A<dd></dd><dd>b</dd><dt>C</dl>"
    blocks = read_blocks(html, ((0, len(html)),))
    assert [(block.kind, [part.kind for part in block.blocks]) for block in blocks] == [
        ("paragraph", []), ("definitions", ["term", "definition"]), ("paragraph", []),
    ]  # fmt: skip
    assert html[blocks[1].start : blocks[1].end] == "<dt>A<dd></dd><dd>b</dd>"


@pytest.mark.long
def test_no_list_of_definitions_takes_long() -> None:
    """Its time does not grow with the square of its length."""
    html = "<dl>" + "<dt>a<dd>b" * 40_000
    with taking_at_most(30):
        (block,) = read_blocks(html, ((0, len(html)),))
    assert len(block.blocks) == 80_000


def test_the_sign_of_doxygen_beside_a_heading_goes() -> None:
    """It leads to the heading itself."""
    html = '<h2 class="memtitle"><span class="permalink"><a href="#a">&#9670;&#160;</a></span>f()</h2>'
    assert _markdown(html) == "## f()"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ('<p>So <img class="math" src="m.png" alt="x_i">.', "So $x_i$."),
        ('<div class="math"><p><img src="m.png" alt="E = mc^2"></div>', "$$\nE = mc^2\n$$"),
        ('<p>So <span class="math"><img src="m.png" alt="y^2"></span>.', "So $y^2$."),
        (
            '<div class="math"><a href="/m"><img src="m.png" alt="Sums"></a></div>',
            "[![Sums](https://example.org/m.png)](https://example.org/m)",
        ),
        ('<p>So <img class="formulaInl" alt="$ n-1 $" src="f.png">.', "So $n-1$."),
        ('<p class="formulaDsp"><img class="formulaDsp" alt="\\[ a < b \\]" src="f.png">', "$$\na < b\n$$"),
        ('<p>So <span class="MATH"><img src="i.png" alt="$\\alpha$"></span>.', "So $\\alpha$."),
        ('<p><img src="/p.png" alt="$10 to $20">', "![$10 to $20](https://example.org/p.png)"),
    ],
)
def test_an_image_of_a_formula_is_the_formula(html: str, markdown: str) -> None:
    """Images by Sphinx, Doxygen and LaTeX2HTML have TeX as their alternative text; other images have dollars, too."""
    assert _markdown(html) == markdown


def test_a_table_with_a_picture_beside_all_rows_is_a_call_out() -> None:
    """DocBook lays out a warning as a table: a picture on the left, a title and the text on the right."""
    html = (
        '<table><tr><td rowspan="2"><img src="/w.png" alt="!"><th>Warning<tr><td><p>Never do that.</table>'
        "<table><tr><td rowspan=2>a<th>b<tr><td>c</table>"
    )
    table = '<table>\n<tr>\n<td rowspan="2">a</td>\n<th>b</th>\n</tr>\n<tr>\n<td>c</td>\n</tr>\n</table>'
    assert _markdown(html) == f"![!](https://example.org/w.png)\n\nWarning\n\nNever do that.\n\n{table}"
    facts = '<table><tr><td rowspan="2"><img src="/i.png"><th>Born<td>1815<tr><th>Died<td>1852</table>'
    assert _markdown(facts).startswith("<table>")


def test_cells_keep_backslashes_before_pipes_and_dollars_of_several_lines() -> None:
    """GitHub's tables take one backslash before a pipe away, wherever the pipe is; in code, parsers differ."""
    html = "<table><tr><th>a<th>b<tr><td>r\\|s <code>t|u</code><td><p>$x</p><p>y$</table>"
    assert _markdown(html) == "| a | b |\n| --- | --- |\n| r\\\\\\|s `t\\|u` | \\$x<br>y$ |"
    rows = _markdown(html.replace("t|u", "t\\|u")).split("\n")
    assert rows[6:8] == ["<td>r\\|s <code>t\\|u</code></td>", "<td><p>$x</p><p>y$</p></td>"]


@pytest.mark.parametrize(
    ("reference", "note"),
    [
        ('<a href="#n1"><sup>[1]</sup></a>', '<div id="n1"><p><a href="#r1"><sup>[1] </sup></a>So.</div>'),
        ('<sup>[<a href="#n1">1</a>]</sup>', '<div id="n1"><a href="#r1">1</a>. So.</div>'),
        ('<sup>[<a name="r1" href="#n1">1</a>]</sup>', '<p><sup>[<a name="n1" href="#r1">1</a>] </sup>So.</p>'),
        ('<a name="_ftnref1" href="#_ftn1">[1]</a>', '<p><a name="_ftn1" href="#_ftnref1"><i>[1]</i></a> So.</p>'),
        ('<a href="#n1">[1]</a>', '<p id="n1">[1]So.'),
        ('<sup><a href="#foot9">1</a></sup>', '<ul><li><a name="foot9"></a> So.</ul>'),
    ],
)
def test_a_note_has_its_label_once(reference: str, note: str) -> None:
    """Notes of DocBook, new and old, of Asciidoctor, Word and LaTeX2HTML, by identifier or by anchor."""
    assert _markdown(f"<p>Yes{reference}</p>{note}") == "Yes[^1]\n\n[^1]: So."


def test_a_link_with_words_to_a_note_keeps_them() -> None:
    """Only what looks like a label is one: Sphinx gives a note here and a section elsewhere the same identifier."""
    html = '<p>a<a href="#id1">[1]</a> <a href="/i#id1">More</a></p><p id="id1">[1] b'
    assert _markdown(html) == "a[^1] [More](https://example.org/i#id1)\n\n[^1]: b"


def test_a_link_stays_if_what_it_leads_to_is_written_as_no_note() -> None:
    """An empty paragraph is not written, and a definition is one of its term."""
    link = '<p>x<sup><a href="#n1">1</a></sup></p>'
    other = "x<sup>[1](https://example.org/#n1)</sup>"
    assert _markdown(f'{link}<p><a name="n1"></a></p><p>Notes</p>') == f"{other}\n\nNotes"
    assert _markdown(f'{link}<dl><dt>1<dd id="n1">Note.</dl>') == f"{other}\n\n1\n:   Note."


def test_an_anchor_before_a_section_makes_no_note() -> None:
    """Neither does the anchor of a reference that begins its paragraph."""
    html = '<p>[<a href="#s">1</a>]</p><div><a name="s"></a><h2>One</h2><p>So.</p></div>'
    assert _markdown(html) == "[[1](https://example.org/#s)]\n\n## One\n\nSo."
    html = '<p><a name="r" href="#n">[1]</a> a</p><p><a name="n" href="#r">[1]</a> b</p>'
    assert _markdown(html) == "[^1] a\n\n[^1]: b"
