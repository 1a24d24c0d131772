"""Classes of documents by what is counted in their pages: by length, and by complexity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cetr.document import locate_words, mark_inside, split_words
from evaluate.package import Document

SHORTEST = 125
"""A page with fewer words is in the first class of lengths. Each further class is twice as wide."""


def length_class(words: int) -> str:
    """Return the class of a page by the words of its text, by doubling: '0-124', '125-249', '250-499', ..."""
    least, most = 0, SHORTEST
    while words >= most:
        least, most = most, 2 * most
    return f"{least}-{most - 1}"


def measure_complexity(document: Document) -> float:
    """Measure the share, 0 to 1, of a page's words that are not main content, apart from optional ones.

    This is the "page complexity" of Bevendorff and others (2023). It is 0 for a page without words, and if the gold has
    more words than the page.
    """
    located = locate_words(document.html)
    words = len(located.words) - int(mark_inside(located.start, document.meta.optional).sum())
    return max(0.0, 1 - len(split_words(document.text)) / words) if words else 0.0


def complexity_class(complexity: float) -> str:
    """Return the class of a page by its complexity in percent: '0-24', '25-49', '50-74' or '75-100'."""
    least = min(75, 25 * int(4 * complexity))
    return f"{least}-{100 if least == 75 else least + 24}"


def _find_length(document: Document) -> str:
    return length_class(len(locate_words(document.html).words))


CLASSES: Mapping[str, Callable[[Document], str]] = {
    "length": _find_length,
    "complexity": lambda document: complexity_class(measure_complexity(document)),
}
"""How to find the class of a document, by the names of the fields."""


def order_values(field: str, values: Iterable[str]) -> list[str]:
    """Sort the values of a field: classes with the least numbers first, others by name."""
    return sorted(values, key=lambda value: int(value.partition("-")[0])) if field in CLASSES else sorted(values)
