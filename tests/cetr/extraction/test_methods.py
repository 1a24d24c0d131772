"""What may be the method of `cetr.extract` and `cetr.read`, and the errors that name what may not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import cetr
from cetr.document import Spans, content_spans, content_text
from cetr.site import Sites
from tests.cetr.site.pages import ABOUT, write_article

HTML = "<nav>Home</nav><p>One <b>two</b>"
TWO = (22, 32)
URL = "https://example.org/d/"


@pytest.mark.parametrize(
    ("returned", "text", "spans"),
    [((TWO,), "two", (TWO,)), ([TWO], "two", (TWO,)), ("One two", "One two", ((18, 28),)), (None, "", ())],
)
def test_a_function_is_a_method(returned: object, text: str, spans: Spans) -> None:
    """Its answer takes every form, whatever an extractor may return."""
    assert cetr.extract(HTML, lambda html: returned) == text
    found = cetr.read(HTML.encode(), lambda html: returned)
    assert (found.text, found.spans, found.expected_f1) == (text, spans, None)


@pytest.mark.parametrize("span", [(-1, 3), (3, 33), (4, 3)])
def test_a_span_that_is_not_in_the_page_is_refused(span: tuple[int, int]) -> None:
    """As in `evaluate`: to clip it would hide a method that does not count in code points."""
    message = f"the span [{span[0]}, {span[1]}) is not in the page, which has 32 characters"
    for call in (cetr.extract, cetr.read):
        with pytest.raises(cetr.InputError, match=f"^{re.escape(f'<lambda>: {message}')}$"):
            call(HTML, lambda html: [span])
    for convert in (content_text, content_spans):
        with pytest.raises(cetr.InputError, match=f"^{re.escape(message)}$"):
            convert(HTML, (span,))


def test_no_content_has_every_form() -> None:
    """None of an extractor is no content wherever an answer is turned into text or spans, as in the proxy."""
    assert (content_text(HTML, None), content_spans(HTML, None)) == ("", ())


def test_a_memory_of_sites_is_a_method() -> None:
    """Its pages help, and it says what F1 it expects."""
    sites = Sites()
    for seed in "abcd":
        sites.observe(write_article(seed), URL + seed)
    page = write_article("e")
    alone, found = cetr.read(page, url=URL), cetr.read(page.encode(), sites.suggest, url=URL)
    assert ABOUT in alone.text and ABOUT not in found.text
    suggested = sites.suggest(page, URL)
    assert (found.spans, found.expected_f1) == (suggested.spans, suggested.expected_f1)
    assert cetr.extract(page, sites.extract, url=URL) == found.text


def test_options_may_stand_in_the_name() -> None:
    """As on the command line; those given as keywords count."""
    assert cetr.extract(HTML, "cetr@k=1") == cetr.extract(HTML, "cetr", k=1)
    with pytest.raises(cetr.InputError, match=r"^cetr: k: 0 is not"):
        cetr.extract(HTML, "cetr@k=1", k=0)


@pytest.mark.parametrize("url", [None, ""])
def test_an_unknown_address_is_none_or_empty(url: str | None) -> None:
    """As rows of a table have it, and a function that wants the address gets an empty one."""
    assert cetr.extract("<p><a href=x>One", "plain", url=url, format="markdown") == "[One](x)"
    assert cetr.extract(HTML, lambda html, url: f"<{url}>", url=url) == "<>"


@pytest.mark.parametrize("call", [cetr.extract, cetr.read])
@pytest.mark.parametrize(
    ("method", "given", "message"),
    [
        (
            "learned",
            {"modle": ""},
            "learned: 'modle' is not one of its options; did you mean 'model'? (available: model)",
        ),
        ("cetr", {"formt": "html"}, "cetr: 'formt' is not one of its options (available: k, radius, wrap, seed)"),
        ("plain", {"k": 3}, "plain: 'k' is not one of its options; it has none"),
        (len, {"k": 3}, "len: 'k' is not one of its options; it has none"),
        (len, {}, "len: returned int, not text or spans"),
        (lambda html: [1, 2], {}, "<lambda>: returned a list, but not of spans, pairs of numbers"),
        (lambda html: ((0, "x"),), {}, "<lambda>: returned a tuple, but not of spans, pairs of numbers"),
        (None, {}, "method: is NoneType, not a name or a function"),
        ("plain", {"url": 3}, "url: is int, not str; pass None if the URL is not known"),
    ],
)
def test_what_is_not_taken_is_named(
    call: Callable[..., object], method: object, given: dict[str, object], message: str
) -> None:
    """An option, a method, an answer or an address of the wrong kind."""
    with pytest.raises(TypeError) as raised:
        call("<p>a", method, **given)
    assert str(raised.value) == message


def test_a_function_that_takes_any_keyword_gets_it() -> None:
    """Only the function knows its options then."""
    assert cetr.extract("<p>a", lambda html, **options: str(options), k=3) == "{'k': 3}"


@pytest.mark.parametrize(
    ("page", "kind", "advice"),
    [
        (None, "NoneType", "leave out missing pages"),
        (float("nan"), "float", "leave out missing pages"),
        (Path("a.html"), "PosixPath", "pass what the file holds, not its path"),
    ],
)
def test_what_is_no_page_is_told_what_to_do(page: object, kind: str, advice: str) -> None:
    """A column with gaps, as pandas reads it, or a path."""
    with pytest.raises(TypeError) as raised:
        cetr.extract(page)  # type: ignore[arg-type]
    assert str(raised.value) == f"html: is {kind}, not str or bytes; {advice}"
