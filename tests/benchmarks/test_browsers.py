"""What `benchmarks.reliability` holds against a command whose browser was killed."""

from __future__ import annotations

import pytest

from benchmarks.reliability.browsers import find_misstatements


@pytest.mark.parametrize(
    ("code", "said", "wrong"),
    [
        (0, "", []),
        (3, "annotate: the browser has ended", []),
        (2, "annotate: /b: does not start: it ends at once", []),
        (1, "annotate: the browser has ended", ["exit code 1: annotate: the browser has ended"]),
        (3, "annotate: x", ["exit code 3, and no word of the browser: annotate: x"]),
        (2, "internal error: the browser has ended", ["says 'internal error'"]),
    ],
)
def test_a_command_says_that_its_browser_has_ended(code: int, said: str, wrong: list[str]) -> None:
    """In one line for people, with an exit code for what came or did not."""
    assert find_misstatements(code, said) == wrong
