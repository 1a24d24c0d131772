"""Suggestions and drafts: no browser, no files, no clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotate.capture.model import advance, deeds, effects, events, view_of
from annotate.capture.model.marks import Suggestion
from annotate.capture.model.stages import Marking, Stage
from tests.annotate.capture.model.playing import MARKED, MARKING, ONE, TASK, TWO, measured, play, recalled, steps

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
    assert isinstance(stage, Marking) and stage.message == "nothing is marked: first take what is suggested"
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
    assert play(MARKING, events.Suggested((), "plain"))[0] == MARKING.say("no main content is suggested by plain")
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


def test_a_draft_without_marks_says_what_to_do() -> None:
    """A captured page that nobody has marked yet is as any other."""
    back = recalled((), ())
    known = replace(MARKING, since=2.0)
    assert play(MARKING, back, events.TakenUp(back))[0] == known
    assert known.message == "drag over the main content"


def test_a_draft_of_a_page_that_has_changed_says_what_is_lost() -> None:
    """What was said of interruptions is not of the parts that are left; a language that was not set is the page's."""
    back = recalled(TWO, ONE, fragmented=True)
    marks = steps(ONE, ((),))
    known = replace(MARKING, since=1.0, marks=marks)
    stage, _ = play(known, measured(marks, "one"), events.TakenUp(back))
    said = "continued where you left off; 1 of 2 parts are no longer on the page"
    assert stage == replace(known, text="one", words=1).say(said, "bad")


def test_a_draft_that_is_not_kept_is_told() -> None:
    """It is kept after each deed, and what is shown is what has become of it."""
    assert play(MARKED, events.Answered()) == (MARKED, [effects.KeepDraft(MARKED)])
    assert play(MARKED, events.Kept()) == (MARKED, [effects.Show(view_of(MARKED))])
    after = MARKED.say("no draft could be saved: No space left on device", "bad")
    assert play(MARKED, events.Kept("No space left on device")) == (after, [effects.Show(view_of(after))])
