"""Errors that people can act on."""

from __future__ import annotations


class InputError(ValueError):
    """Unreadable or wrong input. The message is one line: which file, which field, what to do."""
