"""What strangers nest without end is an error of one line."""

from __future__ import annotations

from typing import Any

import pytest

from cetr.console import InputError
from evaluate.parsing import parse_json, parse_toml


@pytest.mark.parametrize("depth", [100_000, 1_000_000])
def test_nesting_is_bounded(depth: int) -> None:
    """The parsers stop at some depth, whatever follows, and people are told what that means."""
    with pytest.raises(InputError, match=r"^a\.json: is nested too deeply$"):
        parse_json(b'{"a": ' * depth + b"1" + b"}" * depth, Any, "a.json")
    with pytest.raises(InputError, match=r"^a\.toml: is nested too deeply$"):
        parse_toml(b"a = " + b"[" * depth + b"]" * depth, Any, "a.toml")
