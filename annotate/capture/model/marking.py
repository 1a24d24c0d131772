"""While a page is marked: what comes of keys and drags, of suggestions, drafts and saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from annotate.capture.model.effects import (
    ForgetDraft,
    KeepDraft,
    Measure,
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
    Accepted,
    Answered,
    Begun,
    Changed,
    Chosen,
    Complained,
    Deed,
    Dragged,
    Event,
    Kept,
    Measured,
    Noted,
    Placed,
    Pressed,
    Recalled,
    Refused,
    Rejected,
    Sought,
    Suggested,
    TakenUp,
    Typed,
    Withdrawn,
    Written,
)
from annotate.capture.model.marks import Marks, add_marks, change_marks, cut_marks, redo, undo
from annotate.capture.model.stages import Ended, Marking, Saved
from annotate.capture.model.view import view_of
from annotate.markup.html_facts import parse_language
from cetr.console import InputError
from cetr.document import Span, split_words, subtract_spans

LOCAL = ("preview", "help", "collapse", "language", "focus", "reject", "other")
"""Commands that concern the toolbar alone."""


def answer(marking: Marking, event: Event) -> Step:
    """The stage after an event, and what is to be done, in this order."""
    match event:
        case Placed():
            return replace(marking, place=event.place), ()
        case Pressed() | Dragged() | Typed() | Rejected() | Noted() | Accepted() | Complained():
            after, effects = _follow(marking, event)
            return after, (*effects, Then(Answered()))
        case Answered():
            return marking, (KeepDraft(marking) if _is_begun(marking) else Show(view_of(marking)),)
        case Kept():
            after = marking.say(f"there is no draft of this: {event.problem}", "bad") if event.problem else marking
            return after, (Show(view_of(after)),)
        case Begun():
            wanted = marking.task.select if not marking.marks.spans else ()
            if wanted:
                return marking, (Select(wanted, marking.task.drop), Then(Changed()))
            suggest = marking.task.suggest and not marking.marks.spans
            return marking, (*((Suggest(sure=True),) if suggest else ()), Then(Changed()))
        case Sought():
            return marking, (Select(event.select, event.drop), Then(Changed()))
        case Changed():
            return marking, (Show(view_of(marking)),)
        case Chosen():
            return _mark(marking, change_marks(marking.marks, event.spans))
        case Measured():
            return _take_over(marking, event), ()
        case Recalled():
            return _recall(marking, event)
        case TakenUp():
            return _take_up(marking, event.recalled), ()
        case Suggested():
            return _propose(marking, event), ()
        case Refused():
            return marking.say(event.reason, "bad"), ()
        case Written():
            done = marking.say(_tell_end(marking, event.saved), "good")
            return Ended(event.saved, done), (Show(view_of(done)), ForgetDraft())
        case Withdrawn():
            return replace(marking, saved=None).say("no longer saved; what is marked is kept as a draft", "good"), ()
    return marking, ()


def _follow(marking: Marking, deed: Deed) -> Step:
    """What a person did."""
    match deed:
        case Pressed():
            return _obey(marking, deed.command)
        case Dragged():
            change = add_marks if deed.mode == "add" else cut_marks
            return _mark(marking, change(marking.marks, deed.spans, marking.length))
        case Typed():
            return _name_language(marking, deed.language), ()
        case Rejected():
            return (marking, (Save(marking, deed.reason),)) if deed.reason else (marking.say("say why", "bad"), ())
        case Noted():
            return replace(marking, note=deed.note), ()
        case Placed():
            return replace(marking, place=deed.place), ()
        case Accepted():
            return _accept(marking, [span for span in marking.proposed if span[0] <= deed.at < span[1]])
        case Complained():
            return marking.say(deed.reason, "bad"), ()


def _obey(marking: Marking, command: str) -> Step:
    match command:
        case "add" | "cut":
            return replace(marking, mode=command, message="", tone=""), ()
        case "pick":
            return replace(marking, picking=not marking.picking), ()
        case "escape":
            return replace(marking, picking=False, mode="add"), ()
        case "undo":
            return _mark(marking, undo(marking.marks))
        case "redo":
            return _mark(marking, redo(marking.marks))
        case "clear":
            return _mark(replace(marking, proposed=()), change_marks(marking.marks, ()))
        case "suggest" if marking.proposed:
            return _accept(marking, marking.proposed)
        case "suggest":
            return marking, (Suggest(),)
        case "accept":
            return _accept_here(marking)
        case "following" | "preceding":
            return _go(marking, forward=command == "following")
        case "multiple":
            return replace(marking, multiple=not marking.multiple), ()
        case "fragmented":
            return replace(marking, overruled=not marking.fragmented), ()
        case "save" if marking.marks.spans:
            return marking, (Save(marking),)
        case "save" if marking.proposed and marking.asked:  # what was asked for, and is seen
            after, effects = _accept(marking, marking.proposed)
            return after, (*effects, Then(Pressed("save")))
        case "save":
            return marking.say("nothing is marked", "bad"), ()
        case "empty" if not marking.marks.spans:
            return marking, (Save(marking),)
        case "empty":
            return marking.say("something is marked: clear it first", "bad"), ()
        case "back" | "later" | "withdraw":
            return _turn(marking, command)
        case "leave":
            return Ended(command, marking), ()
        case _ if command in LOCAL:
            return marking, (RunLocally(command),)
    return marking, ()


def _tell_end(marking: Marking, saved: Saved) -> str:
    """What is said between a save and the next page's toolbar."""
    task = marking.task
    parts = ("rejected" if saved.rejected else "saved", task.progress.replace("/", " of "))
    opening = f"opening {task.following}" if task.following else ""
    return ", ".join(part for part in (*parts, opening) if part)


def _turn(marking: Marking, command: Literal["back", "later", "withdraw"]) -> Step:
    """To another page, or back to before this one was saved."""
    match command:
        case "back" if marking.saved is not None:  # as it is saved
            return Ended(marking.saved, marking), ()
        case "back" if not marking.task.previous:
            return marking.say("there is no page to go back to", "bad"), ()
        case "later" if marking.saved is not None:
            return marking.say("it is saved: take that back first", "bad"), ()
        case "back" | "later":
            return Ended(command, marking), ()
        case "withdraw" if marking.saved is not None:
            return marking, (Withdraw(marking.saved),)
        case "withdraw":
            return marking.say("it is not saved; go back to one that is", "bad"), ()


def _name_language(marking: Marking, label: str) -> Marking:
    try:
        known = replace(marking, language=label and parse_language(label))
    except InputError as error:
        return marking.say(str(error), "bad")
    return known.say("") if known.tone == "bad" else known


def _mark(marking: Marking, marks: Marks) -> Step:
    """Other marks are measured before they are taken over."""
    if marks.spans != marking.marks.spans:
        return marking, (Measure(marks),)
    return replace(marking, marks=marks).say("nothing changed"), ()


def _take_over(marking: Marking, measured: Measured) -> Marking:
    words = len(split_words(measured.text))
    gained = words - marking.words
    if gained:
        said = f"{gained:+,} {'word' if abs(gained) == 1 else 'words'}"
    else:
        said = "" if measured.marks.spans != marking.marks.spans else "nothing changed"
    after = replace(
        marking,
        marks=measured.marks,
        text=measured.text,
        markdown=measured.markdown,
        words=words,
        interrupted=measured.interrupted,
        reordered=measured.reordered,
        proposed=subtract_spans(marking.proposed, measured.marks.spans),
    )
    return after.say(said)


def _recall(marking: Marking, recalled: Recalled) -> Step:
    draft = recalled.draft
    known = replace(
        marking,
        language=draft.language or marking.language,
        multiple=draft.multiple or marking.multiple,
        note=draft.note or marking.note,
        since=min(marking.since, recalled.since),
    )
    after, effects = _mark(known, change_marks(known.marks, recalled.spans))
    return after, (*effects, Then(TakenUp(recalled)))


def _take_up(marking: Marking, recalled: Recalled) -> Marking:
    draft, parts = recalled.draft, len(recalled.draft.spans)
    lost = parts - len(recalled.spans)
    if lost > 0:
        return marking.say(f"{recalled.said}; {lost} of {parts} parts are no longer on the page", "bad")
    if lost == 0 and draft.fragmented not in (None, marking.fragmented):
        marking = replace(marking, overruled=draft.fragmented)
    return marking.say(recalled.said, "good") if recalled.spans else marking


def _propose(marking: Marking, suggested: Suggested) -> Marking:
    if not suggested.spans:
        return marking.say(f"{suggested.method} finds nothing here", "bad")
    proposed = subtract_spans(suggested.spans, marking.marks.spans)
    if not proposed:
        return marking.say(f"all that {suggested.method} suggests is marked")
    said = f"suggested by {suggested.method}: take it all, or click what is right"
    return replace(marking, proposed=proposed, asked=suggested.asked).say(said)


def _accept(marking: Marking, spans: Sequence[Span]) -> Step:
    if not spans:
        return marking.say("nothing is suggested here", "bad"), ()
    return _mark(marking, add_marks(marking.marks, spans, marking.length))


def _accept_here(marking: Marking) -> Step:
    """Take the suggested part that was gone to, or else the next one, and go on."""
    if not marking.proposed:
        return marking.say("nothing is suggested", "bad"), ()
    at = marking.here[0] if marking.here else 0
    part = next((span for span in marking.proposed if span[1] > at), marking.proposed[0])
    left = [span for span in marking.proposed if span != part]
    following = next((span for span in left if span[0] > part[0]), None)
    after, effects = _accept(replace(marking, here=following or part), (part,))
    return after, (*effects, *((ScrollTo(following),) if following else ()))


def _go(marking: Marking, *, forward: bool) -> Step:
    """To the next part that is marked or suggested, or the one before; round at the ends."""
    parts = sorted((*marking.marks.spans, *marking.proposed))
    if not parts:
        return marking.say("nothing is marked", "bad"), ()
    at = marking.here or (-1, -1)
    if forward:
        part = next((span for span in parts if span > at), parts[0])
    else:
        part = next((span for span in reversed(parts) if span < at), parts[-1])
    said = f"part {parts.index(part) + 1} of {len(parts)}{', suggested' if part in marking.proposed else ''}"
    return replace(marking, here=part).say(said), (ScrollTo(part),)


def _is_begun(marking: Marking) -> bool:
    marks = marking.marks
    return bool(marks.spans or marks.past or marks.future or marking.note)
