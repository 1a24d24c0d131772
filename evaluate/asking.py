"""Ask an extractor about a document, with the facts that it wants beside the HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cetr.console import FAILURE, InputError, describe_error
from cetr.document import Spans, check_spans, read_layout_file
from evaluate.extractors import Extractor
from evaluate.outputs import Output, as_output, read_as_text, tell_undeclared
from evaluate.package import Document
from evaluate.package.files import HTML
from evaluate.protocols import OtherPage

LONGEST = 4
"""An extractor may return this many times the characters of the page, or a million. More is a failure."""


def select_facts(extractor: Extractor, **facts: Callable[[], object]) -> dict[str, object]:
    """Select the facts that an extractor wants as keywords; each is made only then."""
    return {name: make() for name, make in facts.items() if name in extractor.wants}


def read_facts(document: Document, extractor: Extractor, others: tuple[OtherPage, ...] = ()) -> dict[str, object]:
    """Read the facts that an extractor wants as keywords: 'url', 'document' and 'layout' (None if there is none).

    Also ``others`` of its site as 'site', if there are any.
    """
    site = {"site": others} if others else {}
    return site | select_facts(
        extractor,
        url=lambda: document.meta.url,
        document=lambda: document.name,
        layout=lambda: read_layout_file(document.path(HTML)),
    )


class NotAPredictionError(InputError):
    """The extractor did not return a prediction."""


def check_prediction(value: object, html: str) -> Spans | Output:
    """Return what an extractor returned for a page if it is a prediction; raises `NotAPredictionError` if not.

    None, with which many libraries say that they found nothing, becomes an empty text.
    """
    if value is None:
        return Output("", note="returned None, which counts as an empty text")
    if isinstance(value, str):
        longest = max(1_000_000, LONGEST * len(html))
        if len(value) > longest:
            raise NotAPredictionError(f"returned {len(value)} characters; the limit for this page is {longest}")
        known = as_output(value)
        whole = known.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be written to a file
        made = Output(whole, known.type, seconds=known.seconds, note=known.note, declared=known.declared)
        return made.noting(tell_undeclared(made))
    try:
        if not isinstance(value, list | tuple) or len(value) > len(html):
            raise TypeError
        return check_spans(value, len(html))
    except TypeError:
        raise NotAPredictionError(f"returned {type(value).__name__}, not text or spans") from None
    except InputError as error:
        raise NotAPredictionError(str(error)) from error


class ExtractionError(InputError):
    """An extractor, which may be anyone's code, failed."""


def refuse_site(extractor: Extractor) -> None:
    """Raise `ExtractionError` if an extractor is to get other pages of a site."""
    if extractor.protocol.site:
        raise ExtractionError(
            f"{extractor.name}: only 'evaluate run' can pass other pages of a site; leave out the plus and the rest"
        )


def extract(extractor: Extractor, html: str, facts: Mapping[str, object]) -> Spans | str:
    """Ask an extractor for the main content of a page: spans, or the text that a reader would see.

    Raises `ExtractionError` if it fails in any way.
    """
    if "site" not in facts:
        refuse_site(extractor)
    try:
        found = check_prediction(extractor.extract(html, **facts), html)
        return read_as_text(found) if isinstance(found, Output) else found
    except FAILURE as error:
        raise ExtractionError(describe_error(error)) from error


def ask_extractor(extractor: Extractor, document: Document) -> Spans | str:
    """Ask an extractor for the main content of a document; raises `ExtractionError` as `extract` does."""
    return extract(extractor, document.html, read_facts(document, extractor))
