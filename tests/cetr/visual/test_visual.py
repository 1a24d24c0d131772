"""Layout, hybrid density and VIPS on pages whose boxes are written down here."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.image import imread

from cetr.classic import Counts
from cetr.cli import cetr
from cetr.console import InputError
from cetr.document import derive_text, read_page
from cetr.plot.cli import plot
from cetr.visual import read_layout
from cetr.visual.drawing import draw_blocks
from cetr.visual.hybrid import hybrid, hybrid_density, hybrid_vips, weigh_blocks, weigh_texts
from cetr.visual.segmentation import Block, segment_page
from cetr.visual.vips import vips


def lay_out(marked: str, width: float = 1000, height: float = 1000) -> tuple[str, dict[str, Any]]:
    """A page and its layout, from HTML whose tags carry ``@left,top,width,height[,size[,colour]]``."""
    html, rows = "", []
    at = 0
    for match in re.finditer(r"@(\d+(?:,\d+)*|none)(,#\w+)?", marked):
        html += marked[at : match.start()]
        at = match.end()
        start = html.rindex("<")
        if match[1] == "none":
            rows.append((start, 0, 0, 0, 0, 0, 16, 400, 0))
        else:
            numbers = [float(n) for n in match[1].split(",")]
            x, y, w, h = numbers[:4]
            size = numbers[4] if len(numbers) > 4 else 16
            rows.append((start, x, y, w, h, 1, size, 400, 1 if match[2] else 0))
    html += marked[at:]
    names = ("start", "x", "y", "width", "height", "visible", "font_size", "font_weight", "background")
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    layout = {"schema": 1, "viewport": [1000, 900], "page": [width, height], "elements": columns}
    return html, layout | {"colours": ["rgba(0, 0, 0, 0)", "rgb(1, 2, 3)"]}


LINK = "<a@10,20,80,20>entry of the menu</a>"
WORDS = "Words of the article that stand in the middle of the page, and there are quite a number of them."
PAGE, LAYOUT = lay_out(
    "<html@0,0,1000,1000><body@0,0,1000,1000>"
    + f"<div@0,0,200,1000><ul@0,0,200,900>{''.join(f'<li@0,{i * 40},200,20>{LINK}</li>' for i in range(20))}</ul></div>"
    + "<div@230,0,540,1000>"
    + "<h1@230,0,540,60,32>The headline</h1>"
    + "".join(f"<p@230,{100 + i * 150},540,100>{WORDS}</p>" for i in range(5))
    + "</div><div@800,0,200,1000>"
    + "<p@800,0,200,300><a@800,0,90,20>Beside</a> it <a@800,20,90,20>stands</a> a margin.</p></div>"
    + "</body></html>"
)
ARTICLE = "\n".join([WORDS] * 5)
LAID_OUT_COLUMNS = lay_out(
    "<body@0,0,1000,1000><div@0,0,200,1000><p@0,0,200,500><a@10,20,80,20>entry</a> other</p></div>"
    f"<div@230,0,540,1000><p@230,0,540,500>{WORDS}</p></div></body>"
)


def test_layout_is_matched_by_the_offsets_of_start_tags() -> None:
    """Every element has its box; one that the layout lacks, or that is invisible or empty, is not shown."""
    html, layout = lay_out("<body@0,0,100,50><p@1,2,30,10>a</p><p>b</p><p@none>c</p><p@0,0,0,9>d</p></body>")
    page = read_page(html)
    read = read_layout(page.tree, layout)
    assert read.shown.tolist() == [False, True, True, False, False, False]
    assert read.box[2].tolist() == [1, 2, 31, 12]


def test_background_is_the_colour_that_is_seen() -> None:
    """A transparent element has the colour of what is around it."""
    html, layout = lay_out("<body@0,0,9,9><div@0,0,9,9,16,#x><p@0,0,9,9>a</p></div><p@0,0,9,9>b</p></body>")
    read = read_layout(read_page(html).tree, layout)
    assert read.background.tolist() == [-1, -1, 1, 1, -1]


@pytest.mark.parametrize("method", [vips, hybrid, hybrid_vips])
@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (None, "^needs layout; run annotate render$"),
        ({"schema": 2}, "schema: this version reads schema 1, the file says 2"),
        ({"schema": 1}, "is damaged"),
        (LAYOUT | {"elements": LAYOUT["elements"] | {"x": [1]}}, "differ in length"),
    ],
)
def test_without_a_layout_visual_methods_say_so(method: Any, layout: Any, message: str) -> None:
    """A missing, foreign or damaged layout is an error, not an empty extraction."""
    with pytest.raises(InputError, match=message):
        method(PAGE, layout=layout)


@pytest.mark.parametrize("method", [vips, hybrid, hybrid_vips])
def test_the_column_in_the_middle_is_the_content(method: Any) -> None:
    """Menu and margin stand beside it; the methods take the article alone (VIPS without what is set differently)."""
    assert derive_text(PAGE, method(PAGE, layout=LAYOUT)).removeprefix("The headline\n") == ARTICLE


@pytest.mark.parametrize("method", [vips, hybrid, hybrid_vips])
def test_what_is_not_shown_is_no_content(method: Any) -> None:
    """A paragraph without a box, inside the article, is left out; the empty page has no content."""
    hidden = "<p@none>hidden words</p>"
    html, layout = lay_out(f"<body@0,0,1000,400><div@0,0,1000,400><p@0,0,1000,300>{WORDS}</p>{hidden}</div></body>")
    assert derive_text(html, method(html, layout=layout)) == WORDS
    assert method("", layout=lay_out("")[1]) == ()


@pytest.mark.parametrize("method", [vips, hybrid, hybrid_vips])
def test_nesting_has_no_limit(method: Any) -> None:
    """Five thousand nested elements are no deeper than others."""
    html, layout = lay_out("<div@0,0,1000,900>" * 5000 + WORDS)
    assert derive_text(html, method(html, layout=layout)) == WORDS


def test_visual_importance_is_the_mass_of_the_normal_distribution() -> None:
    """N(500, 500) on a page of 1000: the whole width holds 68.3 %, the left fifth what the formula says."""

    def mass(left: float, right: float) -> float:
        return (math.erf((right - 500) / 500 / math.sqrt(2)) - math.erf((left - 500) / 500 / math.sqrt(2))) / 2

    html, layout = lay_out("<body@0,0,1000,9><p@0,0,1000,9>a</p><p@0,0,200,9>b</p><p@none>c</p></body>")
    tree = read_page(html).tree
    weights = weigh_texts(tree, read_layout(tree, layout))
    texts = [i for i, (s, e) in enumerate(zip(tree.tokens.start, tree.tokens.end, strict=True)) if html[s:e] in "abc"]
    assert weights[texts] == pytest.approx([0.6826895, mass(0, 200), 0])
    assert mass(0, 200) == pytest.approx(0.1156, abs=1e-4)


def test_importance_by_blocks_is_that_of_the_innermost_one() -> None:
    """Below the page the article, 230 to 770, is the widest block: N(500, 270), in which it has 68.3 % itself.

    The words of the menu's links, 10 to 90, get what its block from 0 to 200 has, not what their elements have.
    """

    def mass(left: float, right: float) -> float:
        return (math.erf((right - 500) / 270 / math.sqrt(2)) - math.erf((left - 500) / 270 / math.sqrt(2))) / 2

    html = LAID_OUT_COLUMNS[0]
    page = read_page(html)
    layout = read_layout(page.tree, LAID_OUT_COLUMNS[1])
    weights = weigh_blocks(len(page.text), segment_page(page, layout, 6), layout.width)
    tokens = page.tree.tokens
    found = {
        html[start:end]: weight
        for start, end, weight in zip(tokens.start, tokens.end, weights.tolist(), strict=True)
        if html[start:end] in ("entry", WORDS)
    }
    assert found == {"entry": pytest.approx(mass(0, 200)), WORDS: pytest.approx(0.6826895)}
    assert mass(0, 200) == pytest.approx(0.1013, abs=1e-4)


def test_hybrid_density_by_hand() -> None:
    """Formula (6) of a body and two elements: 60 of 100 characters left, 20 in links, 10 tags, 2 links; only links."""
    counts = Counts(*(np.array(c, dtype=float) for c in ([100, 100, 20], [10, 10, 2], [20, 20, 20], [2, 2, 2])), body=0)
    weighed = Counts(*(np.array(c, dtype=float) for c in ([60, 60, 4], [10, 10, 2], [20, 20, 20], [2, 2, 2])), body=0)
    # HC / T = 6; HC / LC * T / LT = 60 / 20 * 10 / 2 = 15; base ln(60 / 80 * 20 + 20 / 60 * 60 + e) = ln 37.718.
    dense = 6 * math.log(15) / math.log(math.log(15 + 20 + math.e))
    # Of 4 / 20 * 2 / 2 = .2 the logarithm is below 0.
    assert hybrid_density(counts, weighed).tolist() == pytest.approx([dense, dense, 0.0])


def find_blocks(marked: str, pdoc: int = 6) -> Block:
    """The segmentation of a marked page."""
    html, layout = lay_out(marked)
    page = read_page(html)
    return segment_page(page, read_layout(page.tree, layout), pdoc)


def leaves(block: Block) -> list[tuple[tuple[float, ...], int]]:
    """Box and coherence of the blocks with nothing nested in them, in document order."""
    return [(b.box, b.coherence) for _, b in block.walk() if not b.children]


def test_texts_of_one_font_are_as_coherent_as_can_be() -> None:
    """Rule 4: a node with nothing but text is not divided: 10 in one font, 9 in several."""
    page = (
        "<body@0,0,1000,1000><p@0,0,1000,400>a <b@0,0,9,9>b</b></p><p@0,500,1000,400>a <b@0,500,9,9,30>b</b></p></body>"
    )
    assert leaves(find_blocks(page, pdoc=10)) == [((0, 0, 1000, 400), 10), ((0, 500, 1000, 900), 9)]


def test_a_permitted_degree_decides_how_far_it_goes() -> None:
    """Three paragraphs in a coloured box: one block for a low degree, three for a high one."""
    inner = "".join(f"<p@0,{500 + i * 100},1000,50>text</p>" for i in range(3))
    page = f"<body@0,0,1000,1000><p@0,0,1000,300>text</p><div@0,500,1000,250,16,#c>{inner}</div></body>"
    assert [box for box, _ in leaves(find_blocks(page, pdoc=6))] == [(0, 0, 1000, 300), (0, 500, 1000, 750)]
    assert len(leaves(find_blocks(page, pdoc=8))) == 4


def test_the_heaviest_separators_cut_first() -> None:
    """Two pairs of paragraphs, close within and far between, become two blocks of two."""
    tops = (0, 105, 500, 605)
    root = find_blocks(f"<body@0,0,1000,1000>{''.join(f'<p@0,{t},1000,100>text</p>' for t in tops)}</body>")
    assert [[child.box[1] for child in pair.children] for pair in root.children] == [[0, 105], [500, 605]]
    assert root.coherence < root.children[0].coherence


def test_overlapping_blocks_are_still_blocks() -> None:
    """Where no separator fits between two blocks, both stand side by side in the structure."""
    root = find_blocks("<body@0,0,1000,1000><p@0,0,600,600>one</p><p@300,300,600,600>two</p></body>")
    assert [child.box for child in root.children] == [(0, 0, 600, 600), (300, 300, 900, 900)]


def test_every_shown_text_is_in_one_block_of_each_level() -> None:
    """Children share out their parent's text: nothing is lost, nothing is in two of them."""
    page = read_page(PAGE)
    root = segment_page(page, read_layout(page.tree, LAYOUT), 10)
    assert sorted(root.tokens) == np.flatnonzero(page.rendered).tolist()
    for _, block in root.walk():
        if block.children:
            assert sorted(t for child in block.children for t in child.tokens) == sorted(block.tokens)


def test_blocks_are_drawn_in_outline() -> None:
    """One outline a block, dashed where others are in it, else with its coherence; the picture below."""
    page = read_page(PAGE)
    layout = read_layout(page.tree, LAYOUT)
    root = segment_page(page, layout, 6)
    axes = draw_blocks(root, layout).axes[0]
    assert len(axes.patches) == len(list(root.walk()))
    assert [text.get_text() for text in axes.texts] == [str(coherence) for _, coherence in leaves(root)]
    dashed = [patch.get_linestyle() in ("--", "dashed") for patch in axes.patches]
    assert dashed == [bool(block.children) for _, block in root.walk()]
    assert len(axes.images) == 0


def test_the_plot_command_draws_a_document_of_a_package(tmp_path: Path) -> None:
    """Layout and screenshot are found beside the HTML; without layout, or a file to write, or with gold, it says so."""
    document = Path("packages/starter/wiki-localhost-0001.html")
    output = tmp_path / "blocks.png"
    assert not CliRunner().invoke(plot, [str(document), "--what", "vips", "-o", str(output)]).output
    assert imread(output).shape[1] == 1280
    (tmp_path / "page.html").write_text("<p>a")
    for arguments, message in (
        ([str(tmp_path / "page.html"), "-o", str(output)], r"page\.html: needs layout; run annotate render"),
        ([str(document)], "need a file to draw to"),
        ([str(document), "-o", str(output), "--gold", str(document.with_suffix(".json"))], "not with visual blocks"),
    ):
        failed = CliRunner().invoke(plot, [*arguments, "--what", "vips"])
        assert re.search(message, f"{failed.exception} {failed.output}")


def test_extract_finds_the_layout_beside_the_page() -> None:
    """On a document of a test package visual methods work like the others."""
    page = "packages/starter/news-localhost-0001.html"
    printed = CliRunner().invoke(cetr, ["extract", page, "--method", "hybrid"], standalone_mode=False).output
    assert "Night ferry to Sandholm Island returns" in printed
