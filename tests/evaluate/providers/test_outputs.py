"""Answers of services and commands."""

from __future__ import annotations

import pytest

from evaluate.providers.outputs import read_output


@pytest.mark.parametrize("charset", ["zlib", "bz2_codec", "base64", "rot13", "no-such"])
def test_a_charset_that_is_no_encoding_of_text(charset: str) -> None:
    """A service may name any codec of Python; its answer is then UTF-8, as with an unknown one."""
    assert read_output("wörds".encode(), "text", charset) == "wörds"
