"""What the browser says of a page that does not load."""

from __future__ import annotations

import pytest

from annotate.capture.errors import BusyError, CaptureError, SlowError
from annotate.capture.loading import choose_error


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
