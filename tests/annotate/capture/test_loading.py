"""What the browser says of a page that does not load."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from annotate.capture.errors import BusyError, CaptureError, SlowError
from annotate.capture.loading import check_answer, choose_error, load
from annotate.capture.tab import Answer, Limits


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("net::ERR_CONNECTION_TIMED_OUT", SlowError),
        ("net::ERR_TIMED_OUT", SlowError),
        ("net::ERR_ADDRESS_UNREACHABLE", SlowError),
        ("net::ERR_CONNECTION_RESET", BusyError),
        ("net::ERR_CONNECTION_REFUSED", BusyError),
        ("net::ERR_NETWORK_CHANGED", BusyError),
        ("net::ERR_NAME_NOT_RESOLVED", CaptureError),
        ("net::ERR_CERT_DATE_INVALID", CaptureError),
    ],
)
def test_a_site_that_does_not_answer_is_told_from_a_busy_one(said: str, kind: type[CaptureError]) -> None:
    """The former is silent, the latter is tried again; any other failure is for good."""
    assert choose_error(said) is kind


@pytest.mark.parametrize(("stored", "kind"), [(None, SlowError), (object(), BusyError)])
def test_a_stored_page_that_is_slow_says_nothing_of_its_server(stored: Any, kind: type[CaptureError]) -> None:
    """Nobody asked the server, whose other pages are not to be passed over."""
    tab = Mock(stored=stored, broken=False)
    tab.page.goto.side_effect = PlaywrightTimeout("late")
    with pytest.raises(CaptureError, match=r"a\.example/: did not load within 9 s") as caught:
        load(tab, "http://a.example/", Limits(timeout=9, settle=1))
    assert type(caught.value) is kind


@pytest.mark.parametrize(("stored", "kind"), [(None, BusyError), (object(), CaptureError)])
def test_an_answer_that_is_stored_is_not_asked_for_again(stored: Any, kind: type[CaptureError]) -> None:
    """A server may soon be less busy, but a stored error stays one."""
    tab = Mock(stored=stored, answer=Answer("http://a.example/", 503, "Busy", {}, b""))
    with pytest.raises(CaptureError, match=r"a\.example/: the server answers 503 Busy$") as caught:
        check_answer("http://a.example/", tab)
    assert type(caught.value) is kind
