"""Carry out the effects of a session in the browser, on disk, with an extractor."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from annotate.capture.crossing import cross_frames
from annotate.capture.draft import remove_draft
from annotate.capture.errors import CaptureError
from annotate.capture.freeze import freeze
from annotate.capture.keeping import keep_draft, recall, save, withdraw
from annotate.capture.loading import load
from annotate.capture.model import Effect, Event, Gold, View, deeds, effects, events, read_message
from annotate.capture.open_page import OpenPage
from annotate.capture.selection import is_reordered, restrict_spans, select_elements, shows_words, tidy_spans
from annotate.capture.settling import begin_talk, end_talk, settling
from annotate.capture.showing import bring_into_view, fill_panel, show
from annotate.capture.world import FREEZE_KEY
from annotate.markup.interruption import is_interrupted
from annotate.texts.languages import correct_language
from cetr.console import InputError
from cetr.document import derive_text, split_words, subtract_spans

_LOADING = "Loading. Keys take effect once the toolbar is here."
_SAID_AFTER = 1.0
"""After how many seconds a page in front shows that it is still loading. To draw this delays the page by 0.1 s."""
_QUOTED = 2000
"""How many characters of HTML are read for the beginning of a part."""


def perform(page: OpenPage, effect: Effect) -> Event | None:
    """Carry out an effect and return the event it brings, if any. Raises `CaptureError` for `effects.Fail`."""
    match effect:
        case effects.Load():
            return _load(page)
        case effects.Settle():
            _settle(page)
        case effects.Freeze():
            return _freeze(page)
        case effects.LetRun():
            _let_run(page)
        case effects.NameKey():
            page.tab.arrived = page.tab.arrived or page.tab.address
            if page.tab.page.url == page.tab.address:
                page.tab.scrolled = ("", "")  # who goes to the other one from here means it
            page.tab.world.say_over_page(f"The page runs. {FREEZE_KEY} freezes it.")
        case effects.AnswerBanners():
            page.talk = begin_talk(page.tab, page.settings.limits)
        case effects.Fail():
            raise effect.error
        case effects.OpenToolbar():
            _open_toolbar(page, effect.view)
        case effects.Show():
            show(page.tab.world, _take_fields(effect.view))
        case effects.RunLocally():
            page.tab.world.call("runLocally", effect.command)
        case effects.Recall():
            return recall(page, effect.name)
        case effects.Select():
            return _select(page, effect)
        case effects.Suggest():
            return _suggest(page, effect.sure)
        case effects.Cross():
            text = cross_frames(page.tab.world, effect.frame, effect.into, effect.forward)
            return deeds.Announced(text) if text else None
        case effects.MoveEnd():
            return _move_end(page, effect)
        case effects.ScrollTo():
            bring_into_view(page.tab.world, effect.span, effect.line)
        case effects.Quote():
            start, end = effect.span
            text = " ".join(derive_text(page.find_frozen().html[start : min(end, start + _QUOTED)]).split())
            return events.Told(f"“{text[:60].strip()}…”" if len(text) > 60 else f"“{text}”")
        case effects.Measure():
            return _measure(page, effect)
        case effects.FillPanel():
            frozen = page.find_frozen()
            fill_panel(page.tab.world, frozen.html, effect.spans, frozen.url)
        case effects.KeepDraft():
            return keep_draft(page, effect.marking)
        case effects.ForgetDraft():
            remove_draft(page.folder, page.find_frozen().url)
        case effects.Save():
            return save(page, effect.marking, effect.reject)
        case effects.Withdraw():
            return withdraw(page, effect.saved)
        case effects.Then():
            return effect.event
    return None


# --- the page


def _load(page: OpenPage) -> Event:
    if page.ahead is None or page.ahead.frozen is None:
        load(page.tab, page.task.url, page.settings.limits, lambda: page.tab.world.say_over_page(_LOADING))
    page.tab.page.bring_to_front()  # not before there is something to see
    with suppress(PlaywrightError):  # the page is on its way to another one
        # "Back" would lead to the empty tab, which no network can withhold.
        page.tab.world.cdp.send("Page.resetNavigationHistory")
    return events.Loaded(page.clock())


def _settle(page: OpenPage) -> None:
    said_at, said = time.monotonic() + _SAID_AFTER, False
    for seconds in _settling(page):
        if not said and time.monotonic() >= said_at:
            page.tab.world.say_over_page(_LOADING)
            said = True
        page.tab.pause(seconds)


def _settling(page: OpenPage) -> Iterator[float]:
    if page.ahead is not None:
        yield from page.ahead.finishing()
    if page.ahead is None or page.ahead.frozen is None:
        yield from settling(page.tab, page.settings.limits)


def _freeze(page: OpenPage) -> Event:
    settings = page.settings
    frozen = None if page.ahead is None else page.ahead.frozen
    page.ahead = None  # next time it is frozen again
    if page.talk is not None:
        end_talk(page.tab, page.talk)
        page.talk = None
    page.tab.world.say_over_page("")
    try:
        if frozen is None:
            frozen = freeze(page.tab, settings.limits, layout=settings.layout, screenshot=settings.screenshot)
    except CaptureError as error:
        page.tab.world.pass_keys()
        return events.Unfreezable(error)
    page.frozen, page.standing = frozen, page.tab.page.url
    return events.Froze(len(frozen.html), frozen.language, frozen.revealed)


def _let_run(page: OpenPage) -> None:
    world = page.tab.world
    for frame in world.frames:
        world.evaluate("gold.stopMarking(); gold.closeToolbar(); gold.hidePage?.(); gold.frozen = false", frame)
    world.pass_keys()
    world.stop_page(False)
    page.tab.held = False
    page.frozen = None


# --- what is seen


def _open_toolbar(page: OpenPage, view: View) -> None:
    world, keys = page.tab.world, page.settings.keys
    for frame in world.frames:
        world.evaluate("gold.frozen = true", frame)
        world.call("startMarking", keys, frame=frame)
    world.call("openToolbar", _take_fields(view), keys)


def _take_fields(view: View) -> dict[str, Any]:
    """The fields of a view but its text, which the panel asks for when it is open."""
    return asdict(replace(view, text=""))


# --- marks


def _select(page: OpenPage, effect: effects.Select) -> Event:
    frozen = page.find_frozen()
    try:
        return events.Chosen(select_elements(page.tab.world, frozen, effect.select, effect.drop).spans)
    except CaptureError as error:
        return events.Refused(str(error).removeprefix(f"{frozen.url}: "))


def _suggest(page: OpenPage, sure: bool) -> Event | None:
    from annotate.capture.suggest import suggest_spans, suggest_surely

    frozen = page.find_frozen()
    try:
        suggest = suggest_surely if sure else suggest_spans
        found = suggest(frozen, page.folder, page.settings.method)
    except InputError as error:
        return events.Refused(str(error))
    if found is None:
        return None
    spans, method = found
    return events.Suggested(restrict_spans(page.tab.world, spans, len(frozen.html)), method, asked=not sure)


def _measure(page: OpenPage, effect: effects.Measure) -> Event:
    frozen, world = page.find_frozen(), page.tab.world
    length = len(frozen.html)
    spans = tidy_spans(world, effect.marks.spans, length)
    # Both may grow to the ends of a letter that they share.
    optional = subtract_spans(tidy_spans(world, effect.marks.optional, length), spans)
    text = frozen.text.derive(spans)
    return events.Measured(
        replace(effect.marks, gold=Gold(spans, optional)),
        text,
        is_interrupted(spans, optional, partial(shows_words, world, frozen)),
        is_reordered(world, spans),
        len(split_words(derive_text(frozen.html, optional))) if optional else 0,
        correct_language(frozen.language, text),
    )


def _move_end(page: OpenPage, effect: effects.MoveEnd) -> Event | None:
    world = page.tab.world
    for frame in world.frames:
        moved = world.call("moveEnd", effect.part, effect.edge, effect.forward, effect.letter, frame=frame)
        if moved is not None:
            return read_message({"kind": "reshape", "part": effect.part, **moved})
    return None
