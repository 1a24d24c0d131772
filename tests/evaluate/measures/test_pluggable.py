"""Measures of one's own: by entry point, and as ``module:function``."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.measures import find_measure, list_measures, score
from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table

(EXAMPLE,) = re.findall(
    r"```python\n(.*?)```", (Path(__file__).parents[3] / "docs/measures.md").read_text("utf-8"), re.DOTALL
)


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A package that registers the example of the docs, and a measure that fails."""
    info = tmp_path / "site" / "strange_measures-1.5.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-measures\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text("[evaluate.measures]\nlines = strange_measures:score_lines\n")
    (tmp_path / "site" / "strange_measures.py").write_text(
        "from tests.alarms import take_too_long\n"
        + EXAMPLE
        + "\n\ndef fail(comparison):\n    raise ValueError('no such luck')\n\n\ndef one(comparison):\n    return 1\n"
        "\n\ndef much(comparison):\n    return Score(1.5, 1.0, 1.0, 3, 2, 3)\n"
        "\n\ndef unknown(comparison):\n    return Score(float('nan'), 1.0, 1.0, 1, 1, 1)\n"
        "\n\ndef text(comparison):\n    return make_score(1, 1, 1, {'lines': 'two'})\n"
        "\n\ndef truth(comparison):\n    return make_score(1, 1, 1, {'short': len(comparison.gold) < 5})\n"
        "\n\ndef other(comparison):\n    return make_score(1, 1, 1, {comparison.gold: 1.0})\n"
        "\n\ndef stuck(comparison):\n    if comparison.gold == 'Golden':\n        take_too_long()\n"
        "    return make_score(1, 1, 1)\n"
        "\n\ndef leave(comparison):\n    raise SystemExit('no licence')\n"
        "\n\ndef hung(comparison):\n    take_too_long()\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), str(Path(__file__).parents[3]), *sys.path])
    find_measure.cache_clear()
    yield
    find_measure.cache_clear()
    sys.modules.pop("strange_measures", None)


def test_they_have_their_columns_everywhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Results, comparisons, limits and the list of measures know them like ours."""
    for name in "ab":
        make_document(tmp_path / "p", name, f"<p>Gold {name}</p><p>more</p>", (f"Gold {name}",))
    own = "strange_measures:score_lines"
    arguments = ["-e", "plain", "-e", "nothing", "--measures", f"words,lines,{own}", "--out", tmp_path / "r"]
    assert call("run", tmp_path / "p", *arguments) == 0
    rows = read_table(tmp_path / "r" / "plain.tsv")
    assert [(row["lines.precision"], row["lines.lines"], row[f"{own}.recall"]) for row in rows] == [
        ("0.5", "2.0", "1.0")
    ] * 2
    capfd.readouterr()
    limits = ["--fail-if", "lines.f1 < -0.5", "--fail-if", f"{own}.f1 < -0.9"]
    assert call("compare", tmp_path / "r" / "plain", tmp_path / "r" / "nothing", *limits) == 1
    assert "verdict: fail: lines.f1 < -0.5 (lines.f1 changed by -0.6667)" in capfd.readouterr().out
    assert call("measures", "--format", "json") == 0
    assert json.loads(capfd.readouterr().out)[-1] == {"measure": "lines", "what": "Sets of lines."}


def test_all_measures() -> None:
    """Ours and those that are registered; of two texts alone those that need no page."""
    assert list(list_measures())[-1] == "lines"
    assert set(score("a", "a", ["words", "lines"])) == {"words", "lines"}


def test_a_measure_that_fails_stops_the_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It is no failure of an extractor, and what is no score is none."""
    make_document(tmp_path / "p", "a", "<p>Gold</p>", ("Gold",))
    arguments = ["-e", "plain", "--measures", "strange_measures:fail", "--out", tmp_path / "r"]
    assert call("run", tmp_path / "p", *arguments) == 2
    assert "measure 'strange_measures:fail': ValueError: no such luck" in capfd.readouterr().err
    for name, told in (
        ("leave", "SystemExit: no licence"),
        ("one", "returned int, not a Score"),
        ("much", "precision: 1.5 is not between 0 and 1"),
        ("unknown", "precision: nan is not between 0 and 1"),
        ("text", "lines: 'two' is not a number"),
    ):
        with pytest.raises(InputError, match=f"measure 'strange_measures:{name}': {told}"):
            score("Gold", "Gold", [f"strange_measures:{name}"])


def test_a_measure_that_never_returns_costs_a_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Or stops the run if it does not even return without a text, of which a failure's zeros would be made."""
    for name in ("Gold", "Golden"):
        make_document(tmp_path / "p", name, f"<p>{name}</p>", (name,))
    arguments = ["run", tmp_path / "p", "-e", "plain", "--timeout", 600, "--measures"]
    assert call(*arguments, "strange_measures:stuck", "--out", tmp_path / "r") == 3
    rows = [(row["document"], row["status"], row["error"]) for row in read_table(tmp_path / "r" / "plain.tsv")]
    assert rows == [("Gold", "ok", ""), ("Golden", "timeout", "took more than 600 s to be scored")]
    capfd.readouterr()
    assert call(*arguments, "strange_measures:hung", "--out", tmp_path / "s") == 2
    told = "strange_measures:hung: a measure takes more than 600 s, or ends its process, even without any text"
    assert capfd.readouterr().err.splitlines()[-1] == f"evaluate: {told}"


def test_figures_are_numbers_and_the_same_for_each_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What is true is 1. A figure of some pages alone would stand in another figure's column."""
    for name, gold in (("a", "Gold"), ("b", "Golden")):
        make_document(tmp_path / "p", name, f"<p>{gold}</p>", (gold,))
    arguments = ["run", tmp_path / "p", "-e", "plain", "--jobs", 1, "--measures"]
    assert call(*arguments, "strange_measures:truth", "--out", tmp_path / "r") == 0
    rows = read_table(tmp_path / "r" / "plain.tsv")
    assert [row["strange_measures:truth.short"] for row in rows] == ["1.0", "0.0"]
    capfd.readouterr()
    own = "strange_measures:other"
    for resumed in ([], ["--resume"]):
        assert call(*arguments, own, "--out", tmp_path / "s", *resumed) == 2
        assert capfd.readouterr().err.endswith(
            f"evaluate: p/b: has the figure {own}.Golden where other pages have {own}.Gold; a measure must have the "
            "same figures for each page, with nan for what a page does not have\n"
        )


def test_resuming_refuses_another_measure(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Scores by two measures of one name must not stand in one table."""
    make_document(tmp_path / "p", "a", "<p>Gold</p>", ("Gold",))
    arguments = ["run", tmp_path / "p", "-e", "plain", "--measures", "words,lines", "--out", tmp_path / "r", "--resume"]
    assert call(*arguments) == call(*arguments) == 0
    with (tmp_path / "site" / "strange_measures.py").open("a") as file:
        file.write("\n# Another measure\n")
    capfd.readouterr()
    assert call(*arguments) == 2
    told = r"run\.json: product: was lines code \w{12}, but is lines code \w{12} now; to start anew, name"
    assert re.search(told, capfd.readouterr().err)


def test_a_name_that_is_registered_twice_is_refused(tmp_path: Path) -> None:
    """Which of the two scored would be chance."""
    entries = tmp_path / "site" / "strange_measures-1.5.dist-info" / "entry_points.txt"
    entries.write_text(entries.read_text() + "[evaluate.measures]\nlines = strange_measures:much\n")
    with pytest.raises(InputError, match=r"^lines is registered twice, as .*score_lines .* and .*much .*; uninstall"):
        find_measure("lines")


def test_unknown_measures_are_guessed() -> None:
    """The error says which was meant, or why there is none."""
    with pytest.raises(
        InputError, match=r"no measure named 'wrods'; did you mean 'words'\? .*, lines, module:function"
    ):
        score("a", "b", ["wrods"])
    with pytest.raises(InputError, match=r"^no_such_module:f: no module named 'no_such_module'; install it"):
        score("a", "b", ["no_such_module:f"])


def test_a_file_of_the_working_folder_replaces_no_installed_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder may be a stranger's, who has put a module of that name there."""
    (tmp_path / "colorsys.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert find_measure("colorsys:rgb_to_hsv")(0, 0, 0) == (0, 0, 0)
