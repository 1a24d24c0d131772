from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex

from cetr.cli import cetr
from cetr.console import InputError, run
from cetr.plot import PICTURES
from cetr.plot.figures import draw_figure
from cetr.plot.gold import read_gold
from cetr.plot.terminal import draw_text
from cetr.tagratio import METHODS, analyse
from cetr.visual.drawing import check_pixels

PAGE = "<ul>\n" + "<li><a href=x>Item</a></li>\n" * 20 + "</ul>\n" + "A line of text without any tag in it.\n" * 12


@pytest.mark.parametrize("what", PICTURES)
def test_a_figure_colours_the_content_lines(what: str) -> None:
    """The picture has a bar or a mark for each line, told apart by label, and a panel more with gold."""
    model = analyse(PAGE)
    figure = draw_figure(model, what, title="t", gold=~model.labels)
    assert [axes.get_title(loc="left").split(":")[0] for axes in figure.axes] == ["predicted", "gold"]
    for axes, labels in zip(figure.axes, (model.labels, ~model.labels), strict=True):
        counts = (
            [len(c.get_offsets()) for c in axes.collections] if what == "scatter" else [len(c) for c in axes.containers]
        )
        assert counts == [int((~labels).sum()), int(labels.sum())]


def test_the_threshold_stands_where_it_is() -> None:
    """The dashed line of the smoothed picture is at one standard deviation."""
    model = analyse(PAGE, "cetr-tm")
    (line,) = draw_figure(model, "smoothed", title="t").axes[0].lines
    assert line.get_ydata()[0] == pytest.approx(model.smoothed.std())


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_threshold_is_drawn_where_it_decides(method: str) -> None:
    """In both pictures and in the legend, for methods that cut at a value and pages with something to cut."""
    expected = 1 if method in ("cetr-tm", "cetr-modern", "ttr-threshold") else 0
    for html, count in ((PAGE, expected), ("<p>one</p>", 0)):
        model = analyse(html, method)
        figure = draw_figure(model, "smoothed", title="t")
        assert len(figure.axes[0].lines) == count
        assert [text.get_text() for text in figure.legends[0].get_texts()][2:] == ["threshold"] * count
        assert ("-" in draw_text(model, "smoothed")) == bool(count)


@pytest.mark.parametrize("what", PICTURES)
def test_the_legend_has_the_colours_of_the_lines(what: str) -> None:
    """Also where all lines, or none, are content."""
    for html in ("<p>one</p>\n" * 3, "<br>\n" * 3, PAGE):
        legend = draw_figure(analyse(html), what, title="t").legends[0]
        assert [text.get_text() for text in legend.get_texts()] == ["other", "content"]
        colours = [
            key.get_color() if what == "scatter" else to_hex(key.get_facecolor()) for key in legend.legend_handles
        ]
        assert colours == ["#9aa5b1", "#d55e00"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("a$\\frac$b.html", "a$\\frac$b.html"),
        ("\u65b0\u805e.html", "\u65b0\u805e.html"),
        ("\U00013000.html", "\U00013000.html"),
        ("a\udcff\x1bb\nc.html", "a?\ufffdb c.html"),
    ],
    ids=["formula", "chinese", "no font has it", "no character"],
)
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_any_name_of_a_file_can_be_a_title(
    name: str, title: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no formula, and what it has of odd characters is no reason to say anything."""
    page, picture = tmp_path / name, tmp_path / f"f.{suffix}"
    page.write_text(PAGE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(cetr, ["plot", str(page), "-o", str(picture)]) == 0
    assert capsys.readouterr().err == ""
    assert picture.stat().st_size > 1000
    assert draw_figure(analyse(PAGE), "smoothed", title=name).get_suptitle() == title


def test_visual_blocks_take_no_method(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would have no effect is refused, the default said aloud included, but not a person's own default."""
    for arguments in (["--method", "cetr"], ["--option", "k=3"]):
        assert run(cetr, ["plot", "a.html", "--what", "vips", "-o", str(tmp_path / "f.png"), *arguments]) == 2
        said = "cetr: --method and --option work with tag ratios, not with visual blocks"
        assert capsys.readouterr().err == f"{said} (see 'cetr plot --help')\n"
    monkeypatch.setenv("CETR_PLOT_METHOD", "cetr-tm")
    assert run(cetr, ["plot", str(tmp_path / "none.html"), "--what", "vips", "-o", str(tmp_path / "f.png")]) == 2
    assert "none.html: no such file" in capsys.readouterr().err


def test_the_terminal_shows_bars_where_the_ratio_is_high() -> None:
    """In characters, full columns stand over the text and the row below marks the content."""
    model = analyse(PAGE)
    text = draw_text(model, "histogram", gold=np.zeros(len(model.lines), dtype=bool), width=60)
    rows = text.splitlines()
    assert rows[0].count("█") == 12
    assert rows[0].endswith("█")
    marks = {row.split()[0]: row.split()[1] for row in rows if row.split()[0] in ("content", "gold")}
    assert [m == "█" for m in marks["content"]] == model.labels.tolist()
    assert set(marks["gold"]) == {"·"}


def test_the_terminal_scatter_has_both_marks() -> None:
    """Content is drawn as o to the right of what is not, drawn as x."""
    rows = draw_text(analyse(PAGE), "scatter").splitlines()
    assert max(row.rfind("o") for row in rows[:-1]) > max(row.rfind("x") for row in rows[:-1]) > 0


def test_an_empty_page_can_be_drawn(tmp_path: Path) -> None:
    """A page without lines gives an empty figure and a word in the terminal."""
    model = analyse("")
    for what in PICTURES:
        assert draw_text(model, what) == "(no lines)\n"
        draw_figure(model, what, title="t").savefig(tmp_path / "f.svg")


def test_plot_command_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command draws to PNG and SVG with the gold of a test package, and in the terminal without a file."""
    page, meta = tmp_path / "a.html", tmp_path / "a.json"
    page.write_text(PAGE)
    meta.write_text(json.dumps({"fragments": [{"start": PAGE.index("A line"), "end": len(PAGE)}]}))
    for name, magic in (("f.png", b"\x89PNG"), ("f.svg", b"<?xml")):
        assert run(cetr, ["plot", str(page), "--gold", str(meta), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(magic)
    assert run(cetr, ["plot", str(page), "--what", "derivative"]) == 0
    assert re.search(r"content +[█·]+", capsys.readouterr().out)
    assert run(cetr, ["plot", str(page), "-o", str(tmp_path / "f.txt")]) == 2
    assert "name a file that ends with" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("start", "written"),
    [
        ("1e999", "Infinity"),
        ("0.5", "0.5"),
        ("true", "true"),
        ('"60"', '"60"'),
        ("null", "null"),
        ("-1", "-1"),
        ("[" * 60 + "]" * 60, "[" * 40),
    ],
)
def test_an_offset_is_a_whole_number(start: str, written: str, tmp_path: Path) -> None:
    """Anything else is named with its place."""
    path = tmp_path / "g.json"
    path.write_text(f'{{"fragments": [{{"start": 0, "end": 1}}, {{"start": {start}, "end": 5}}]}}')
    with pytest.raises(InputError) as raised:
        read_gold(path, "<p>one")
    assert str(raised.value) == f"{path}: fragments[1].start: {written} is not a whole number from 0 on"


def test_gold_comes_from_fragments_or_text(tmp_path: Path) -> None:
    """Both kinds of gold give spans; other JSON, and that of another page, is an error that names the file."""
    html = "<p>one two</p><p>three</p>"
    (tmp_path / "g.txt").write_text("three")
    (tmp_path / "g.json").write_text('{"fragments": [{"start": 3, "end": 6}]}')
    assert read_gold(tmp_path / "g.txt", html) == ((17, 22),)
    assert read_gold(tmp_path / "g.json", html) == ((3, 6),)
    for other in ("[]", "[" * 100_000, '{"fragments": [{"start": 3, "end": 27}]}'):
        (tmp_path / "bad.json").write_text(other)
        with pytest.raises(InputError, match=r"bad\.json"):
            read_gold(tmp_path / "bad.json", html)
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"bad\.txt: is not UTF-8 \(byte 3\)"):
        read_gold(tmp_path / "bad.txt", html)


def test_a_page_too_large_to_draw_is_told_in_one_line(tmp_path: Path) -> None:
    """A million lines would take minutes and all the memory.

    The command has a process of its own: here, what other tests have freed would serve it without a word.
    """
    page = tmp_path / "a.html"
    page.write_text(PAGE * 20_000)
    code = (
        "import sys, cetr.plot.terminal; from cetr.cli import cetr; from cetr.plot import cli;"
        "from cetr.console import run; from tests.memory import allowing; limits = allowing(64);"
        "print(limits.memory); cli.Limits = lambda: limits;"
        "sys.exit(run(cetr, sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "plot", str(page), "--what", "histogram"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    limit = int(ended.stdout)
    assert (ended.returncode, ended.stderr) == (2, f"cetr: {page}: took more than {limit} MB of memory\n")


def test_a_picture_does_not_hide_how_large_it_is(tmp_path: Path) -> None:
    """With a part before the one that says so, the number of pixels would be read from the wrong place."""
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x08tEXt\0\0\0\x01\0\0\0\x01" + b"\0" * 4)
    with pytest.raises(InputError, match=r"a\.png: is not a PNG file"):
        check_pixels(picture)
