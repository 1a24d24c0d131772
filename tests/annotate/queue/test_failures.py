"""The list of the pages that failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.cli import annotate
from annotate.queue.failures import report_failures
from cetr.console import mask_passwords, run


@pytest.mark.parametrize("password", ["secret", "se:cr@et", "%73ecret"])
def test_passwords_are_masked(tmp_path: Path, password: str) -> None:
    """In the URL and in the reason; the name is kept, so that one knows which to add."""
    url = f"https://me:{password}@a.example/page?x=b:c@d"
    report_failures(None, tmp_path / "failed", [(url, f"{url}: is busy")], 1)
    masked = "https://me:***@a.example/page?x=b:c@d"
    assert (tmp_path / "failed").read_text() == f"{masked}\t{masked}: is busy\n"


@pytest.mark.parametrize("password", ["se/cret", "se:c/r@et", "a?b#c"])
def test_a_password_is_masked_that_makes_a_url_invalid(password: str) -> None:
    """With an unescaped slash, there is no telling where it ends: it is masked up to the last "@"."""
    masked = "http://me:***@a.example/page: is not a URL"
    assert mask_passwords(f"http://me:{password}@a.example/page: is not a URL") == masked


def test_what_has_no_password_stays() -> None:
    """A time, a mail address and a port are not passwords."""
    text = "at 10:30 to me@a.example, see http://a.example:80/@b:c@d, http://a.example:/@b and http://[::1]:80/@b"
    assert mask_passwords(text) == text


def test_no_password_reaches_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever goes wrong with the page."""
    assert run(annotate, ["next", "https://me:secret@a.example/"]) == 2
    assert "secret" not in capsys.readouterr().err
