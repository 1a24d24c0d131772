"""Errors that tell people what to do."""

from __future__ import annotations


class InputError(ValueError):
    """The input is unreadable or wrong. The message is one line: which file, which field, what to do."""


FAILURE = (Exception, SystemExit)
"""What is the failure of foreign code, such as an extractor, if that raises it: also `sys.exit`, but not Ctrl-C."""

_MOST = 1000
"""How many characters of an error are shown."""


def describe_error(error: BaseException) -> str:
    """Describe in one line an exception of an extractor, which may be anyone's. Our own errors need no type name.

    At most `_MOST` characters, without lone surrogates, which cannot be written to a file.
    """
    try:
        told = str(error)
    except Exception as failure:  # noqa: BLE001  # foreign code
        told = f"(its message cannot be read: {type(failure).__name__})"
    line = " ".join((told if isinstance(error, InputError) else f"{type(error).__name__}: {told}").split())
    shown = line if len(line) <= _MOST else line[: _MOST - 1] + "…"
    return shown.encode("utf-8", "replace").decode("utf-8")
