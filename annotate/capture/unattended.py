"""Capturing a page by CSS selectors, with no person and no toolbar."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

from annotate.capture.freeze import freeze
from annotate.capture.save import Choice, Saved, check_document, look_up, save_document
from annotate.capture.selection import is_interrupted, select_elements
from annotate.capture.state import Wishes
from annotate.capture.tab import explain_failures, load, open_tab, settle
from annotate.capture.views import attach_views
from cetr.document import derive_text


def capture_page(
    context: BrowserContext,
    folder: Path,
    wishes: Wishes,
    url: str,
    select: Sequence[str],
    drop: Sequence[str] = (),
    *,
    name: str | None = None,
    check: Callable[[str], None] | None = None,
    **choice: Any,
) -> Saved:
    """Capture a page into a package: the visible text of what ``select`` matches, less what ``drop`` matches.

    The document is on disk before layout and picture of the page are: if these fail, it is one without them.

    ``name`` is the document to replace. ``check`` gets the text before it is saved, and raises what is wrong with it.
    ``choice`` are fields of `Choice` that are known better. Raises `CaptureError` if the page cannot be captured, a
    selector to take matches nothing, or nothing visible is left.
    """
    limits = wishes.limits
    tab = open_tab(context, limits, keep_all=wishes.exchange)
    try:
        with explain_failures(url):
            load(tab, url, limits)
            settle(tab, limits)
            frozen = freeze(tab, limits, layout=False, screenshot=False)
            spans = select_elements(tab.world, frozen, select, drop)
            if check is not None:
                check(derive_text(frozen.html, spans))
            made = Choice(
                spans=spans,
                language=wishes.language or frozen.language,
                multiple_articles=wishes.multiple,
                fragmented=is_interrupted(tab.world, spans, len(frozen.html)),
                annotator=wishes.annotator or getpass.getuser(),
                page_type=wishes.page_type,
                requested=url,
            )
            checked = check_document(frozen, replace(made, **choice), look_up(tab.world, spans))
            saved = save_document(folder, checked, name)
            # The page stands still and nothing of ours is in it, so the rest can wait until the document is safe.
            lacks = attach_views(tab, folder, saved.name, layout=wishes.layout, screenshot=wishes.screenshot)
    finally:
        tab.close()
    return replace(saved, lacks=lacks)
