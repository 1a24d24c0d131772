"""What is told and shown, and that it follows the marks whatever is done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.capture.model import View, advance, deeds, effects, events, read_message, view_of
from annotate.capture.model.marks import Gold
from annotate.capture.model.stages import Ended, Idle, Loading, Marking, Running, Stage
from tests.annotate.capture.model.playing import MARKED, MARKING, ONE, TASK, TWO, measured, play, steps


def test_messages_of_the_page_are_read() -> None:
    """What its scripts tell is an event each; anything else is a mistake of ours."""
    told: dict[deeds.Deed, dict[str, object]] = {
        deeds.Pressed("save"): {"kind": "command", "command": "save"},
        deeds.PressedEarly("save", "Enter"): {"kind": "early", "command": "save", "key": "Enter"},
        deeds.Dragged(((1, 2), (3, 4)), "cut"): {"kind": "cut", "spans": [[1, 2], [3, 4]]},
        deeds.Dragged(((1, 2),), "add"): {"kind": "add", "spans": [[1, 2]]},
        deeds.Dragged(((1, 2),), "add", again=True): {"kind": "add", "spans": [[1, 2]], "again": True},
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
