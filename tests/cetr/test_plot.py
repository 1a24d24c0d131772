from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from cetr.cli import cetr
from cetr.commandline import run
from cetr.errors import InputError
from cetr.plot import PICTURES
from cetr.plot.figures import draw_figure
from cetr.plot.gold import read_gold
from cetr.plot.terminal import draw_text
from cetr.tagratio import analyse

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


def test_gold_comes_from_fragments_or_text(tmp_path: Path) -> None:
    """Both kinds of gold give spans; other JSON is an error that names the file."""
    html = "<p>one two</p><p>three</p>"
    (tmp_path / "g.txt").write_text("three")
    (tmp_path / "g.json").write_text('{"fragments": [{"start": 3, "end": 6}]}')
    assert read_gold(tmp_path / "g.txt", html) == ((17, 22),)
    assert read_gold(tmp_path / "g.json", html) == ((3, 6),)
    for other in ("[]", "[" * 100_000):
        (tmp_path / "bad.json").write_text(other)
        with pytest.raises(InputError, match=r"bad\.json"):
            read_gold(tmp_path / "bad.json", html)
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"bad\.txt: is not UTF-8 \(byte 3\)"):
        read_gold(tmp_path / "bad.txt", html)
