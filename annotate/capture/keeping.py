"""Carry out the effects of a session on disk: drafts and documents."""

from __future__ import annotations

from dataclasses import replace

from annotate.capture.draft import read_draft, recall_gold, relocate, write_draft
from annotate.capture.model import Event, Marking, Saved, events
from annotate.capture.model.draft import Draft
from annotate.capture.open_page import OpenPage
from annotate.capture.save import Choice, check_document, ensure_package, look_up, save_document, withdraw_document
from annotate.team.annotator import default_annotator
from cetr.console import InputError
from cetr.document import derive_text
from evaluate.package import read_document, read_meta

# --- drafts


def recall(page: OpenPage, name: str | None) -> Event | None:
    """Find the marks of an earlier session, or those of the document to correct; None if there are none."""
    frozen = page.find_frozen()
    if (draft := read_draft(page.folder, frozen.url)) is not None:
        said = "continued where you left off"
    elif name is not None:
        undecided = read_meta(page.folder, name).status == "draft"
        draft = recall_gold(page.folder, name)
        said = "this is a draft; correct it" if undecided else "this is what is saved; you can correct it"
    else:
        return None
    return events.Recalled(draft, relocate(draft, frozen.html), page.clock() - draft.seconds, said)


def keep_draft(page: OpenPage, marking: Marking) -> Event:
    """Write the marks to the page's draft."""
    frozen, spans, optional = page.find_frozen(), marking.marks.spans, marking.marks.optional
    draft = Draft(
        url=frozen.url,
        spans=spans,
        texts=tuple(derive_text(frozen.html, (span,)) for span in spans),
        optional=optional,
        optional_texts=tuple(derive_text(frozen.html, (span,)) for span in optional),
        language=marking.language,
        named=marking.named,
        multiple=marking.multiple,
        fragmented=marking.overruled,
        seconds=page.clock() - marking.since,
        note=marking.note,
        method=marking.accepted.method if marking.accepted else "",
        suggested=marking.accepted.spans if marking.accepted else (),
    )
    try:
        ensure_package(page.folder)
        write_draft(page.folder, draft)
    except (OSError, InputError) as error:  # for example a full disk; the marks are still on the page
        return events.Kept(str(error.strerror if isinstance(error, OSError) else error))
    return events.Kept()


# --- saving


def save(page: OpenPage, marking: Marking, reject: str) -> Event:
    """Save a document if it passes the check."""
    frozen, settings, spans = page.find_frozen(), page.settings, marking.marks.spans
    choice = Choice(
        spans=spans,
        optional=marking.marks.optional,
        language=marking.language if marking.named else "",
        multiple_articles=marking.multiple,
        fragmented=marking.fragmented,
        page_type=settings.page_type,
        annotator=settings.annotator or default_annotator(),
        seconds=page.clock() - marking.since,
        requested=page.task.url,
        rejected=reject,
        note=marking.note,
        suggestion=marking.accepted,
    )
    name = page.task.name if marking.saved is None else marking.saved.name
    try:
        checked = check_document(frozen, choice, look_up(page.tab.world, spans))
        if marking.saved is None:
            page.replaced = None if name is None else read_document(page.folder, name)
        saved = save_document(page.folder, checked, name)
    except InputError as error:
        return events.Refused(str(error))
    drawn = not settings.screenshot or frozen.screenshot is not None
    missing = (*frozen.left_out, *(() if drawn else ("picture",)))
    return events.Written(replace(saved, missing=missing))


def withdraw(page: OpenPage, saved: Saved) -> Event:
    """Withdraw a saved document, which restores the package as it was."""
    if page.replaced is not None and page.replaced.name != saved.name:
        return events.Refused(f"it replaced {page.replaced.name}, which is gone: correct this one")
    try:
        withdraw_document(page.folder, saved.name, page.replaced, page.settings.annotator or default_annotator())
    except InputError as error:
        return events.Refused(str(error))
    return events.Withdrawn()
