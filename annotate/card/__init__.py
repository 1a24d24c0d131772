"""``annotate card``: the dataset card of a package, in the form of Hugging Face."""

from __future__ import annotations

from annotate.card.card import make_card
from annotate.card.facts import Facts, collect_facts

__all__ = ["Facts", "collect_facts", "make_card"]
