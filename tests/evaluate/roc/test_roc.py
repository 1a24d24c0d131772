from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from cetr.console import InputError, run
from evaluate.cli import evaluate
from evaluate.package import read_document
from evaluate.roc import curve as roc_curve
from evaluate.roc.curve import Point, area_under, average_counts, sweep
from evaluate.roc.units import Count, Over, find_units
from tests.documents import make_document

NAVIGATION = "<a>Home</a>\n<a>News</a>\n<a>Sport</a>\n" * 5
ARTICLE = "A long line of an article without a single tag in it, and then some.\n" * 5


def test_area_under_known_curves() -> None:
    """A perfect point makes 1, points on the diagonal a half, and the order of points does not matter."""
    assert area_under([Point(1, 1.0, 0.0)]) == 1.0
    assert area_under([Point(1, 0.7, 0.7), Point(2, 0.2, 0.2)]) == pytest.approx(0.5)
    assert area_under([Point(1, 0.6, 0.2), Point(2, 0.9, 0.5)]) == pytest.approx(0.06 + 0.225 + 0.475)


def test_curve_of_a_page_with_a_clear_article(tmp_path: Path) -> None:
    """From coefficient 0, which takes all, both shares fall, and the article goes last."""
    html = NAVIGATION + ARTICLE
    make_document(tmp_path / "p", "a", html, (ARTICLE,))
    make_document(tmp_path / "p", "b", ARTICLE, (ARTICLE,))
    documents = [read_document(tmp_path / "p", name) for name in ("a", "b")]
    curve = sweep(documents, "cetr-tm@radius=1", [0, 1, 19])
    assert curve.documents == 1
    assert [(p.true_positive, p.false_positive) for p in (curve.points[0], curve.points[2])] == [(1.0, 1.0), (0.0, 0.0)]
    assert curve.points[1].true_positive == 1.0
    assert curve.points[1].false_positive < 0.3
    assert curve.area > 0.8


def test_an_extractor_is_told_what_it_wants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that asks for the page's address, and finds the article by it, has the whole area."""
    source = (
        "def by_url(html, *, url, coefficient=1.0):\n    return ((html.index('A long'), len(html)),) if url else ''\n"
    )
    (tmp_path / "extractor_of_test_roc.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    curve = sweep([read_document(tmp_path / "p", "a")], "extractor_of_test_roc:by_url", [1])
    assert curve.points == (Point(1.0, 1.0, 0.0),)
    assert curve.area == 1.0


def test_roc_command_prints_twenty_points_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a point for each coefficient from 0 to 19 with the area, and writes the picture."""
    html = NAVIGATION + ARTICLE
    make_document(tmp_path / "p", "a", html, (ARTICLE,))
    picture = tmp_path / "roc.png"
    assert run(evaluate, ["roc", str(tmp_path / "p"), "--format", "json", "-o", str(picture)]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["coefficient"] for row in rows] == list(range(20))
    assert len({row["auc"] for row in rows}) == 1
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another kind, and matplotlib that is not installed: in one line, with no point computed."""
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    command = ["roc", str(tmp_path / "p"), "-o"]
    assert run(evaluate, [*command, "roc.bmp"]) == 2
    assert capsys.readouterr() == ("", "evaluate: roc.bmp: name a file that ends with .png, .svg or .pdf\n")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
    assert run(evaluate, [*command, "roc.png"]) == 2
    told = "evaluate: drawing to a file needs matplotlib: pip install 'cetr-gold[plot]'\n"
    assert capsys.readouterr() == ("", told)


def test_an_extractor_that_fails_is_named_with_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At which coefficient, too; what it returns may be nothing that can be scored."""
    source = "def fail(html, *, coefficient=1.0):\n    return 1 if coefficient > 3 else html\n"
    (tmp_path / "failing_of_test_roc.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    assert run(evaluate, ["roc", str(tmp_path / "p"), "-e", "failing_of_test_roc:fail"]) == 2
    name = "failing_of_test_roc:fail@coefficient=4"
    told = f"evaluate: {tmp_path}/p/a: {name} fails: returned int, not text or spans\n"
    assert capsys.readouterr().err.endswith(told)


def test_roc_command_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A package without gold to judge by, and an extractor without a coefficient, are one line each."""
    make_document(tmp_path / "p", "a", ARTICLE, (ARTICLE,))
    assert run(evaluate, ["roc", str(tmp_path / "p")]) == 2
    assert "no gold documents" in capsys.readouterr().err
    assert run(evaluate, ["roc", str(tmp_path / "p"), "--extractor", "plain"]) == 2
    assert "coefficient" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("count", "over", "total", "content"),
    [
        ("words", "text", 3, [0, 1]),
        ("words", "source", 11, [1, 2, 3]),
        ("characters", "text", 6, [0, 1, 2, 3]),
        ("characters", "source", 47, [3, 4, 6, 7, 8, 9, 10, 11]),
        ("lines", "text", 2, [0]),
        ("lines", "source", 4, [0]),
    ],
)
def test_what_is_counted(count: Count, over: Over, total: int, content: list[int]) -> None:
    """Text alone, or markup, a script and an empty line as well; a reference is one character, or all it is written as.

    The words of the source are p ab c amp p i ef i script gh script.
    """
    html = "<p>ab c&amp;</p>\n\n<i>ef</i>\n<script>gh</script>"
    units = find_units(html, count, over)
    marks = units.mark(((0, html.index("<i>")),))
    assert (len(marks), marks.nonzero()[0].tolist()) == (total, content)


def test_shares_over_documents() -> None:
    """At one coefficient 1 of 2, 8 of 8 and 3 of 5 content units, and 0 of 4, 3 of 6 and 1 of 10 others."""
    counts = np.array([[[[1, 2], [0, 4]]], [[[8, 8], [3, 6]]], [[[3, 5], [1, 10]]]])
    assert average_counts(counts, "mean").tolist() == [[pytest.approx(2.1 / 3), pytest.approx(0.2)]]
    assert average_counts(counts, "median").tolist() == [[0.6, 0.1]]
    assert average_counts(counts, "pooled").tolist() == [[12 / 15, 4 / 20]]


def test_roc_command_counts_as_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Empty lines are nothing that an extractor takes: they push the share of other lines down."""
    make_document(tmp_path / "p", "a", NAVIGATION + "\n" * 100 + ARTICLE, (ARTICLE,))
    command = ["roc", str(tmp_path / "p"), "--format", "json", "--count", "lines"]
    first = []
    for over in ("text", "source"):
        assert run(evaluate, [*command, "--over", over]) == 0
        first.append(json.loads(capsys.readouterr().out)[0])
    assert [row["true_positive"] for row in first] == [1.0, 1.0]
    assert [row["false_positive"] for row in first] == [1.0, pytest.approx(15 / 115)]


@pytest.mark.long
def test_areas_are_those_of_the_curves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command gives, package by package, the areas of all ways to count; it draws nothing."""
    for package, article in (("p", ARTICLE), ("q", "Two words\n")):
        for name, more in (("a", ""), ("b", "<p>And</p>\n")):
            make_document(tmp_path / package, name, NAVIGATION + more + article, (article,))
    packages = [str(tmp_path / "p"), str(tmp_path / "q")]
    assert run(evaluate, ["roc", *packages, "--areas", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["package"], row["documents"]) for row in rows] == [("p", 2)] * 6 + [("q", 2)] * 6
    for row, average in zip(rows[1::5], ("mean", "median", "pooled"), strict=True):
        way = ["--count", row["count"], "--over", row["over"], "--average", average]
        assert run(evaluate, ["roc", str(tmp_path / row["package"]), *way, "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["auc"] == row[average]
    assert run(evaluate, ["roc", *packages, "--areas", "-o", str(tmp_path / "f.png")]) == 2
    assert (
        "--areas and -o cannot be used together; one prints a table, the other draws a curve" in capsys.readouterr().err
    )


def test_an_extractor_that_hangs_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page is named, and the time is that of the option."""
    (tmp_path / "hanging_of_test_roc.py").write_text(
        "from tests.alarms import take_too_long\ndef hang(html, *, coefficient=1.0):\n    take_too_long()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    assert run(evaluate, ["roc", str(tmp_path / "p"), "-e", "hanging_of_test_roc:hang", "--timeout", "600"]) == 2
    assert "p/a: hanging_of_test_roc:hang@coefficient=0: took more than 600 s" in capsys.readouterr().err


@pytest.mark.long
def test_an_extractor_that_hangs_in_compiled_code_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No alarm interrupts it, so its process is ended; the page is named."""
    (tmp_path / "deaf_of_test_roc.py").write_text(
        "import signal, time\ndef hang(html, *, coefficient=1.0):\n"
        "    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n    time.sleep(1000)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    assert run(evaluate, ["roc", str(tmp_path / "p"), "-e", "deaf_of_test_roc:hang", "--timeout", "1"]) == 2
    assert "p/a: took too long, or its process died for lack of memory" in capsys.readouterr().err


def test_counting_has_limits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The units and the gold of a page are found within them; here in this process, where they can be replaced."""
    monkeypatch.setattr(roc_curve, "map_bounded", lambda function, pages, jobs, on_death: map(function, pages))
    monkeypatch.setattr(roc_curve, "find_units", lambda *rest: bytes(5 * 10**9))
    make_document(tmp_path / "p", "a", NAVIGATION + ARTICLE, (ARTICLE,))
    with pytest.raises(InputError, match="p/a: took more than 4000 MB of memory"):
        sweep([read_document(tmp_path / "p", "a")], coefficients=[1])
