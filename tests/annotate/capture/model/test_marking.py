"""What follows from what while a page is marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.capture.model import advance, deeds, effects, events, view_of
from annotate.capture.model.marking import LOCAL
from annotate.capture.model.marks import Gold, Marks
from annotate.capture.model.stages import Marking
from tests.annotate.capture.model.playing import MARKED, MARKING, ONE, TWO, measured, play, steps


@pytest.mark.parametrize(
    ("deed", "marks", "reached"),
    [
        (deeds.Dragged(((30, 40),), "add"), steps(TWO, ((), ONE)), 40),
        (deeds.Dragged(((15, 30),), "cut"), steps(((10, 15),), ((), ONE)), 30),
        (deeds.Dragged(((90, 120),), "add"), steps(((10, 20), (90, 100)), ((), ONE)), 120),
        (deeds.Dragged(((30, 40),), "add", again=True), steps(TWO, ((), ONE)), 40),
        (deeds.Pressed("undo"), steps((), (), (ONE,)), 0),
        (deeds.Pressed("clear"), steps((), ((), ONE)), 0),
    ],
)
def test_other_marks_are_measured_before_they_are_taken_over(deed: events.Event, marks: Marks, reached: int) -> None:
    """No mark changes until the edge has tidied them; then the draft is kept."""
    assert advance(MARKED, deed) == (
        replace(MARKED, reached=reached, before_drag=MARKED if isinstance(deed, deeds.Dragged) else None),
        (effects.Measure(marks), effects.Then(events.Answered())),
    )


def test_a_third_click_takes_the_place_of_the_second() -> None:
    """It is one step with it, also for the message; a drag after it is another step."""
    doubled, _ = advance(MARKED, deeds.Dragged(((30, 40),), "add"))
    doubled, _ = advance(doubled, measured(steps(TWO, ((), ONE)), "one two three"))
    tripled, asked = advance(doubled, deeds.Dragged(((30, 60),), "add", again=True))
    whole = steps(((10, 20), (30, 60)), ((), ONE))
    assert asked[0] == effects.Measure(whole)
    tripled, _ = advance(tripled, measured(whole, "one two three four"))
    assert (tripled.marks, tripled.message) == (whole, "+2 words")
    after, asked = advance(tripled, deeds.Dragged(((70, 80),), "add"))
    assert asked[0] == effects.Measure(steps(((10, 20), (30, 60), (70, 80)), ((), ONE, ((10, 20), (30, 60)))))
    assert isinstance(after, Marking)
    assert after.before_drag == replace(tripled, before_drag=None)  # not all the stages before that one


def test_redo_takes_the_next_step() -> None:
    """The next step is one that was undone."""
    undone = replace(MARKING, marks=steps((), (), (ONE, TWO)))
    _, asked = advance(undone, deeds.Pressed("redo"))
    assert asked[0] == effects.Measure(steps(ONE, ((),), (TWO,)))


@pytest.mark.parametrize("deed", [deeds.Dragged(((12, 18),), "add"), deeds.Pressed("redo")])
def test_what_changes_nothing_is_told_and_not_measured(deed: events.Event) -> None:
    """The message says so, the marks are what they were, and the draft is kept."""
    after = replace(MARKED, message="nothing changed")
    if isinstance(deed, deeds.Dragged):
        after = replace(after, reached=18, before_drag=MARKED)
    assert play(MARKED, deed) == (after, [effects.KeepDraft(after)])


@pytest.mark.parametrize(
    ("marks", "text", "message"),
    [
        (steps(TWO, ((), ONE)), "one two three", "+1 word"),
        (steps(TWO, ((), ONE)), "one two " * 600 + "x", "+1,199 words"),
        (steps((), (), (ONE,)), "", "-2 words"),
        (steps(((10, 19),), ((), ONE)), "one twofold", ""),
        (steps(ONE, ((), ONE)), "one two", "nothing changed"),
    ],
)
def test_measured_marks_are_taken_over(marks: Marks, text: str, message: str) -> None:
    """The toolbar says by how many words; where as many are other ones it says nothing."""
    before = replace(MARKED, message="an error", tone="bad")
    assert advance(before, measured(marks, text)) == (
        replace(MARKED, marks=marks, text=text, words=len(text.split()), message=message),
        (),
    )


def test_what_went_wrong_is_over_with_the_next_deed() -> None:
    """An error is not shown beside what was done after it."""
    wrong = MARKED.say("nothing is marked", "bad")
    for event in (deeds.Pressed("pick"), deeds.Noted("a"), deeds.Pressed("multiple")):
        stage, _ = play(wrong, event)
        assert isinstance(stage, Marking) and stage.message != wrong.message and stage.tone == ""


def test_a_part_is_marked_optional() -> None:
    """Once it is, it is not marked; the words that are optional are told of."""
    stage, asked = advance(MARKED, deeds.Dragged(((15, 30),), "optional"))
    marks = Marks(Gold(((10, 15),), ((15, 30),)), (Gold(), Gold(ONE)))
    assert asked[0] == effects.Measure(marks)
    after, _ = play(stage, replace(measured(marks, "one"), optional_words=3))
    assert isinstance(after, Marking)
    assert (after.message, after.words, after.optional_words) == ("-1 word, +3 optional words", 1, 3)
    assert view_of(after).optional == ((15, 30),)


def test_the_end_of_a_part_is_moved() -> None:
    """Keys move the chosen edge of the current part; afterwards the moved part is the current one."""
    two = replace(MARKED, marks=steps(TWO), here=(30, 40))
    assert advance(two, deeds.Pressed("word-back"))[1][0] == effects.MoveEnd(
        (30, 40), "end", forward=False, letter=False
    )
    turned, _ = play(two, deeds.Pressed("edge"))
    assert isinstance(turned, Marking) and turned.message == "keys move the start of a part"
    assert advance(turned, deeds.Pressed("letter-forth"))[1][0] == effects.MoveEnd((30, 40), "start", True, True)
    after, asked = play(two, deeds.Reshaped((30, 40), ((30, 36),), "near"))
    marks = steps(((10, 20), (30, 36)), (TWO,))
    assert asked[0] == effects.Measure(marks)
    assert isinstance(after, Marking) and after.here == (30, 36)
    lost = deeds.Pressed("word-forth")
    assert play(replace(two, here=None), lost)[0] == replace(two, here=None).say("go to a marked part first", "bad")
    assert advance(MARKED, lost)[1][0] == effects.MoveEnd((10, 20), "end", forward=True, letter=False)


def test_whether_content_is_interrupted_is_seen_until_a_person_says() -> None:
    """What a person has said outlives other marks."""
    seen, _ = advance(MARKED, measured(steps(TWO, ((), ONE)), "one two three", interrupted=True))
    assert isinstance(seen, Marking) and seen.fragmented
    said, _ = play(seen, deeds.Pressed("fragmented"), measured(steps(ONE, ((), ONE, TWO)), "one two"))
    assert said == replace(
        MARKED, marks=steps(ONE, ((), ONE, TWO)), interrupted=False, overruled=False, message="-1 word"
    )
    again, _ = play(said, measured(steps(TWO, ((), ONE)), "one two three", interrupted=True))
    assert isinstance(again, Marking) and not again.fragmented


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        ("cut", {"mode": "cut", "message": "what you select is unmarked"}),
        ("add", {"mode": "add", "message": "what you select is marked"}),
        ("pick", {"picking": True, "message": "point at elements, or use the arrow keys"}),
        ("multiple", {"multiple": True, "message": "several articles"}),
        ("fragmented", {"overruled": True, "message": "other content interrupts it"}),
        ("no command", {}),
        ("freeze", {}),
    ],
)
def test_keys_switch(command: str, changes: dict[str, object]) -> None:
    """Each changes what it names, says so, is drawn, and is in the draft once something is marked."""
    for before in (MARKING, MARKED):
        after = replace(before, **changes)
        told = effects.KeepDraft(after) if before is MARKED else effects.Show(view_of(after))
        assert play(before, deeds.Pressed(command)) == (after, [told])


def test_escape_leads_back_to_marking() -> None:
    """Escape ends picking and cutting."""
    away = replace(MARKING, picking=True, mode="cut")
    assert play(away, deeds.Pressed("escape"))[0] == MARKING.say("what you select is marked")


@pytest.mark.parametrize("command", LOCAL)
def test_what_concerns_the_toolbar_alone_is_handed_back_to_it(command: str) -> None:
    """It comes from a frame, where there is no toolbar."""
    assert play(MARKING, deeds.Pressed(command)) == (
        MARKING,
        [effects.RunLocally(command), effects.Show(view_of(MARKING))],
    )


@pytest.mark.parametrize(
    ("typed", "language", "message"),
    [
        ("PT_br", "pt-BR", MARKING.message),
        ("", "", MARKING.message),
        ("portuguese", "en", "'portuguese' is not a BCP 47 tag such as 'en' or 'pt-BR'"),
    ],
)
def test_a_language_is_a_tag(typed: str, language: str, message: str) -> None:
    """It is written in its usual form, taken away, or refused."""
    stage, _ = play(MARKING, deeds.Typed(typed))
    assert isinstance(stage, Marking)
    assert (stage.language, stage.message) == (language, message)


def test_what_comes_to_nothing_is_told() -> None:
    """The toolbar says so, for deeds on the page and for results of the browser."""
    for event in (deeds.Complained("no text here"), events.Refused("no text here")):
        assert play(MARKING, event)[0] == MARKING.say("no text here", "bad")
