"""Every key that changes something, mouse, dialogs and settings."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import msgspec
import pytest

from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config, check_browser, load_config
from annotate.review.desk import Desk
from annotate.review.dialogs.extractors import ColumnChooser
from annotate.review.model.decisions import toggle_lines, with_fields, with_status
from annotate.review.opened import open_document, reread, write_decision
from annotate.review.screens.keys import BINDINGS, all_bindings, check_keys
from annotate.review.widgets.documents import DocumentList
from annotate.review.widgets.panel import SidePanel
from cetr.errors import InputError
from evaluate.package import RangeSelector, make_fragments, read_document, read_journal, write_document
from evaluate.providers.peers import install_hint
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, LATER, MONDAY, NORTH, SOUTH, line_with, make_package, span_of
from tests.annotate.review.threads import run_async

WHOLE = (HEADING[0], SOUTH[1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of two pages, and two packages of predictions beside it."""
    make_package(tmp_path / "first", dict.fromkeys(("dry", "rain"), (ARTICLE, (WHOLE, MONDAY))))
    make_package(tmp_path / "second", dict.fromkeys(("dry", "rain"), (ARTICLE, (NORTH, MONDAY))))
    return make_package(tmp_path / "news", {"dry": (ARTICLE, (SOUTH,)), "rain": (ARTICLE, (HEADING,))})


def drive(
    folder: Path, scenario: Callable[[Driver], Awaitable[None]], *, columns: int = 2, config: Config | None = None
) -> None:
    """Run a scenario on the package with columns whose predictions are known."""
    names = ("first", "second")[:columns]
    assignment = Assignment(folder, ("dry", "rain"), tuple(Column(n, str(folder.parent / n)) for n in names), "ann")

    async def run() -> None:
        async with run_reviewer(folder, assignment=assignment, config=config) as driver:
            await scenario(driver)

    run_async(run())


def presses(*keys: str) -> Callable[[Driver], Awaitable[None]]:
    """A scenario that only presses keys."""

    async def scenario(driver: Driver) -> None:
        for key in keys:
            await (driver.type(key) if key in ("umbrella", "railways") else driver.press(key))

    return scenario


@pytest.mark.parametrize(
    ("keys", "spans", "action"),
    [
        (("A",), (WHOLE, MONDAY), "accept"),
        (("equals_sign",), ((NORTH[0], SOUTH[1]), MONDAY), "accept"),
        (("g", "n", "enter"), (WHOLE,), "accept"),
        (("g", "n", "j", "2"), (NORTH,), "accept"),
        (("g", "n", "2"), (SOUTH,), None),
        (("G", "N", "1"), (SOUTH, MONDAY), "accept"),
        (("g", "n", "0"), (), "accept"),
    ],
)
def test_predictions_are_taken_for_page_stretch_and_agreement(
    folder: Path, keys: tuple[str, ...], spans: object, action: str | None
) -> None:
    """A and = act on the page; Enter and digits on the stretch of lines that differ around the cursor."""
    drive(folder, presses(*keys))
    assert read_document(folder, "dry").spans == spans
    assert [d.action for d in read_journal(folder)] == ([action] if action else [])


def test_a_range_is_toggled_as_one_decision(folder: Path) -> None:
    """`v`, movement, Space: all lines of the range, one journal entry, one undo."""
    drive(folder, presses("g", "j", "j", "v", "j", "j", "j", "space"))
    assert read_document(folder, "dry").spans == (WHOLE,)
    assert len(list(read_journal(folder))) == 1


def test_words_inside_a_line_are_trimmed(folder: Path) -> None:
    """`t` opens the words; what is cut there is cut from the fragment, to the letter."""
    drive(folder, presses("slash", "umbrella", "enter", "t", "l", "l", "l", "greater_than_sign", "enter"))
    document = read_document(folder, "dry")
    assert document.text == "The south stays dry;"
    assert [d.action for d in read_journal(folder)] == ["trim"]


def test_the_words_of_the_dialog_can_be_left_alone(folder: Path) -> None:
    """Escape changes nothing."""
    drive(folder, presses("g", "j", "j", "t", "space", "escape"))
    assert list(read_journal(folder)) == []


def test_optional_flag_and_reject(folder: Path) -> None:
    """`o` marks as optional, `f` notes, `x` rejects and goes on to the next document."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "j", "o", "f")
        await driver.type("heading?")
        await driver.press("enter", "x")
        assert driver.screen.desk.opened is not None
        assert driver.screen.desk.opened.document.name == "rain"

    drive(folder, scenario)
    meta = read_document(folder, "dry").meta
    assert (meta.optional, meta.note, meta.status) == ((HEADING,), "heading?", "rejected")
    assert [d.action for d in read_journal(folder)] == ["optional", "flag", "reject"]


def test_the_meta_form_refuses_what_is_no_language(folder: Path) -> None:
    """A wrong tag is named and nothing saved; a right one is saved in its usual letter case."""

    async def scenario(driver: Driver) -> None:
        await driver.press("m", "tab", "tab", "end")
        await driver.type("glish!")
        await driver.press("enter")
        assert any("'english!' is not a BCP 47 tag" in line for line in driver.text())
        await driver.press("ctrl+u")
        await driver.type("de-at")
        await driver.press("enter")

    drive(folder, scenario)
    assert read_document(folder, "dry").meta.language == "de-AT"
    entry = next(iter(read_journal(folder)))
    assert (entry.action, entry.detail) == ("meta", {"fields": {"language": ["en", "de-AT"]}})


def test_what_a_page_calls_itself_does_not_reach_the_terminal(folder: Path) -> None:
    """A title or note with commands for the terminal is shown without them, and stays as it is if nobody changes it."""
    document = read_document(folder, "dry")
    harmful = "Nice\x1b]52;c;Y3VybA==\x07 page"
    meta = msgspec.structs.replace(document.meta, title=harmful, note=harmful, language="e\x1bn")
    write_document(folder, "dry", meta=meta, text=document.text)

    async def scenario(driver: Driver) -> None:
        for keys in (("m",), ("f",), ("i",), ("tab",)):
            await driver.press(*keys)
            shown = "\n".join(driver.text())
            assert not set(shown) & {"\x1b", "\x07"}
            if keys in (("m",), ("f",)):
                assert "Nice\ufffd]52;c;Y3VybA==\ufffd page" in shown
                await driver.press("enter")

    drive(folder, scenario)
    assert read_document(folder, "dry").meta == meta
    assert list(read_journal(folder)) == []


def test_the_meta_form_leaves_alone_what_nobody_changed(folder: Path) -> None:
    """A page without an address, or with a language longer than we write it, can still get a title."""
    document = read_document(folder, "dry")
    meta = msgspec.structs.replace(document.meta, url="", language="de-CH-1901")
    write_document(folder, "dry", meta=meta, text=document.text)

    async def scenario(driver: Driver) -> None:
        await driver.press("m", "tab")
        await driver.type("Rain")
        await driver.press("enter")

    drive(folder, scenario)
    (entry,) = read_journal(folder)
    assert entry.detail == {"fields": {"title": [None, "Rain"]}}


def test_columns_are_chosen_in_the_order_of_the_screen(folder: Path) -> None:
    """`p`, Space: the name gets the number of its column; the predictions come in."""

    async def scenario(driver: Driver) -> None:
        await driver.press("p", "space")
        assert any("[1] " in line for line in driver.text())
        await driver.press("enter")
        assert len(driver.screen.desk.columns) == 1
        assert any(line.startswith(" 1 ") and "F1" in line for line in driver.text())

    drive(folder, scenario, columns=0)


def test_what_is_not_installed_is_not_offered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extractor whose library is missing stands below the list with the way to get it."""

    def find_version(name: str) -> str:
        if name in ("goose3", "magic-html"):
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr("evaluate.providers.peers.version", find_version)

    async def scenario(driver: Driver) -> None:
        await driver.press("p")
        names = driver.app.screen.query_one(ColumnChooser).names
        assert "trafilatura" in names
        assert not {"goose3", "magic-html"} & set(names)
        said = " ".join(" ".join(driver.text()).replace("│", " ").split())
        hints = dict.fromkeys(install_hint(name).partition(": ")[2] for name in ("goose3", "magic-html"))
        assert f"Not installed: goose3, magic-html ({'; '.join(hints)})" in said
        assert "Space: choose Enter: take Escape: leave" in said

    drive(folder, scenario)


def test_a_click_on_the_marks_toggles_and_a_click_on_a_name_opens(folder: Path) -> None:
    """The mouse does what the keys do."""

    async def scenario(driver: Driver) -> None:
        lines = driver.screen.lines
        column = next(x for x in range(40) if lines.header()[x] == "G")
        await driver.click("#lines", (column, 2))
        assert read_document(folder, "dry").spans == ((HEADING), SOUTH)
        await driver.click("#documents", (3, 1))
        assert driver.screen.desk.opened is not None
        assert driver.screen.desk.opened.document.name == "rain"

    drive(folder, scenario)


def test_the_list_is_filtered_and_sorted(folder: Path) -> None:
    """`/` in the list filters it; `S` changes its order; Escape shows all again."""

    async def scenario(driver: Driver) -> None:
        desk = driver.screen.desk
        await driver.press("tab", "slash")
        await driver.type("rai")
        await driver.press("enter")
        assert desk.arranged() == ["rain"]
        await driver.press("slash")
        await driver.type("bow")
        await driver.press("enter")
        assert (desk.arranged(), driver.said()) == ([], "no document has 'bow'; Escape shows all")
        await driver.press("escape", "S", "S", "S")
        assert (desk.order, desk.arranged()) == ("f1", ["rain", "dry"])
        await driver.press("S")
        assert desk.order == "disputed"

    drive(folder, scenario)


@pytest.mark.parametrize("key", ["tab", "enter", "escape"])
def test_in_a_narrow_terminal_the_list_steps_aside(folder: Path, key: str) -> None:
    """Whichever way one goes back from the list that covers the lines, they are seen and in use."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(60, 20)) as driver:
            lines, documents = driver.screen.lines, driver.screen.query_one(DocumentList)
            await driver.press("tab")
            assert (lines.is_on_screen, documents.is_on_screen) == (False, True)
            await driver.press(key)
            assert (lines.is_on_screen, lines.has_focus, documents.is_on_screen) == (True, True, False)

    run_async(scenario())


def test_in_a_narrow_terminal_the_lines_stay_beside_the_panel(folder: Path) -> None:
    """What is shown on the right elsewhere is below them, and takes half of the rows."""

    async def scenario() -> None:
        async with run_reviewer(folder, (), size=(60, 20)) as driver:
            await driver.press("i")
            lines, panel = driver.screen.lines.region, driver.screen.query_one(SidePanel).region
            assert (lines.width, panel.width) == (60, 60)
            assert (panel.y, lines.height, panel.height) == (lines.bottom, 8, 9)

    run_async(scenario())


def test_approving_goes_on_in_the_order_of_the_list(folder: Path) -> None:
    """By F1 or status the approved document moves; the next one is the one that stood below it."""

    async def scenario(driver: Driver) -> None:
        await driver.press("S", "a")
        assert driver.screen.desk.order == "status"
        assert driver.screen.desk.opened is not None
        assert driver.screen.desk.opened.document.name == "rain"
        assert driver.screen.desk.arranged() == ["rain", "dry"]

    drive(folder, scenario)


def test_undo_goes_to_what_it_changes(folder: Path) -> None:
    """The cursor stands on the line that was taken back."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "j", "j", "space", "G", "z")
        assert driver.screen.lines.cursor == 2

    drive(folder, scenario)


def test_undo_and_redo_say_when_there_is_nothing(folder: Path) -> None:
    """On a page nobody has decided on, and on one that another tool has changed since."""

    async def scenario(driver: Driver) -> None:
        await driver.press("z")
        assert driver.said() == "dry: nothing to undo"
        await driver.press("Z")
        assert driver.said() == "dry: nothing to redo"
        await driver.press("g", "j", "j", "space")
        document = read_document(folder, "dry")
        meta = msgspec.structs.replace(document.meta, fragments=())
        write_document(folder, "dry", meta=meta, text="", expected=document.revision)
        assert driver.screen.desk.opened is not None
        driver.screen.desk.opened = reread(driver.screen.desk.opened)
        await driver.press("z")
        assert "dry: cannot undo 'toggle': the document was changed by another tool since" in driver.said()

    drive(folder, scenario)


def test_a_change_that_comes_in_while_a_decision_waits_is_kept(folder: Path) -> None:
    """A decision made on an older state is merged with the newer one, or refused; it never takes its place."""
    said: list[str] = []

    class Silent:
        """Notes what is said."""

        def document_opened(self) -> None:
            """Show nothing."""

        def document_changed(self) -> None:
            """Show nothing."""

        def decision_saved(self) -> None:
            """Show nothing."""

        def list_changed(self) -> None:
            """Show nothing."""

        def say(self, message: str, *, wrong: bool = False) -> None:
            """Note it."""
            said.append(message)

    def change(text: str) -> None:
        other = open_document(folder, "dry")
        after = toggle_lines(other.page, other.state, [line_with(other.page, text)])
        write_decision(other, other.edit("toggle", after), "bob")

    async def scenario() -> None:
        desk = Desk(Assignment(folder, ("dry", "rain"), (), "ann"), Silent())
        await desk.open("dry")

        async def notice() -> str:
            assert desk.opened is not None
            desk.opened = reread(desk.opened)
            return ""

        for theirs, mine in (("On Monday", "Rain is"), ("It will", "It will")):
            assert desk.opened is not None
            page, state = desk.opened.page, desk.opened.state
            change(theirs)
            desk._warming = asyncio.create_task(notice())
            await desk.decide("toggle", toggle_lines(page, state, [line_with(page, mine)]))
            await desk.settle()

    run_async(scenario())
    assert read_document(folder, "dry").spans[-1] == MONDAY
    assert [d.annotator for d in read_journal(folder)] == ["bob", "ann", "bob"]
    assert said == ["not saved: somebody else changed the same text meanwhile; look again"]


def test_copying_gives_the_derived_text(folder: Path) -> None:
    """`Y` puts the document's text on the clipboard, `y` that of the line."""

    async def scenario(driver: Driver) -> None:
        await driver.press("Y")
        assert driver.app.clipboard == read_document(folder, "dry").text
        await driver.press("g", "j", "j", "y")
        assert driver.app.clipboard == "Rain is expected"
        assert driver.said() == "copied 16 characters"

    drive(folder, scenario)


def test_another_persons_change_is_shown_and_kept(folder: Path) -> None:
    """A page that somebody else changes while it is open is merged with the next key."""

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        after = toggle_lines(other.page, other.state, [line_with(other.page, "On Monday")])
        write_decision(other, other.edit("toggle", after), "bob")
        await driver.press("g", "j", "j", "space")

    drive(folder, scenario)
    assert read_document(folder, "dry").spans == (HEADING, SOUTH, MONDAY)
    assert [d.annotator for d in read_journal(folder)] == ["bob", "ann"]


def test_a_refused_decision_is_taken_back_on_the_screen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a conflict that was not noticed before, the screen shows what is on disk."""
    monkeypatch.setattr("annotate.review.desk.WATCH_SECONDS", 3600)

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        write_decision(other, other.edit("flag", with_fields(other.state, note="theirs")), "bob")
        await driver.press("f")
        await driver.type("mine")
        await driver.press("enter")
        assert "not saved: dry: somebody else changed the same text meanwhile" in driver.said()
        assert driver.screen.desk.opened is not None
        assert driver.screen.desk.opened.state.meta.note == "theirs"

    drive(folder, scenario)
    assert read_document(folder, "dry").meta.note == "theirs"


def test_a_change_by_somebody_else_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key pressed, the screen shows what another reviewer decided."""
    monkeypatch.setattr("annotate.review.desk.WATCH_SECONDS", 0.05)

    async def scenario(driver: Driver) -> None:
        other = open_document(folder, "dry")
        write_decision(other, other.edit("reject", with_status(other.state, "rejected")), "bob")
        await asyncio.sleep(0.3)
        await driver.settle()
        assert "dry: changed by somebody else" in driver.said()
        assert any("dry · rejected" in line for line in driver.text())

    drive(folder, scenario)


def test_an_open_document_that_is_removed_is_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays on the screen, what is decided on it is refused, the others can be opened, and leaving is no error."""
    monkeypatch.setattr("annotate.review.desk.WATCH_SECONDS", 0.05)

    async def scenario(driver: Driver) -> None:
        (folder / "dry.json").unlink()
        await asyncio.sleep(0.3)
        await driver.settle()
        why = f"{folder / 'dry.json'}: is missing"
        assert driver.said() == f"dry: cannot be read any more: {why}"
        await driver.press("space")
        assert driver.said() == f"dry: cannot be read any more: {why} · not saved: {why}"
        assert any("dry · gold" in line for line in driver.text())
        await driver.press("J", "space")

    drive(folder, scenario)
    assert [d.document for d in read_journal(folder)] == ["rain"]


def test_toggling_twice_gives_the_fragments_back(folder: Path) -> None:
    """A line that joins two fragments and is let go leaves them as they were captured, range selectors included."""
    document = read_document(folder, "dry")
    place = RangeSelector(start="/p", start_offset=0, end="/p", end_offset=9)
    known = tuple(msgspec.structs.replace(f, xpath=place) for f in make_fragments(ARTICLE, (HEADING, SOUTH, MONDAY)))
    meta = msgspec.structs.replace(document.meta, fragments=known, fragmented=True)
    write_document(folder, "dry", meta=meta, text=document.text, expected=document.revision)

    async def scenario(driver: Driver) -> None:
        for text in ("It will rain", "The south"):
            driver.screen.lines.go_to(driver.screen.lines.row_of(line_with(driver.screen.look().page, text)))
            await driver.press("b")
            assert read_document(folder, "dry").meta.fragments != known
            await driver.press("b")
            assert read_document(folder, "dry").meta.fragments == known

    drive(folder, scenario)


def test_the_command_palette_runs_actions(folder: Path) -> None:
    """`:` and a part of what an action does."""

    async def scenario(driver: Driver) -> None:
        await driver.press("colon")
        await driver.type("approve and go")
        await asyncio.sleep(0.5)
        await driver.press("enter")
        await asyncio.sleep(0.2)
        await driver.settle()

    drive(folder, scenario)
    assert read_document(folder, "dry").meta.status == "reviewed"


def test_how_to_get_columns_is_said_with_the_key_that_is_set(folder: Path) -> None:
    """Where they can be chosen, a key that needs a column says with which."""

    async def scenario(driver: Driver) -> None:
        await driver.press("5")
        assert driver.said() == "there is no column 5; ctrl+p chooses extractors"
        await driver.press("equals_sign")
        assert driver.said() == "this takes two columns or more; ctrl+p chooses extractors"

    drive(folder, scenario, columns=1, config=Config(keys={"extractors": "ctrl+p"}))


def test_keys_can_be_changed_in_the_settings(folder: Path, tmp_path: Path) -> None:
    """A key of the settings works, the one it replaces does not, and the help shows it."""
    path = tmp_path / "review.toml"
    path.write_text('theme = "textual-light"\n[keys]\napprove = "ctrl+a"\n', "utf-8-sig")  # as some editors save it

    async def scenario(driver: Driver) -> None:
        await driver.press("a")
        assert read_document(folder, "dry").meta.status == "gold"
        await driver.press("question_mark")
        assert any("ctrl+a" in line and "Approve" in line for line in driver.text())
        await driver.press("escape", "ctrl+a")

    drive(folder, scenario, config=load_config(path))
    assert read_document(folder, "dry").meta.status == "reviewed"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keys = 3", "review.toml: keys: Expected `object`"),
        ("colour = 'red'", "review.toml: .*unknown field `colour`"),
        ("x = ", "review.toml: Invalid value"),
    ],
)
def test_wrong_settings_name_the_file(tmp_path: Path, text: str, message: str) -> None:
    """One line that says where to look."""
    path = tmp_path / "review.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        load_config(path)


def test_an_unknown_action_is_named(tmp_path: Path) -> None:
    """A misspelt action is an error, not a key that does nothing."""
    with pytest.raises(InputError, match=r"keys\.aprove: no such action \(there are: accept, "):
        check_keys({"aprove": "a"}, tmp_path / "review.toml")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"toggle": "a"}, "keys.toggle: 'a' is a key of 'approve', too; give one of them another"),
        ({"accept": "j"}, "keys.accept: 'j' is a key of 'down', too; give one of them another"),
        ({"list-open": "k"}, "keys.list-open: 'k' is a key of 'list-up', too; give one of them another"),
        ({"toggle": "nokey"}, "keys.toggle: 'nokey' is no key; such are a, ctrl+a, f2, space, full_stop"),
        ({"toggle": "f2, ?"}, "keys.toggle: '?' is no key; such are a, ctrl+a, f2, space, full_stop"),
    ],
)
def test_keys_that_cannot_be_are_named(tmp_path: Path, keys: dict[str, str], message: str) -> None:
    """A key that does two things, or that no keyboard has, would leave an action out of reach."""
    path = tmp_path / "review.toml"
    with pytest.raises(InputError) as error:
        check_keys(keys, path)
    assert str(error.value) == f"{path}: {message}"


def test_keys_may_change_places(tmp_path: Path) -> None:
    """What counts is what holds in the end; the list of documents has keys of its own."""
    check_keys({"approve": "x", "reject": "a", "toggle": "f2,ctrl+x,ä", "list-open": "a"}, tmp_path / "review.toml")


def test_a_browser_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The setting is at fault, not an option."""
    with pytest.raises(InputError) as error:
        check_browser("/no/such/browser", tmp_path / "review.toml")
    wrong = "browser: /no/such/browser: is not a program; name a Chromium's, or leave it out"
    assert str(error.value) == f"{tmp_path / 'review.toml'}: {wrong}"
    check_browser(None, tmp_path / "review.toml")


def test_no_key_has_two_meanings_on_the_screen() -> None:
    """Each key of the review screen stands for one action, and each action has one name."""
    keys = [key for binding in BINDINGS for key in binding.key.split(",")]
    assert len(keys) == len(set(keys))
    names = [binding.id for binding in all_bindings()]
    assert len(names) == len(set(names))


def test_text_that_continues_a_paragraph_belongs_to_its_block(folder: Path) -> None:
    """`b` on a wrapped paragraph takes all of its lines."""
    drive(folder, presses("slash", "railways", "enter", "b"))
    assert LATER in read_document(folder, "dry").text
    assert span_of(ARTICLE, LATER)[1] <= read_document(folder, "dry").spans[0][1]
