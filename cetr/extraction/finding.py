"""Find the content of a page by a method: a registered extractor, or anybody's function."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from cetr.console import InputError, disarm, list_facts, refuse_unknown
from cetr.document import Spans, check_spans
from cetr.methods import load_method, read_method

_log = logging.getLogger(__name__)

Method = str | Callable[..., object]
"""The name of a registered extractor, perhaps with options, or a function from HTML to text or spans."""


def find_content(
    html: str, method: Method, url: str, options: Mapping[str, object]
) -> tuple[Spans | str, float | None]:
    """Find a page's content, spans or text, and the F1 that `learned` expects of it; None for other methods.

    A method that takes the page's URL gets it. Raises `InputError` and `TypeError` as `cetr.extract` does.
    """
    function, name, options = _find_function(method, options)
    if "url" in list_facts(function):
        options = {**options, "url": url}
    found, expected_f1 = _check_found(name, function(html, **options), html)
    _log_found(name, html, found, url)
    return found, expected_f1


def _find_function(
    method: Method, options: Mapping[str, object]
) -> tuple[Callable[..., object], str, Mapping[str, object]]:
    """Find a function, its name and its options. That of `learned` also says what F1 it expects."""
    if not isinstance(method, str):
        if not callable(method):
            raise TypeError(f"method: is {type(method).__name__}, not a name or a function")
        name = getattr(method, "__name__", type(method).__name__)
        refuse_unknown(name, method, options)
        return method, name, options
    name, written = read_method(method)
    function: Callable[..., object] = load_method(name)
    refuse_unknown(name, function, options)
    if name.partition(":")[0] == "learned":
        from cetr.site import suggest_page

        written, function = {"model": name.partition(":")[2], **written}, suggest_page
    return function, name, {**written, **options}


def _check_found(name: str, found: object, html: str) -> tuple[Spans | str, float | None]:
    """Check what anyone's function returned, and part the spans of a suggestion from its expected F1."""
    if found is None:
        return "", None
    if isinstance(found, str):
        return found, None
    if isinstance(found, tuple | list):
        try:
            return check_spans(found, len(html)), None
        except TypeError:
            raise TypeError(f"{name}: returned a {type(found).__name__}, but not of spans, pairs of numbers") from None
        except InputError as error:
            raise InputError(f"{name}: {error}") from error
    from cetr.learned import Suggestion

    if isinstance(found, Suggestion):
        return found.spans, found.expected_f1
    raise TypeError(f"{name}: returned {type(found).__name__}, not text or spans")


def _log_found(method: str, html: str, found: Spans | str, url: str) -> None:
    page = disarm(url) or "page"
    if not found:
        _log.info("%s: %s found no content in %d characters of HTML", page, method, len(html))
    elif _log.isEnabledFor(logging.DEBUG):
        size = len(found) if isinstance(found, str) else sum(end - start for start, end in found)
        _log.debug("%s: %s found %d characters in %d of HTML", page, method, size, len(html))
