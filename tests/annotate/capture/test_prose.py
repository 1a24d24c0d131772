"""The text of marks, line by line with its structure."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotate.capture.prose import Line, read_prose
from cetr.document import derive_text, normalize_spans
from cetr.structure import read_blocks

PAGE = """<h2>Bread &amp; salt</h2><p>Flour,  <b>water</b></p><nav>Home</nav>
<ol start=3><li>Mix<ul><li>well<li>slowly</ul></li><li><p>Bake</p><p>and wait</p></ol>
<blockquote><p>Said</p></blockquote><pre>a
  b</pre><table><caption>Times</caption><tr><th>Day<th>Hour</tr><tr><td>Mon<td>9</tr></table><p>End.</p>"""


def read(html: str) -> tuple[Line, ...]:
    """The lines of a whole page."""
    spans = normalize_spans([(0, len(html))], len(html))
    return read_prose(html, spans, read_blocks(html, spans))


def test_each_line_has_its_kind_and_its_place() -> None:
    """Headings, items with their numbers and depths, quotes, code and rows; a further line of an item has no number."""
    lines = read(PAGE.replace("<nav>Home</nav>", ""))
    assert [(line.kind, line.level, line.label, line.text) for line in lines] == [
        ("heading", 2, "", "Bread & salt"),
        ("paragraph", 0, "", "Flour, water"),
        ("item", 1, "3.", "Mix"),
        ("item", 2, "•", "well"),
        ("item", 2, "•", "slowly"),
        ("item", 1, "4.", "Bake"),
        ("item", 1, "", "and wait"),
        ("quote", 0, "", "Said"),
        ("code", 0, "", "a"),
        ("code", 0, "", "  b"),
        ("caption", 0, "", "Times"),
        ("row", 0, "", "Day Hour"),
        ("row", 0, "", "Mon 9"),
        ("paragraph", 0, "", "End."),
    ]
    html = PAGE.replace("<nav>Home</nav>", "")
    assert [html[line.start : line.end] for line in lines[:2]] == ["Bread &amp; salt", "Flour,  <b>water"]


tags = st.sampled_from("<p> </p> <ul> <li> </ul> <pre> </pre> <b> <h1> </h1> <table> <tr> <td> &amp; <br>".split())
pieces = st.lists(tags | st.text("ab \n", max_size=4), max_size=12).map("".join)


@given(pieces)
def test_the_lines_are_those_of_the_text(html: str) -> None:
    """Whatever the markup, but for white space and empty lines of preformatted text."""
    wanted = [line.split() for line in derive_text(html).split("\n")]
    assert [line.text.split() for line in read(html)] == [words for words in wanted if words]
