"""What a document knows of the proposal that its marks are from."""

from __future__ import annotations

import msgspec

from evaluate.package import Meta

KEY = "proposal"
"""The key of a document's ``extra`` under which stands what `Proposal` says of its marks."""

ACTION = "propose"
"""What the journal calls a proposal."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the marks of a draft are from.

    ``expected_f1``, over words, is what the model expects of them; ``pages`` of the site had a voice, ``labelled`` of
    these were finished. ``sure``: the expected F1 is as high as was asked for, and a finished page of the same template
    had a voice. ``sample``: a person is to look at this one before the sure ones are accepted. ``accepted_by`` tells
    who accepted it without looking at it.
    """

    expected_f1: float
    pages: int = 0
    labelled: int = 0
    sure: bool = False
    sample: bool = False
    accepted_by: str | None = None


def read_proposal(meta: Meta) -> Proposal | None:
    """What is known of a document's proposal; None where there is none that can be read."""
    try:
        return msgspec.convert(meta.extra[KEY], Proposal)
    except (KeyError, msgspec.ValidationError):
        return None
