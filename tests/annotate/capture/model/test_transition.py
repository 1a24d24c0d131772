"""What follows from what while a page is loaded, frozen, marked and done with: no browser, no files, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.capture.model import Saved, Task, View, advance, begin, deeds, effects, events, read_message, view_of
from annotate.capture.model.draft import Draft
from annotate.capture.model.marking import LOCAL
from annotate.capture.model.marks import Gold, Marks, Suggestion
from annotate.capture.model.stages import Ended, Idle, Loading, Marking, Running, Stage
from annotate.capture.settings import KEYS
from cetr.console import InputError
from cetr.document import Spans

TASK = Task("http://a/1", progress="1/2")
MARKING = Marking(TASK, since=5.0, length=100, language="en", multiple=False)
ONE: Spans = ((10, 20),)
TWO: Spans = ((10, 20), (30, 40))


def steps(spans: Spans = (), past: Sequence[Spans] = (), future: Sequence[Spans] = ()) -> Marks:
    """Marks without anything optional, with the spans before them and those that were undone."""
    return Marks(Gold(spans), tuple(map(Gold, past)), tuple(map(Gold, future)))


MARKED = replace(MARKING, marks=steps(ONE, ((),)), text="one two", words=2, message="+2 words")
SAVED = Saved("a-0001", "http://a/1", "one two", 1)
ERROR = InputError("http://a/1: the page is empty: it shows no text")


def play(stage: Stage, *taken: events.Event) -> tuple[Stage, list[effects.Effect]]:
    """The stage after some events, and all effects, what is put off being taken in its turn."""
    asked: list[effects.Effect] = []
    for event in taken:
        stage, following = advance(stage, event)
        for effect in following:
            if isinstance(effect, effects.Then):
                stage, more = play(stage, effect.event)
                asked += more
            else:
                asked.append(effect)
    return stage, asked


def measured(marks: Marks, text: str, *, interrupted: bool = False) -> events.Measured:
    """What the edge answers to `effects.Measure`."""
    return events.Measured(marks, text, interrupted)


def recalled(draft_spans: Sequence[tuple[int, int]], spans: Spans, **known: object) -> events.Recalled:
    """A draft with marks, and where they are now."""
    draft = Draft(url="http://a/1", spans=tuple(draft_spans), texts=("",) * len(draft_spans), **known)  # type: ignore[arg-type]
    return events.Recalled(draft, Gold(spans), 2.0, "continued where you left off")


# --- from loading to marking


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


# --- marking


@pytest.mark.parametrize(
    ("deed", "marks", "reached"),
    [
        (deeds.Dragged(((30, 40),), "add"), steps(TWO, ((), ONE)), 40),
        (deeds.Dragged(((15, 30),), "cut"), steps(((10, 15),), ((), ONE)), 30),
        (deeds.Dragged(((90, 120),), "add"), steps(((10, 20), (90, 100)), ((), ONE)), 120),
        (deeds.Pressed("undo"), steps((), (), (ONE,)), 0),
        (deeds.Pressed("clear"), steps((), ((), ONE)), 0),
    ],
)
def test_other_marks_are_measured_before_they_are_taken_over(deed: events.Event, marks: Marks, reached: int) -> None:
    """No mark changes until the edge has tidied them; then the draft is kept."""
    assert advance(MARKED, deed) == (
        replace(MARKED, reached=reached),
        (effects.Measure(marks), effects.Then(events.Answered())),
    )


def test_redo_takes_the_next_step() -> None:
    """The next step is one that was undone."""
    undone = replace(MARKING, marks=steps((), (), (ONE, TWO)))
    _, asked = advance(undone, deeds.Pressed("redo"))
    assert asked[0] == effects.Measure(steps(ONE, ((),), (TWO,)))


@pytest.mark.parametrize("deed", [deeds.Dragged(((12, 18),), "add"), deeds.Pressed("redo")])
def test_what_changes_nothing_is_told_and_not_measured(deed: events.Event) -> None:
    """The message says so, the marks are what they were, and the draft is kept."""
    after = replace(MARKED, message="nothing changed", reached=18 if isinstance(deed, deeds.Dragged) else 0)
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


# --- suggestions and drafts


SUGGESTION = Suggestion("plain", ((10, 20), (30, 40), (50, 60)))
PROPOSED = replace(MARKED, proposed=((30, 40), (50, 60)), asked=True, suggestion=SUGGESTION).say(
    "suggested by plain: take all of it, or click what is right"
)


def test_a_suggestion_is_a_layer_until_it_is_taken() -> None:
    """It is separate from the marks until all of it is taken at once."""
    assert advance(MARKED, deeds.Pressed("suggest"))[1][0] == effects.Suggest()
    assert play(MARKED, events.Suggested(((10, 20), (30, 40), (50, 60)), "plain")) == (PROPOSED, [])
    marks = steps((*ONE, (30, 40), (50, 60)), ((), ONE))
    taken, asked = advance(PROPOSED, deeds.Pressed("suggest"))
    assert isinstance(taken, Marking) and (taken.accepted, asked[0]) == (SUGGESTION, effects.Measure(marks))
    stage, _ = play(PROPOSED, measured(marks, "one two three"))
    assert isinstance(stage, Marking) and (stage.proposed, stage.words) == ((), 3)


@pytest.mark.parametrize(
    ("event", "part"),
    [
        (deeds.Accepted(59), (50, 60)),
        (deeds.Pressed("accept"), (30, 40)),
    ],
)
def test_a_part_of_a_suggestion_is_taken(event: events.Event, part: tuple[int, int]) -> None:
    """A click takes its part, a key the next; the rest is still suggested, and the page scrolls to the next part."""
    marks = steps(tuple(sorted((*ONE, part))), ((), ONE))
    after, asked = advance(PROPOSED, event)
    assert asked[0] == effects.Measure(marks)
    assert asked[1:-1] == ((effects.ScrollTo((50, 60)), effects.Quote((50, 60))) if part == (30, 40) else ())
    stage, _ = play(after, measured(marks, "one two three"))
    assert isinstance(stage, Marking) and stage.proposed == tuple(x for x in PROPOSED.proposed if x != part)


def test_what_was_asked_for_is_saved_as_it_is_seen() -> None:
    """Without a mark, Enter takes the suggestion and saves; one that came unasked has to be taken first."""
    bare = replace(PROPOSED, marks=steps())
    taken = effects.Measure(steps(((30, 40), (50, 60)), ((),)))
    assert advance(bare, deeds.Pressed("save"))[1][:2] == (taken, effects.Then(deeds.Pressed("save")))
    stage, asked = play(replace(bare, asked=False), deeds.Pressed("save"))
    assert isinstance(stage, Marking) and stage.message == "nothing is marked"
    assert not any(isinstance(effect, effects.Save) for effect in asked)


def test_keys_go_from_part_to_part() -> None:
    """Marked or suggested, in the order of the page, and round at its ends."""
    stage: Stage = PROPOSED
    seen = []
    for key in ("following", "following", "following", "following", "preceding"):
        stage, asked = play(stage, deeds.Pressed(key))
        assert isinstance(stage, Marking) and asked[0] == effects.ScrollTo(stage.here or (0, 0))
        seen.append((stage.here, stage.message))
    assert seen == [
        ((10, 20), "part 1 of 3"),
        ((30, 40), "part 2 of 3, suggested"),
        ((50, 60), "part 3 of 3, suggested"),
        ((10, 20), "part 1 of 3"),
        ((50, 60), "part 3 of 3, suggested"),
    ]
    assert play(MARKING, deeds.Pressed("following"))[0] == MARKING.say("nothing is marked", "bad")


def test_a_suggestion_of_nothing_is_told() -> None:
    """The toolbar says that nothing is suggested, or that all of it is already marked."""
    assert play(MARKING, events.Suggested((), "plain"))[0] == MARKING.say("nothing is suggested by plain", "bad")
    assert play(MARKED, events.Suggested(ONE, "plain"))[0] == MARKED.say(
        "already marked: everything suggested by plain"
    )


def test_what_is_sure_is_suggested_with_the_toolbar() -> None:
    """It comes if the person wants it and has not marked anything before."""
    wanted = replace(MARKING, task=replace(TASK, suggest=True))
    assert play(wanted, events.Begun())[1][0] == effects.Suggest(sure=True)
    assert effects.Suggest(sure=True) not in play(replace(wanted, marks=steps(ONE)), events.Begun())[1]
    assert effects.Suggest(sure=True) not in play(MARKING, events.Begun())[1]


def test_a_draft_is_taken_up() -> None:
    """With what was set besides the marks, and the time that was spent on it; opening it writes nothing."""
    back = recalled(TWO, TWO, language="de", multiple=True, fragmented=False)
    known = replace(MARKING, language="de", named=True, multiple=True, since=2.0)
    marks = steps(TWO, ((),))
    assert advance(MARKING, back) == (known, (effects.Measure(marks), effects.Then(events.TakenUp(back))))
    stage, asked = play(known, measured(marks, "one two", interrupted=True), events.TakenUp(back))
    assert stage == replace(
        known, marks=marks, text="one two", words=2, interrupted=True, overruled=False,
        message="continued where you left off", tone="good",
    )  # fmt: skip
    assert asked == []


def test_a_draft_of_a_page_that_has_changed_says_what_is_lost() -> None:
    """What was said of interruptions is not of the parts that are left; a language that was not set is the page's."""
    back = recalled(TWO, ONE, fragmented=True)
    stage, _ = play(replace(MARKING, since=1.0), back)
    assert stage == replace(MARKING, since=1.0).say(
        "continued where you left off; 1 of 2 parts are no longer on the page", "bad"
    )


def test_a_draft_that_is_not_kept_is_told() -> None:
    """It is kept after each deed, and what is shown is what has become of it."""
    assert play(MARKED, events.Answered()) == (MARKED, [effects.KeepDraft(MARKED)])
    assert play(MARKED, events.Kept()) == (MARKED, [effects.Show(view_of(MARKED))])
    after = MARKED.say("no draft could be saved: No space left on device", "bad")
    assert play(MARKED, events.Kept("No space left on device")) == (after, [effects.Show(view_of(after))])


# --- the end


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
    assert advance(MARKED, deeds.Rejected(""))[0] == MARKED.say("say why", "bad")


def test_a_page_is_come_back_to() -> None:
    """The time away is not its time; as it is saved it is left again, and put off only once that is taken back."""
    saved = Ended(SAVED, MARKED)
    back, asked = advance(saved, events.Reopened(30.0, previous=False))
    said = "saved as a-0001; change it and save again, or take the save back"
    marking = replace(MARKED, since=35.0, saved=SAVED).say(said)
    assert (back, asked) == (marking, (effects.RunLocally("escape"), effects.Show(view_of(marking))))
    assert advance(marking, deeds.Pressed("back"))[0] == Ended(SAVED, marking)
    assert advance(marking, deeds.Pressed("later"))[0] == marking.say("it is saved: take the save back first", "bad")
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
    assert advance(MARKED, deeds.Pressed("withdraw"))[0].message == "it is not saved; go back to one that is"  # type: ignore[union-attr]


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


# --- what is told and shown


def test_messages_of_the_page_are_read() -> None:
    """What its scripts tell is an event each; anything else is a mistake of ours."""
    told: dict[deeds.Deed, dict[str, object]] = {
        deeds.Pressed("save"): {"kind": "command", "command": "save"},
        deeds.PressedEarly("save", "Enter"): {"kind": "early", "command": "save", "key": "Enter"},
        deeds.Dragged(((1, 2), (3, 4)), "cut"): {"kind": "cut", "spans": [[1, 2], [3, 4]]},
        deeds.Dragged(((1, 2),), "add"): {"kind": "add", "spans": [[1, 2]]},
        deeds.Reshaped((1, 5), ((1, 3),)): {"kind": "reshape", "part": [1, 5], "spans": [[1, 3]]},
        deeds.Dragged(((1, 2),), "optional"): {"kind": "optional", "spans": [[1, 2]]},
        deeds.Typed("de"): {"kind": "language", "text": " de\n"},
        deeds.Complained("no text"): {"kind": "problem", "text": "no text"},
    }
    assert [read_message(message) for message in told.values()] == list(told)
    with pytest.raises(ValueError, match="not a message of the page's scripts"):
        read_message({"kind": "other"})


def test_the_toolbar_shows_the_stage() -> None:
    """A finished page shows its last state; a page without a toolbar shows nothing."""
    marking = replace(
        MARKED, marks=steps(ONE, ((),), (TWO,)), mode="cut", picking=True, multiple=True, interrupted=True, tone="good"
    )
    view = View(
        spans=ONE, mode="cut", picking=True, words=2, text="one two", can_undo=True, can_redo=True, multiple=True,
        fragmented=True, language="en", message="+2 words", tone="good", progress="1/2",
    )  # fmt: skip
    assert [view_of(stage) for stage in (marking, Ended("leave", marking))] == [view, view]
    bare: tuple[Stage, ...] = (Idle(), Loading(TASK), Running(TASK, 5.0), Ended("leave"))
    assert [view_of(stage) for stage in bare] == [View()] * 4


commands = st.sampled_from(
    [
        "add",
        "cut",
        "optional",
        "word-back",
        "edge",
        "pick",
        "escape",
        "undo",
        "redo",
        "clear",
        "multiple",
        "fragmented",
        "save",
        "release",
        "freeze",
    ]
)
spans = st.tuples(st.integers(0, 99), st.integers(1, 30)).map(lambda pair: ((pair[0], sum(pair)),))
acts = st.one_of(
    commands.map(deeds.Pressed), st.builds(deeds.Dragged, spans, st.sampled_from(("add", "cut", "optional")))
)


@given(st.lists(acts, max_size=25))
def test_whatever_is_done_draft_and_toolbar_follow(done: list[deeds.Deed]) -> None:
    """After each deed on a page being marked, its stage is in the draft, or shown if it was never marked."""
    stage: Stage = MARKING
    for deed in done:
        stage, following = advance(stage, deed)
        asked: list[effects.Effect] = []
        for effect in following:
            if isinstance(effect, effects.Measure):
                stage, more = play(stage, measured(effect.marks, "word " * len(effect.marks.spans)))
            elif isinstance(effect, effects.Then):
                stage, more = play(stage, effect.event)
            else:
                more = [effect]
            asked += more
        if isinstance(stage, Marking) and deed != deeds.Pressed("freeze"):
            assert asked[-1] in (effects.KeepDraft(stage), effects.Show(view_of(stage)))
            assert isinstance(asked[-1], effects.KeepDraft) or stage.marks.gold == Gold()
        elif isinstance(stage, Running) and deed == deeds.Pressed("freeze"):
            assert asked == [effects.Freeze()]
            stage, _ = play(stage, events.Froze(100, "en"))
