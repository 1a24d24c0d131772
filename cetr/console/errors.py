"""Errors that tell people what to do."""

from __future__ import annotations


class InputError(ValueError):
    """The input is unreadable or wrong. The message is one line: which file, which field, what to do."""


def describe_error(error: BaseException) -> str:
    """Describe in one line an exception of an extractor, which may be anyone's. Our own errors need no type name.

    At most 500 characters, without lone surrogates, which cannot be written to a file.
    """
    message = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
    return " ".join(message.split())[:500].encode("utf-8", "replace").decode("utf-8")
