from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cetr.console import run
from evaluate.cli import evaluate
from evaluate.package import read_document
from evaluate.roc.curve import Point, area_under, sweep
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
