"""Assignments beyond one package: adjudication, the blind second pass, and the suspects of the check."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from annotate.check import Finding, check_package
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.start import Options, make_assignment
from annotate.review.widgets.panel import unwrap
from cetr.console import InputError
from cetr.document import derive_text
from evaluate.package import read_document, read_journal, read_meta
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package, span_of
from tests.annotate.review.threads import run_async

CORE = (HEADING[0], SOUTH[1])


def two_packages(tmp_path: Path) -> tuple[Path, Path]:
    """The same page marked by two people: one left out the heading, the other has a related story too many."""
    story = span_of(ARTICLE, "First related story")
    one = make_package(tmp_path / "anna", {"rain": (ARTICLE, ((NORTH[0], SOUTH[1]), MONDAY))}, annotator="anna")
    other = make_package(tmp_path / "bob", {"rain": (ARTICLE, (CORE, MONDAY, story))}, annotator="bob")
    return one, other


def test_adjudication_starts_from_what_both_mark(tmp_path: Path) -> None:
    """The third package holds the common marks as a draft, and both people's marks."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ("cetr",))
    assert assignment.folder == tmp_path / "anna-bob"
    assert [column.name for column in assignment.columns] == ["anna", "bob"]
    document = read_document(assignment.folder, "rain")
    assert document.spans == ((NORTH[0], SOUTH[1]), MONDAY)
    assert document.meta.status == "draft"
    sides = document.meta.extra["adjudication"]["sides"]
    assert [(s["name"], s["annotator"]) for s in sides] == [("anna", "anna"), ("bob", "bob")]
    assert sides[0]["spans"] == [[NORTH[0], SOUTH[1]], list(MONDAY)]


def test_adjudicating_remembers_who_said_what(tmp_path: Path) -> None:
    """One stretch is decided for the second person, one for neither; then the page can be approved."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            assert "2 lines undecided" in "\n".join(driver.text())
            await driver.press("a")
            assert read_document(assignment.folder, "rain").meta.status == "draft"
            await driver.press("2", "0", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert document.spans == (CORE, MONDAY)
    assert document.text == derive_text(ARTICLE, document.spans)
    assert document.meta.status == "reviewed"
    choices = document.meta.extra["adjudication"]["choices"]
    assert [c["choice"] for c in choices] == ["bob", "neither"]
    assert choices[0]["start"] <= HEADING[0] < HEADING[1] <= choices[0]["end"]
    assert {d.annotator for d in read_journal(assignment.folder)} == {"carla"}
    assert read_document(one, "rain").spans == ((NORTH[0], SOUTH[1]), MONDAY)


def test_a_stretch_that_was_skipped_comes_again(tmp_path: Path) -> None:
    """After the last stretch the cursor goes on at the first undecided one, and back at the last one."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            first = driver.screen.lines.cursor
            await driver.press("n", "n")
            assert driver.screen.lines.cursor == first
            await driver.press("N")
            assert driver.said() == "on from the end: no further undecided line above"
            await driver.press("0", "2", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert (document.spans, document.meta.status) == ((CORE, MONDAY), "reviewed")


def test_nothing_is_approved_before_the_sides_are_known(tmp_path: Path) -> None:
    """What is undecided stands in the page itself, whether or not the packages can still be read; else nobody knows."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())
    shutil.rmtree(one)
    shutil.rmtree(other)
    stranger = make_package(tmp_path / "stranger", {"rain": (ARTICLE, (CORE,))}, status="draft")

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("a")
            assert driver.said().endswith("some lines are still undecided")
        async with run_reviewer(stranger, assignment=replace(assignment, folder=stranger)) as driver:
            await driver.press("a")
            assert driver.said().endswith("the marks of the two sides are not known yet")

    run_async(scenario())
    assert [read_document(folder, "rain").meta.status for folder in (assignment.folder, stranger)] == ["draft", "draft"]


def test_the_flag_fragmented_follows_what_both_mark(tmp_path: Path) -> None:
    """Adjudicated pages say of themselves what is so, from the start and after each choice."""
    one = make_package(tmp_path / "anna", {"rain": (ARTICLE, (CORE,))})
    other = make_package(tmp_path / "bob", {"rain": (ARTICLE, (HEADING, SOUTH))})
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())
    assert read_document(assignment.folder, "rain").meta.fragmented is True

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("1", "a")

    run_async(scenario())
    document = read_document(assignment.folder, "rain")
    assert (document.spans, document.meta.fragmented, document.meta.status) == ((CORE,), False, "reviewed")


@pytest.mark.parametrize("against", [(), (Path("../bob"),)])
def test_a_broken_page_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], against: tuple[Path, ...]
) -> None:
    """The others are worked on; the package may be the folder one stands in."""
    for name in ("anna", "bob"):
        make_package(tmp_path / name, dict.fromkeys(("dry", "rain"), (ARTICLE, (CORE,))))
    (tmp_path / "anna" / "dry.json").write_text("{", "utf-8")
    monkeypatch.chdir(tmp_path / "anna")
    assignment = make_assignment(Options(Path(), blind=not against, against=against), None, ())
    assert (assignment.folder, assignment.names) == (
        tmp_path / f"anna-{'bob' if against else 'second'}",
        ("rain",),
    )
    told = "annotate: dry: cannot be read: dry.json: Input data was truncated; left out\n"
    assert capsys.readouterr().err == told
    assert assignment.notice == told.removeprefix("annotate: ").removesuffix("; left out\n").join(("left out: ", ""))


def test_adjudication_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Opened again, what was decided is decided, and undo takes the choice back with the marks."""
    one, other = two_packages(tmp_path)
    assignment = make_assignment(Options(one, against=(other,)), "carla", ())

    async def first() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            await driver.press("n", "2")

    async def second() -> None:
        again = make_assignment(Options(one, against=(other,)), "carla", ())
        async with run_reviewer(again.folder, assignment=again) as driver:
            assert "1 line undecided" in "\n".join(driver.text())
            await driver.press("G", "n")
            assert driver.said() == "on from the top: no further undecided line below"
            await driver.press("z")
            assert "2 lines undecided" in "\n".join(driver.text())

    run_async(first())
    run_async(second())
    assert read_document(assignment.folder, "rain").meta.extra["adjudication"]["choices"] == []


def test_pages_that_are_not_the_same_or_not_finished_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page only one has, with other HTML, or still a draft cannot be adjudicated; each is named, as `agree` does."""
    one = make_package(tmp_path / "a", dict.fromkeys(("both", "changed", "open", "single"), (ARTICLE, (HEADING,))))
    other = make_package(tmp_path / "b", {"both": (ARTICLE, ()), "changed": (ARTICLE + " ", ())})
    make_package(other, {"open": (ARTICLE, ())}, status="draft")
    assignment = make_assignment(Options(one, against=(other,), out=tmp_path / "c"), None, ())
    assert assignment.names == ("both",)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "annotate: changed: has another page in one package than in another; left out",
        "annotate: open: is not finished in b (draft); left out",
        "annotate: single: is not in b; left out",
    ]
    notice = (
        "left out: changed: has another page in one package than in another, and 2 more; you see them all when you quit"
    )
    assert assignment.notice == notice

    async def scenario() -> None:
        async with run_reviewer(assignment.folder, assignment=assignment) as driver:
            assert driver.said() == notice

    run_async(scenario())


def test_a_second_pass_that_was_not_begun_is_not_adjudicated(tmp_path: Path) -> None:
    """Where the other package has drafts alone, one line says so, and nothing is written."""
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (CORE,))})
    make_assignment(Options(folder, blind=True), "bob", ())
    with pytest.raises(
        InputError, match=r"no finished page in common \(rain is not finished in news-second \(draft\)\)"
    ):
        make_assignment(Options(folder, against=(tmp_path / "news-second",)), "carla", ())
    assert not (tmp_path / "news-news-second").exists()


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blind": True, "against": (Path("x"),)}, "cannot be used together"),
        ({"out": Path("x")}, "--out needs --against or --blind"),
        ({"document": "nope"}, "has no document named 'nope'"),
        ({"against": (Path("news"),)}, "is the package itself"),
        ({"against": (Path("nowhere"),)}, "nowhere: no such folder"),
        ({"against": (Path("other"),), "document": "nope"}, "news: has no document named 'nope'"),
        ({"blind": True, "document": "nope"}, "news: has no document named 'nope'"),
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


def test_suspects_come_from_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `annotate check` says about a package is what the reviewer walks; it takes the cores that it may use."""
    asked: list[int] = []
    monkeypatch.setattr("cetr.console.count_cores", lambda: 1)
    monkeypatch.setattr(
        "annotate.check.package.map_within",
        lambda limits, f, items, jobs, on_failure: asked.append(jobs) or map(f, items),
    )
    cut = (HEADING[0], NORTH[1] - 20)
    folder = make_package(tmp_path / "news", {"fine": (ARTICLE, (CORE, MONDAY)), "rain": (ARTICLE, (cut,))})
    assignment = make_assignment(Options(folder, suspects=True), None, ("cetr",))
    assert asked == [1]
    found = list(check_package(folder))
    assert any(f.document == "rain" and HEADING[0] <= (f.start or 0) <= NORTH[1] for f in found)
    assert {f for of_one in assignment.findings.values() for f in of_one} == set(found)
    assert assignment.names == tuple(sorted(assignment.findings))


def test_a_document_without_findings_is_no_suspect_to_begin_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is said in one line, before the screen opens."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("dry", "rain"), (ARTICLE, (SOUTH,))))
    finding = Finding("dry", "gold-odd", "odd", "look", 0)
    monkeypatch.setattr("annotate.review.start.find_suspects", lambda _: {"dry": (finding,)})
    with pytest.raises(InputError, match=r"news: the check found nothing in 'rain'$"):
        make_assignment(Options(folder, "rain", suspects=True), None, ("cetr",))


def test_walking_the_suspects_goes_from_place_to_place(tmp_path: Path) -> None:
    """`)` goes to the next finding's line, in the next document if need be, and the finding is shown."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b", "c"), (ARTICLE, (CORE, MONDAY))))
    findings = {
        "a": (
            Finding("a", "left-out", "the south", "mark it", SOUTH[0]),
            Finding("a", "link-heavy", "the rest", "cut it", MONDAY[0]),
        ),
        "c": (Finding("c", "short", "too short", "add to it"),),
    }
    assignment = Assignment(folder, ("a", "b", "c"), (Column("cetr"),), "ann", findings=findings)

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            lines, screen = driver.screen.lines, driver.screen
            assert "The south" in ARTICLE[lines.view.page.start[lines.line] :][:20]
            assert "finding 1 of 2: the south" in "\n".join(driver.text())
            await driver.press("right_parenthesis")
            assert "On Monday" in ARTICLE[lines.view.page.start[lines.line] :][:20]
            panel = "\n".join(driver.text())
            assert panel.index("2 of 2  link-heavy") < panel.index("1 of 2  left-out")
            await driver.press("right_parenthesis")
            assert screen.desk.opened is not None
            assert screen.desk.opened.document.name == "c"
            assert "finding 1 of 1: too short" in "\n".join(driver.text())
            assert "add to it" in "\n".join(driver.text())
            await driver.press("right_parenthesis")
            assert screen.desk.opened.document.name == "c"
            assert driver.said() == "no further finding"
            await driver.press("left_parenthesis")
            assert screen.desk.opened.document.name == "a"

    run_async(scenario())


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


def test_a_finding_is_dismissed_with_a_reason_or_gone_when_mended(tmp_path: Path) -> None:
    """The check leaves out what was dismissed, unless it is asked; undo brings it back."""
    cut = (HEADING[0], NORTH[1] - 20)
    folder = make_package(tmp_path / "news", {"rain": (ARTICLE, (cut, MONDAY))}, annotator="ann")
    (found,) = check_package(folder, extractors=())
    assert found.code == "cut-end"
    assignment = Assignment(folder, ("rain",), (), "ann", findings={"rain": (found,)})

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            await driver.press("exclamation_mark")
            await driver.type("quoted so")
            await driver.press("enter")
            await driver.screen.workers.wait_for_complete()
            assert found not in driver.screen.findings()
            assert list(check_package(folder, extractors=())) == []
            assert list(check_package(folder, extractors=(), dismissed=True)) == [found]
            dismissed = read_meta(folder, "rain").extra["dismissed"]
            assert [(entry["code"], entry["reason"], entry["annotator"]) for entry in dismissed] == [
                ("cut-end", "quoted so", "ann")
            ]
            await driver.press("z")
            assert list(check_package(folder, extractors=())) == [found]

    run_async(scenario())

    async def mend() -> None:
        async with run_reviewer(folder, assignment=assignment) as driver:
            line = driver.screen.lines.view.page.start.searchsorted(cut[1], "right")
            driver.screen.lines.go_to(driver.screen.lines.row_of(int(line) - 1))
            assert found in driver.screen.findings()
            await driver.press("space")
            await driver.screen.workers.wait_for_complete()
            assert found not in driver.screen.findings()
            assert "cut-end" not in driver.screen.desk.listing.entries["rain"].findings

    run_async(mend())


def test_the_list_is_filtered_by_the_kind_of_finding(tmp_path: Path) -> None:
    """A kind of finding filters the list as any other fact of a document does."""
    folder = make_package(tmp_path / "news", dict.fromkeys(("a", "b"), (ARTICLE, (CORE, MONDAY))))
    findings = {"a": (Finding("a", "short", "", ""),), "b": (Finding("b", "near-duplicate", "", ""),)}

    async def scenario() -> None:
        async with run_reviewer(folder, assignment=Assignment(folder, ("a", "b"), findings=findings)) as driver:
            await driver.press("tab", "slash")
            await driver.type("near-dup")
            await driver.press("enter")
            assert driver.screen.desk.listing.arranged() == ["b"]
            driver.screen.desk.listing.rearrange(wanted="fragmented")
            assert driver.screen.desk.listing.arranged() == ["a", "b"]
            driver.screen.desk.listing.rearrange(wanted="multiple")
            assert driver.screen.desk.listing.arranged() == []

    run_async(scenario())


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
