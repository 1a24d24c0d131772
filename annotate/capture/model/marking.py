"""A page that is being marked: the effects of keys, drags, suggestions, drafts and saving."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from annotate.capture.model.deeds import (
    Accepted,
    Announced,
    AskedForText,
    Complained,
    Crossed,
    Deed,
    Dragged,
    GoneTo,
    Noted,
    Placed,
    Pressed,
    PressedEarly,
    Rejected,
    Reshaped,
    Typed,
)
from annotate.capture.model.effects import (
    Cross,
    FillPanel,
    ForgetDraft,
    KeepDraft,
    RunLocally,
    Save,
    ScrollTo,
    Select,
    Show,
    Step,
    Suggest,
    Then,
    Withdraw,
)
from annotate.capture.model.events import (
    Answered,
    Begun,
    Changed,
    Chosen,
    Event,
    Kept,
    Measured,
    Recalled,
    Refused,
    Suggested,
    TakenUp,
    Told,
    Withdrawn,
    Written,
)
from annotate.capture.model.marks import Gold, Marks, add_marks, change_marks, cut_marks, make_optional, redo, undo
from annotate.capture.model.parts import (
    MOVES,
    accept,
    accept_here,
    go,
    mark,
    move_end,
    propose,
    reshape,
    take_over,
    turn_to_end,
)
from annotate.capture.model.recalling import recall, take_up
from annotate.capture.model.stages import Ended, Marking, Mode, Saved
from annotate.capture.model.view import view_of
from annotate.markup.html_facts import parse_language
from cetr.console import InputError
from cetr.document import Span

_MODES: Mapping[Mode, str] = {
    "add": "what you select is marked",
    "cut": "what you select is unmarked",
    "optional": "what you select is optional",
}
"""What is said, and read out, when a mode begins."""

LOCAL = ("preview", "help", "collapse", "language", "focus", "reject", "other")
"""Commands that concern the toolbar alone."""

_OUTCOMES = ("save", "empty", "later")
"""Commands that are ignored on a page that nobody has seen yet, such as an Enter pressed twice on the previous page."""

_CHANGES: Mapping[Mode, Callable[[Marks, Sequence[Span], int], Marks]] = {
    "add": add_marks,
    "cut": cut_marks,
    "optional": make_optional,
}


def answer(marking: Marking, event: Event) -> Step:
    """Return the stage after an event, and what to do, in order."""
    match event:
        case Placed():
            return replace(marking, place=event.place), ()
        case Crossed():  # what that announces is the answer
            return marking, (Cross(event.frame, event.into, event.forward),)
        case AskedForText():
            return marking, (FillPanel(marking.marks.spans),)
        case GoneTo():
            return marking, (ScrollTo(event.span, event.line),)
        case _ if isinstance(event, Deed):
            # What went wrong before is over now.
            after, effects = _follow(marking.say("") if marking.tone == "bad" else marking, event)
            return after, (*effects, Then(Answered()))
        case Answered():
            return marking, (KeepDraft(marking) if _is_begun(marking) else Show(view_of(marking)),)
        case Kept():
            after = marking.say(f"no draft could be saved: {event.problem}", "bad") if event.problem else marking
            return after, (Show(view_of(after)),)
        case Begun():
            wanted = marking.task.select if not marking.marks.spans else ()
            if wanted:
                return marking, (Select(wanted, marking.task.drop), Then(Changed()))
            suggest = marking.task.suggest and not marking.marks.spans
            return marking, (*((Suggest(sure=True),) if suggest else ()), Then(Changed()))
        case Changed():
            return marking, (Show(view_of(marking)),)
        case Chosen():
            return mark(marking, change_marks(marking.marks, Gold(event.spans)))
        case Measured():
            return take_over(marking, event), ()
        case Recalled():
            return recall(marking, event)
        case TakenUp():
            return take_up(marking, event.recalled), ()
        case Suggested():
            return propose(marking, event), ()
        case Told():
            return marking.say(", ".join(part for part in (marking.message, event.message) if part)), ()
        case Refused():
            return marking.say(event.reason, "bad"), ()
        case Written():
            done = marking.say(_tell_end(marking, event.saved), "good")
            return Ended(event.saved, done), (Show(view_of(done)), ForgetDraft())
        case Withdrawn():
            return replace(marking, saved=None).say("no longer saved; the marks are kept as a draft", "good"), ()
    return marking, ()


def _follow(marking: Marking, deed: Deed) -> Step:
    """Handle what a person did."""
    match deed:
        case Pressed():
            return _obey(marking, deed.command)
        case PressedEarly():
            if deed.command in _OUTCOMES:
                return marking.say(f"{deed.key} came before the toolbar: press it again", "bad"), ()
            return _obey(marking, deed.command)
        case Dragged():
            before = (deed.again and marking.before_drag) or replace(marking, before_drag=None)
            marks = _CHANGES[deed.mode](before.marks, deed.spans, marking.length)
            reached = max((end for _, end in deed.spans), default=marking.reached)
            return mark(replace(before, here=None, reached=reached, before_drag=before), marks)
        case Reshaped():
            return reshape(marking, deed)
        case Typed():
            return _name_language(marking, deed.language), ()
        case Rejected():
            return (
                (marking, (Save(marking, deed.reason),)) if deed.reason else (marking.say("give a reason", "bad"), ())
            )
        case Noted():
            return replace(marking, note=deed.note), ()
        case Accepted():
            return accept(marking, [span for span in marking.proposed if span[0] <= deed.at < span[1]])
        case Complained():
            return marking.say(deed.reason, "bad"), ()
        case Announced():
            return marking.say(deed.text), ()


def _obey(marking: Marking, command: str) -> Step:
    match command:
        case "add" | "cut" | "optional":
            return replace(marking, mode=command).say(_MODES[command]), ()
        case "pick":
            picking = not marking.picking
            said = "point at elements, or use the arrow keys" if picking else _MODES[marking.mode]
            return replace(marking, picking=picking).say(said), ()
        case "escape":
            return replace(marking, picking=False, mode="add").say(_MODES["add"]), ()
        case "undo":
            return mark(marking, undo(marking.marks))
        case "redo":
            return mark(marking, redo(marking.marks))
        case "clear":
            return mark(replace(marking, proposed=()), change_marks(marking.marks, Gold()))
        case "suggest" if marking.proposed:
            return accept(marking, marking.proposed)
        case "suggest":
            return marking, (Suggest(),)
        case "accept":
            return accept_here(marking)
        case "following" | "preceding":
            return go(marking, forward=command == "following")
        case "edge":
            return turn_to_end(marking), ()
        case _ if command in MOVES:
            return move_end(marking, command)
        case "multiple":
            multiple = not marking.multiple
            return replace(marking, multiple=multiple).say("several articles" if multiple else "one article"), ()
        case "fragmented":
            fragmented = not marking.fragmented
            said = "other content interrupts it" if fragmented else "nothing interrupts it"
            return replace(marking, overruled=fragmented).say(said), ()
        case "save" if marking.marks.spans:
            return marking, (Save(marking),)
        case "save" if marking.proposed and marking.asked:  # what was asked for, and is visible
            after, effects = accept(marking, marking.proposed)
            return after, (*effects, Then(Pressed("save")))
        case "save":
            first = ": first take what is suggested" if marking.proposed else ""
            return marking.say(f"nothing is marked{first}", "bad"), ()
        case "empty" if not marking.marks.spans:
            return marking, (Save(marking),)
        case "empty":
            return marking.say("there are marks: clear them first", "bad"), ()
        case "back" | "later" | "withdraw":
            return _turn(marking, command)
        case "leave":
            return Ended(command, marking), ()
        case _ if command in LOCAL:
            return marking, (RunLocally(command),)
    return marking, ()


def _tell_end(marking: Marking, saved: Saved) -> str:
    """Return the message between a save and the next page's toolbar."""
    task = marking.task
    parts = ("rejected" if saved.rejected else "saved", task.progress.replace("/", " of "))
    opening = f"opening {task.following}" if task.following else ""
    return ", ".join(part for part in (*parts, opening) if part)


def _turn(marking: Marking, command: Literal["back", "later", "withdraw"]) -> Step:
    """Go to another page, or back to before this one was saved."""
    match command:
        case "back" if marking.saved is not None:  # as it is saved
            return Ended(marking.saved, marking), ()
        case "back" if not marking.task.previous:
            return marking.say("there is no page to go back to", "bad"), ()
        case "later" if marking.saved is not None:
            return marking.say("this page is saved: undo the save first", "bad"), ()
        case "back" | "later":
            return Ended(command, marking), ()
        case "withdraw" if marking.saved is not None:
            return marking, (Withdraw(marking.saved),)
        case "withdraw":
            return marking.say("this page is not saved; go back to one that is", "bad"), ()


def _name_language(marking: Marking, label: str) -> Marking:
    try:
        known = replace(marking, language=label and parse_language(label), named=bool(label))
    except InputError as error:
        return marking.say(str(error), "bad")
    return known.say("") if known.tone == "bad" else known


def _is_begun(marking: Marking) -> bool:
    marks = marking.marks
    return bool(marks.gold != Gold() or marks.past or marks.future or marking.note)
