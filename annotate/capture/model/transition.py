"""From one stage of a page to the next."""

from __future__ import annotations

from dataclasses import replace

from annotate.capture.model.deeds import Pressed, PressedEarly
from annotate.capture.model.effects import (
    AnswerBanners,
    Fail,
    Freeze,
    LetRun,
    Load,
    NameKey,
    OpenToolbar,
    Recall,
    RunLocally,
    Settle,
    Show,
    Step,
    Then,
)
from annotate.capture.model.events import Begun, Event, Froze, Gone, Loaded, Reopened, Unfreezable
from annotate.capture.model.marking import answer
from annotate.capture.model.stages import Ended, Loading, Marking, Outcome, Running, Saved, Stage, Task
from annotate.capture.model.view import view_of


def begin(task: Task) -> Step:
    """Return the first stage of a page, and what to do for the next one."""
    return Loading(task), (Load(),)


def advance(stage: Stage, event: Event) -> Step:
    """Return the stage after an event, and what to do, in order. Events without meaning there are ignored."""
    match stage, event:
        case Loading(), Loaded():
            if stage.task.held:
                return Running(stage.task, event.at), (NameKey(), AnswerBanners())
            return Loading(stage.task, event.at), (Settle(), Freeze())
        case Running(), Pressed("freeze"):
            return stage, (Freeze(),)
        case Loading() | Running(), Froze():
            return _begin_marking(stage, event)
        case Loading(), Unfreezable():
            return stage, (Fail(event.error),)
        case Running(), Unfreezable():
            return stage, (LetRun(), NameKey(), AnswerBanners(), Fail(event.error))
        case Marking(), Pressed("release") | PressedEarly("release"):
            return Running(stage.task, stage.since, stage.saved), (LetRun(), NameKey(), AnswerBanners())
        case Ended(), Pressed("release"):
            return stage, (LetRun(),)
        case Ended(outcome, Marking() as last), Reopened():
            return _reopen(outcome, last, event)
        case Marking(), Gone():
            return Ended("leave", stage), ()
        case Loading() | Running(), Gone():
            return Ended("leave"), ()
        case Marking(), _:
            return answer(stage, event)
    return stage, ()


def _reopen(outcome: Outcome, last: Marking, reopened: Reopened) -> Step:
    saved = outcome if isinstance(outcome, Saved) else None
    task = replace(last.task, previous=reopened.previous)
    marking = replace(last, task=task, since=last.since + reopened.away, saved=saved).say("")
    if saved is not None:
        what = f"rejected: {saved.rejected}" if saved.rejected else f"saved as {saved.name}"
        marking = marking.say(f"{what}; change it and save again, or undo the save")
    # Nothing that was open at its end is open now, above all no box that takes the keys.
    return marking, (RunLocally("escape"), Show(view_of(marking)))


def _begin_marking(stage: Loading | Running, froze: Froze) -> Step:
    task = stage.task
    language = task.language or froze.language
    named = bool(task.language)
    saved = stage.saved if isinstance(stage, Running) else None
    marking = Marking(
        task, stage.since, froze.length, language, task.multiple, named=named, place=task.place, saved=saved
    )
    if froze.revealed:
        marking = marking.say("the page hides its text until a script shows it; it is shown here")
    return marking, (OpenToolbar(view_of(marking)), Recall(task.name if saved is None else saved.name), Then(Begun()))
