"""Assignments beyond one package: the blind second pass, wrong options, and the guideline."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from annotate.check import check_package
from annotate.review.start import Options, make_assignment
from annotate.review.widgets.panel import unwrap
from cetr.console import InputError
from evaluate.package import read_document
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, CORE, MONDAY, make_package
from tests.annotate.review.threads import run_async


def test_the_blind_pass_hides_gold_and_predictions(tmp_path: Path) -> None:
    """Neither the screen nor the new package has a trace of the first marks; the first package stays."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))}, note="look here", annotator="anna")
    assignment = make_assignment(Options(folder, blind=True), "bob", ("cetr",))
    assert assignment.folder == tmp_path / "news-second"

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            screen = "\n".join(driver.text())
            assert "ratio" not in screen
            assert "F1" not in screen
            assert "█" not in screen
            assert "look here" not in screen
            await driver.press("p")
            assert len(driver.app.screen_stack) == 1
            for key in ("enter", "A"):
                await driver.press(key)
                assert driver.said() == "there is no column 1"
            await driver.press("slash")
            await driver.type("sun comes")
            await driver.press("enter", "b", "a")

    run_async(scenario())
    second = read_document(assignment.folder, "rain")
    assert (second.spans, second.meta.status, second.meta.annotator) == ((MONDAY,), "reviewed", "bob")
    assert read_document(folder, "rain").spans == (CORE,)


def test_the_blind_pass_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Starting it again keeps what was marked."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))})
    assignment = make_assignment(Options(folder, blind=True), "bob", ())

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("j", "space")

    run_async(scenario())
    marked = read_document(assignment.folder, "rain").spans
    make_assignment(Options(folder, blind=True), "bob", ())
    assert read_document(assignment.folder, "rain").spans == marked != ()


def test_a_copy_has_all_that_was_captured_with_the_page(tmp_path: Path) -> None:
    """The check finds nothing missing in a second pass, and extractors that need the layout have it there."""
    starter = Path(__file__).parents[3] / "packages" / "starter"
    second = make_assignment(Options(starter, blind=True, out=tmp_path / "second"), "bob", ())
    assert list(check_package(second.folder, extractors=[])) == []
    other = shutil.copytree(starter, tmp_path / "other")
    third = make_assignment(Options(starter, against=(other,), out=tmp_path / "third"), "carla", ())
    for folder in (second.folder, third.folder):
        for suffix in (".source.html", ".layout.json.gz", ".png"):
            file = f"blog-localhost-0001{suffix}"
            assert (folder / file).read_bytes() == (starter / file).read_bytes()


@pytest.mark.parametrize("blind", [False, True])
def test_a_document_may_be_named_by_its_url(tmp_path: Path, blind: bool) -> None:
    """As `annotate next` lists it; with a fragment, it is the same page. Several are listed alone and in order."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("hail", "rain", "snow"), (ARTICLE, (CORE,))))
    url = f"{read_document(folder, 'snow').meta.url}#top"
    one = make_assignment(Options(folder, (url,), blind=blind), "bob", ())
    assert (one.names, one.first) == (("hail", "rain", "snow"), "snow")
    two = make_assignment(
        Options(folder, (url, "hail", url), blind=blind, out=tmp_path / "o" if blind else None), "bob", ()
    )
    assert (two.names, two.first) == (("snow", "hail"), None)
    with pytest.raises(InputError, match=r"news: has no document named 'fog'$"):
        make_assignment(Options(folder, (url, "fog")), "bob", ())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blind": True, "against": (Path("x"),)}, "cannot be used together"),
        ({"out": Path("x")}, "--out needs --against or --blind"),
        ({"documents": ("nope",)}, "has no document named 'nope'"),
        ({"documents": ("https://x.example/",)}, "has no document named 'https://x.example/'"),
        ({"against": (Path("news"),)}, "is the package itself"),
        ({"against": (Path("nowhere"),)}, "nowhere: no such folder"),
        ({"against": (Path("other"),), "documents": ("nope",)}, "news: has no document named 'nope'"),
        ({"blind": True, "documents": ("nope",)}, "news: has no document named 'nope'"),
        ({"blind": True, "out": Path("news")}, "news: is the package itself; name another folder with --out"),
        ({"blind": True, "out": Path("full")}, "full: is not a test package"),
        ({"blind": True, "extractors": ("bte",)}, "--extractor cannot be used with --blind or --against"),
    ],
)
def test_wrong_options_get_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, object],
    message: str,
) -> None:
    """What cannot be is said before any screen opens, any progress is shown and anything is written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for name in ("news", "other"):
        make_package(Path(name), {"rain": (ARTICLE, (CORE,))})
    Path("full").mkdir()
    Path("full", "notes.txt").write_text("mine", "utf-8")
    folders = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match=message):
        make_assignment(Options(Path("news"), **options), None, ())
    assert (capsys.readouterr(), sorted(tmp_path.iterdir())) == (("", ""), folders)


def test_unmarked_later_text_is_reached_by_search(tmp_path: Path) -> None:
    """Search finds text in the middle of a wrapped paragraph."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, ())})

    async def scenario() -> None:
        async with run_reviewer(folder) as driver:
            await driver.press("slash")
            await driver.type("RAILWAYS")
            await driver.press("enter", "space")

    run_async(scenario())
    assert "railways" in read_document(folder, "rain").text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["news"], "annotate: review needs a terminal"),
        (["news", "--theme", "mauve"], "annotate: no theme named 'mauve'"),
        (["nowhere"], "annotate: nowhere: no such folder"),
        (["news", "--config", "nowhere.toml"], "annotate: Invalid value for '--config': File 'nowhere.toml'"),
    ],
)
def test_what_cannot_be_shown_is_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    """Without a terminal, a known theme or a package, the command says so and ends with 2."""
    make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))})
    done = subprocess.run(
        [sys.executable, "-m", "annotate", "review", "--config", os.devnull, *arguments],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_the_screen_is_not_drawn_into_a_file(tmp_path: Path) -> None:
    """With standard error in a file, what is a screen otherwise would stay black."""
    make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))})
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "annotate", "review", "--config", os.devnull, "news"]
    done = subprocess.run(
        command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (
        2, b"annotate: review needs a terminal: standard input, output and error must not be redirected\n"
    )  # fmt: skip


def test_a_guideline_is_wrapped_as_the_panel_is_wide() -> None:
    """Not as its file is; lists, headings and paragraphs stay, commands to a terminal do not."""
    text = "In: the story\nand its title.\n\nOut:\n- menus\n- what else\n1. first\x1b[2J\n# Notes\nNone."
    assert (
        unwrap(text) == "In: the story and its title.\n\nOut:\n- menus\n- what else\n1. first\ufffd[2J\n# Notes\nNone."
    )


def test_the_guideline_is_shown_at_the_first_document(tmp_path: Path) -> None:
    """Until the next one is opened; then on a key. Who has decided here before knows it."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b"), (ARTICLE, ())))
    info = (folder / "package.toml").read_text("utf-8")
    (folder / "package.toml").write_text(
        info.replace('guideline = ""', 'guideline = "Mark the story.\\nLeave the rest."'), "utf-8"
    )
    assignment = make_assignment(Options(folder), "ann", ())
    assert (assignment.guideline, assignment.begun) == ("Mark the story.\nLeave the rest.", False)

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            assert "Leave the rest." in "\n".join(driver.text())
            await driver.press("j", "space", "right_square_bracket")
            assert "Leave the rest." not in "\n".join(driver.text())
            await driver.press("h")
            assert "Leave the rest." in "\n".join(driver.text())

    run_async(scenario())
    assert make_assignment(Options(folder), "ann", ()).begun
