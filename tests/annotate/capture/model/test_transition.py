"""What follows from what while a page is loaded, frozen and done with: no browser, no files, no clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.capture.model import View, advance, begin, deeds, effects, events, view_of
from annotate.capture.model.stages import Ended, Idle, Loading, Marking, Running, Stage
from annotate.capture.settings import KEYS
from tests.annotate.capture.model.playing import ERROR, MARKED, MARKING, ONE, SAVED, TASK, TWO, play, steps


def test_a_page_is_loaded_settled_and_frozen() -> None:
    """Its time begins when it has loaded; a held page waits for the key."""
    assert begin(TASK) == (Loading(TASK), (effects.Load(),))
    assert advance(Loading(TASK), events.Loaded(5.0)) == (Loading(TASK, 5.0), (effects.Settle(), effects.Freeze()))
    held = replace(TASK, held=True)
    assert advance(Loading(held), events.Loaded(5.0)) == (
        Running(held, 5.0),
        (effects.NameKey(), effects.AnswerBanners()),
    )
    assert advance(Running(held, 5.0), deeds.Pressed("freeze")) == (Running(held, 5.0), (effects.Freeze(),))


@pytest.mark.parametrize("stage", [Loading(TASK, 5.0), Running(TASK, 5.0)])
def test_a_frozen_page_gets_the_toolbar_and_what_was_marked_before(stage: Stage) -> None:
    """The toolbar comes first; drafts and selectors are looked at then."""
    first = View(language="en", message="drag over the main content", progress="1/2")
    assert advance(stage, events.Froze(100, "en")) == (
        MARKING,
        (effects.OpenToolbar(first), effects.Recall(), effects.Then(events.Begun())),
    )
    assert play(MARKING, events.Begun()) == (MARKING, [effects.Show(first)])


def test_what_is_known_of_all_pages_is_set() -> None:
    """A language that was given has the last word over the page's own."""
    task = replace(TASK, language="de", multiple=True)
    stage, _ = advance(Loading(task, 5.0), events.Froze(100, "en"))
    assert stage == Marking(task, 5.0, 100, "de", multiple=True, named=True)


def test_selectors_mark_where_nothing_is_marked_yet() -> None:
    """Selectors do not change earlier marks."""
    task = replace(TASK, select=("main",), drop=("nav",))
    empty, marked = replace(MARKING, task=task), replace(MARKED, task=task)
    assert play(empty, events.Begun()) == (empty, [effects.Select(("main",), ("nav",)), effects.Show(view_of(empty))])
    assert play(marked, events.Begun()) == (marked, [effects.Show(view_of(marked))])
    assert advance(empty, events.Chosen(ONE)) == (empty, (effects.Measure(steps(ONE, ((),))),))


def test_what_cannot_be_frozen_is_an_error() -> None:
    """A page that a person has frozen too early runs on; one that was being opened is left as it is."""
    loading, running = Loading(TASK, 5.0), Running(TASK, 5.0)
    assert advance(loading, events.Unfreezable(ERROR)) == (loading, (effects.Fail(ERROR),))
    assert advance(running, events.Unfreezable(ERROR)) == (
        running,
        (effects.LetRun(), effects.NameKey(), effects.AnswerBanners(), effects.Fail(ERROR)),
    )


def test_a_page_is_saved_once() -> None:
    """What is pressed after that, Enter or another key, changes nothing any more."""
    assert advance(MARKED, deeds.Pressed("save"))[1][0] == effects.Save(MARKED)
    ended = Ended(SAVED, MARKED.say("saved, 1 of 2", "good"))
    shown = effects.Show(view_of(ended))
    assert advance(MARKED, events.Written(SAVED)) == (ended, (shown, effects.ForgetDraft()))
    for command in ("save", "later", "back", "leave", "undo", "clear", "freeze"):
        assert play(ended, deeds.Pressed(command)) == (ended, [])
    assert play(ended, events.Answered(), deeds.Dragged(TWO, "add"), events.Gone()) == (ended, [])


def test_what_comes_next_is_told_at_once() -> None:
    """The toolbar of the page that is done with says so, while the next one is on its way."""
    task = replace(TASK, following="http://a/2")
    after, _ = advance(replace(MARKED, task=task), events.Written(replace(SAVED, rejected="dead")))
    assert view_of(after).message == "rejected, 1 of 2, opening http://a/2"


def test_no_main_content_is_gold_and_a_page_is_rejected_for_a_reason() -> None:
    """Nothing that is marked is thrown away by the way, and no page is rejected without a word."""
    assert advance(MARKING, deeds.Pressed("empty"))[1][0] == effects.Save(MARKING)
    assert advance(MARKED, deeds.Pressed("empty"))[0] == MARKED.say("there are marks: clear them first", "bad")
    assert advance(MARKED, deeds.Rejected("dead"))[1][0] == effects.Save(MARKED, "dead")
    assert advance(MARKED, deeds.Rejected(""))[0] == MARKED.say("give a reason", "bad")


def test_a_page_is_come_back_to() -> None:
    """The time away is not its time; as it is saved it is left again, and put off only once that is taken back."""
    saved = Ended(SAVED, MARKED)
    back, asked = advance(saved, events.Reopened(30.0, previous=False))
    said = "saved as a-0001; change it and save again, or undo the save"
    marking = replace(MARKED, since=35.0, saved=SAVED).say(said)
    assert (back, asked) == (marking, (effects.RunLocally("escape"), effects.Show(view_of(marking))))
    assert advance(marking, deeds.Pressed("back"))[0] == Ended(SAVED, marking)
    assert advance(marking, deeds.Pressed("later"))[0] == marking.say("this page is saved: undo the save first", "bad")
    assert advance(marking, deeds.Pressed("withdraw"))[1][0] == effects.Withdraw(SAVED)
    assert advance(marking, events.Withdrawn())[0] == replace(
        marking, saved=None, message="no longer saved; the marks are kept as a draft", tone="good"
    )


def test_without_a_page_before_there_is_no_way_back() -> None:
    """The toolbar says so; if there is one, the current page is left unchanged."""
    task = replace(TASK, previous=True)
    assert advance(MARKED, deeds.Pressed("back"))[0] == MARKED.say("there is no page to go back to", "bad")
    marking = replace(MARKED, task=task)
    assert advance(marking, deeds.Pressed("back"))[0] == Ended("back", marking)
    assert advance(Ended("back", marking), events.Reopened(1.0, previous=True))[0] == replace(
        marking, since=6.0, message=""
    )
    assert advance(MARKED, deeds.Pressed("withdraw"))[0].message == "this page is not saved; go back to one that is"  # type: ignore[union-attr]


def test_nothing_is_not_saved() -> None:
    """It is said on the toolbar, as is what does not check; the page stays."""
    after = MARKING.say("nothing is marked", "bad")
    assert play(MARKING, deeds.Pressed("save")) == (after, [effects.Show(view_of(after))])
    assert play(MARKED, events.Refused("mismatch"))[0] == MARKED.say("mismatch", "bad")


@pytest.mark.parametrize("command", ["later", "leave"])
def test_a_page_is_left_without_a_trace(command: str) -> None:
    """Its draft stays unchanged on disk."""
    stage, asked = play(MARKED, deeds.Pressed(command))
    assert (stage, asked) == (Ended(command, MARKED), [])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stage", "last"), [(Loading(TASK), None), (Running(TASK, 5.0), None), (MARKED, MARKED), (Idle(), ...)]
)
def test_a_page_that_is_gone_was_left(stage: Stage, last: Marking | None) -> None:
    """In whatever stage it was; where there was none there is none."""
    assert advance(stage, events.Gone()) == (stage if stage == Idle() else Ended("leave", last), ())


def test_a_released_page_runs_and_is_frozen_anew() -> None:
    """Its time goes on, its marks come back from the draft alone; after it was saved it is still the one saved."""
    asked = (effects.LetRun(), effects.NameKey(), effects.AnswerBanners())
    assert advance(MARKED, deeds.Pressed("release")) == (Running(TASK, 5.0), asked)
    assert play(Running(TASK, 5.0), events.Froze(90, "en"))[0] == replace(MARKING, length=90)
    ended = Ended(SAVED, MARKED)
    assert advance(ended, deeds.Pressed("release")) == (ended, (effects.LetRun(),))


@pytest.mark.parametrize("command", ["save", "empty", "later"])
def test_a_key_pressed_early_gives_a_page_no_outcome(command: str) -> None:
    """It could have been meant for the page before."""
    after, _ = play(MARKED, deeds.PressedEarly(command, "K"))
    assert after == MARKED.say("K came before the toolbar: press it again", "bad")


@pytest.mark.parametrize("command", sorted(set(KEYS.values()) - {"save", "empty", "later"}))
def test_a_key_pressed_early_does_what_it_does_later(command: str) -> None:
    """Also one that ends the stage, as that which lets the page run."""
    assert advance(MARKED, deeds.PressedEarly(command, "K")) == advance(MARKED, deeds.Pressed(command))
