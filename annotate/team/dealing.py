"""Divide pages among people: evenly by page type and site, some to two people, some with a known answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Card:
    """A page to assign, and the properties by which pages are spread."""

    name: str
    site: str = ""
    page_type: str = ""


def deal(
    cards: Sequence[Card], people: Sequence[str], overlap: float, known: Sequence[Card] = (), share: float = 0.0
) -> dict[str, tuple[str, ...]]:
    """Divide pages among people; returns the names of the pages of each person.

    Each page goes to the person who has fewest, a share ``overlap`` (0 to 1) of them to the two who share fewest.
    Everybody gets the same pages with a ``known`` answer, until these are a ``share`` of a person's pages.
    """
    order = sorted(cards, key=lambda card: (card.page_type, card.site, card.name))
    hands: dict[str, list[str]] = {person: [] for person in people}
    shared: Counter[tuple[str, ...]] = Counter(dict.fromkeys(combinations(people, 2), 0))
    twice = _spread(len(order), round(overlap * len(order))) if shared else frozenset()
    for i, card in enumerate(order):
        if i in twice:
            getting = min(shared, key=lambda pair: (shared[pair], sum(len(hands[person]) for person in pair)))
            shared[getting] += 1
        else:
            getting = (min(people, key=lambda person: len(hands[person])),)
        for person in getting:
            hands[person].append(card.name)
    hidden = sorted(known, key=lambda card: (card.page_type, card.site, card.name))
    largest = max((len(hand) for hand in hands.values()), default=0)
    wanted = min(len(hidden), round(share / (1 - share) * largest)) if share < 1 else len(hidden)
    answers = [hidden[i].name for i in sorted(_spread(len(hidden), wanted))]
    return {person: tuple(sorted((*hand, *answers))) for person, hand in hands.items()}


def _spread(count: int, wanted: int) -> frozenset[int]:
    """Spread so many numbers evenly under ``count``."""
    return frozenset(i * count // wanted for i in range(wanted)) if wanted else frozenset()


def list_free(cards: Sequence[Card], held: Mapping[str, Sequence[str]]) -> list[Card]:
    """Return the pages that nobody has yet."""
    taken = {name for names in held.values() for name in names}
    return [card for card in cards if card.name not in taken]
