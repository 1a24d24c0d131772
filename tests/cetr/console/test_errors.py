"""Errors in one line."""

from __future__ import annotations

import pytest

from cetr.console import InputError, describe_error


class SpeechlessError(Exception):
    """An exception that cannot tell its message."""

    def __str__(self) -> str:
        raise KeyError


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("a.html: is\n empty"), "a.html: is empty"),
        (ZeroDivisionError(), "ZeroDivisionError:"),
        (RuntimeError("no\tpage \ud800"), "RuntimeError: no page ?"),
        (InputError("x" * 1001), "x" * 999 + "…"),
        (SpeechlessError(), "SpeechlessError: (its message cannot be read: KeyError)"),
    ],
)
def test_an_error_of_any_kind_is_a_short_line(error: Exception, line: str) -> None:
    """Ours stands for itself; another one has its type; white space is one space, and what no file holds is ?."""
    assert describe_error(error) == line
