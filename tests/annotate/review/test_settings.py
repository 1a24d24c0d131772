"""The settings file: keys, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.cli import annotate
from annotate.review import start
from annotate.review.config import Config, check_browser, load_config
from annotate.review.screens.keys import BINDINGS, all_bindings, check_keys
from cetr.console import InputError, run
from evaluate.package import read_document
from tests.annotate.review.driving import Driver
from tests.annotate.review.two_columns import drive


def test_how_to_get_columns_is_said_with_the_key_that_is_set(folder: Path) -> None:
    """Where they can be chosen, a key that needs a column says with which."""

    async def scenario(driver: Driver) -> None:
        await driver.press("5")
        assert driver.said() == "there is no column 5; ctrl+p chooses extractors"
        await driver.press("equals_sign")
        assert driver.said() == "this needs two columns or more; ctrl+p chooses extractors"

    drive(folder, scenario, columns=1, config=Config(keys={"extractors": "ctrl+p"}))


def test_the_words_of_a_line_say_the_keys_that_are_set(folder: Path) -> None:
    """The last line of the dialog names them, not those that were replaced."""

    async def scenario(driver: Driver) -> None:
        await driver.press("g", "n", "t")
        assert any("ctrl+b l: move   Space: toggle   v: range" in line for line in driver.text())

    drive(folder, scenario, config=Config(keys={"word-left": "ctrl+b"}))


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


def test_extractors_of_ones_own_are_no_request(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that shows no predictions refuses those that are asked for, not what a person always has."""
    given: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    monkeypatch.setattr(start, "run_review", lambda options, usual: given.append((options.extractors, usual)))
    monkeypatch.setenv("ANNOTATE_REVIEW_EXTRACTOR", "bte plain")
    for more in ([], ["-e", "cetr"]):
        assert run(annotate, ["review", str(folder), "--blind", *more]) == 0
    assert given == [((), ("bte", "plain")), (("cetr",), ())]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keys = 3", "review.toml: keys: expected a table, but found a whole number"),
        ("colour = 'red'", "review.toml: colour: is not a known field"),
        ("x = ", "review.toml: is not TOML: Invalid value"),
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
    with pytest.raises(InputError, match=r"keys\.aprove: no such action \(available: accept, "):
        check_keys({"aprove": "a"}, tmp_path / "review.toml")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"toggle": "a"}, "keys.toggle: 'a' is a key of 'approve', too; give one of them another"),
        ({"accept": "j"}, "keys.accept: 'j' is a key of 'down', too; give one of them another"),
        ({"list-open": "k"}, "keys.list-open: 'k' is a key of 'list-up', too; give one of them another"),
        ({"toggle": "nokey"}, "keys.toggle: 'nokey' is not a key; keys are a, ctrl+a, f2, space, full_stop"),
        ({"toggle": "f2, ?"}, "keys.toggle: '?' is not a key; keys are a, ctrl+a, f2, space, full_stop"),
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
    wrong = "browser: /no/such/browser: is not a program; name the program of a Chromium, or leave it out"
    assert str(error.value) == f"{tmp_path / 'review.toml'}: {wrong}"
    check_browser(None, tmp_path / "review.toml")


def test_no_key_has_two_meanings_on_the_screen() -> None:
    """Each key of the review screen stands for one action, and each action has one name."""
    keys = [key for binding in BINDINGS for key in binding.key.split(",")]
    assert len(keys) == len(set(keys))
    names = [binding.id for binding in all_bindings()]
    assert len(names) == len(set(names))
