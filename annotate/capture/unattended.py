"""Capture a page by CSS selectors, without a person or a toolbar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

from annotate.capture.errors import CaptureError, explain_failures
from annotate.capture.freeze import freeze
from annotate.capture.loading import load
from annotate.capture.model import Saved
from annotate.capture.opening import open_tab
from annotate.capture.save import Choice, check_document, look_up, save_document
from annotate.capture.selection import Selection, select_elements, shows_words
from annotate.capture.settings import Settings
from annotate.capture.settling import settle
from annotate.capture.views import attach_views
from annotate.markup.interruption import is_interrupted
from annotate.team.annotator import default_annotator


def capture_page(
    context: BrowserContext,
    folder: Path,
    settings: Settings,
    url: str,
    select: Sequence[str],
    drop: Sequence[str] = (),
    *,
    name: str | None = None,
    check: Callable[[str, str], None] | None = None,
    **choice: Any,
) -> Saved:
    """Capture a page into a package: the visible text of what ``select`` matches, without what ``drop`` matches; as a
    draft if there is nothing to select.

    The document is on disk before layout and picture of the page; if these fail, it stays without them. ``name`` is the
    document to replace. ``check`` receives the final URL and the text before they are saved, and raises an error if
    they are wrong. ``choice`` overrides fields of `Choice`. Raises `CaptureError` if the page cannot be captured, a
    selector to take matches nothing, or nothing visible is left.
    """
    limits = settings.limits
    with explain_failures(url):
        tab = open_tab(context, limits, keep_all=settings.exchange, stored=settings.stored)
    tab.allows = settings.allows
    tab.until = time.monotonic() + limits.whole
    try:
        with explain_failures(url):
            load(tab, url, limits)
            settle(tab, limits)
            frozen = freeze(tab, limits, layout=False, screenshot=False)
            selection = select_elements(tab.world, frozen, select, drop) if select else Selection((), ())
            spans = selection.spans
            if check is not None:
                check(frozen.url, frozen.text.derive(spans))
            made = Choice(
                spans=spans,
                language=settings.language,
                multiple_articles=settings.multiple,
                fragmented=is_interrupted(spans, (), partial(shows_words, tab.world, frozen)),
                annotator=(settings.annotator or default_annotator()) if select else None,
                page_type=settings.page_type,
                status="gold" if select else "draft",
                requested=url,
            )
            checked = check_document(frozen, replace(made, **choice), look_up(tab.world, spans))
            saved = save_document(folder, checked, name)
            # The page is frozen and unchanged, so the rest can wait until the document is safe.
            missing = attach_views(tab, folder, saved.name, layout=settings.layout, screenshot=settings.screenshot)
    except CaptureError as error:
        if not tab.overdue:
            raise
        raise CaptureError(f"{url}: took more than {limits.whole:g} s altogether") from error
    finally:
        tab.close()
    return replace(saved, missing=(*frozen.left_out, *missing), idle=selection.idle)
