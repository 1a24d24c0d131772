"""Processes of our own, and how they end."""

from __future__ import annotations

import pytest

from cetr.console import describe_end


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (3, "ended with exit code 3"),
        (-11, "was ended by SIGSEGV"),
        (-9, "was ended by SIGKILL (perhaps out of memory)"),
        (-40, "was ended by signal 40"),
    ],
)
def test_an_end_is_told_by_its_exit_code(code: int, said: str) -> None:
    """A signal is named or, if it has no name, numbered."""
    assert describe_end(code) == said
