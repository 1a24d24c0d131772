"""That `benchmarks.standoff` knows what is content in the pages that it edits."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from benchmarks.standoff import edit_page, score_words
from cetr.document import derive_text, find_true, normalize_spans
from tests.documents import find_spans

PAGE = "<ul><li>Home</li></ul><p>The quick fox jumps.</p><script>var a = 1</script>"
NEW = "Six other words of another page."


@pytest.mark.parametrize(
    ("what", "text", "content"),
    [
        (0, "", ""),
        (1, "Home\nThe other fox of", "The other fox of"),
        (2, f"Home {NEW}\nThe quick fox jumps. {NEW}", f"The quick fox jumps. {NEW}"),
        (3, f"Home\n{NEW}\nThe quick fox jumps.\n{NEW}", "The quick fox jumps."),
    ],
)
def test_each_edit_keeps_account_of_the_content(what: int, text: str, content: str) -> None:
    """Deleted, changed and longer text is content if it was; a box never is, and scripts are not touched."""
    random = cast("np.random.Generator", _Decided(what))
    version = edit_page(PAGE, find_spans(PAGE, "The quick fox jumps."), 1.0, [NEW], random)
    gold = normalize_spans([(at, at + 1) for at in find_true(version.gold).tolist()], len(version.html))
    assert derive_text(version.html, ((0, len(version.html)),)) == text
    assert derive_text(version.html, gold) == content
    assert "<script>var a = 1</script>" in version.html


class _Decided:
    """Chance that always decides for one edit, and for the first sentence."""

    def __init__(self, what: int) -> None:
        self.what = what

    def random(self) -> float:
        """Edit."""
        return 0.0

    def integers(self, most: int) -> int:
        """The edit, of four; else the first."""
        return self.what if most == 4 else 0


def test_f1_of_words() -> None:
    """Half of what is marked is right, and all of what is wanted; nothing wanted and nothing found is right."""
    one, both, none = (np.array(flags) for flags in ([True, False], [True, True], [False, False]))
    assert (score_words(both, one), score_words(none, none), score_words(one, none)) == (2 / 3, 1.0, 0.0)
