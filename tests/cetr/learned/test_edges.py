"""The edges of what `learned` takes: signs beside the words of its first and last block."""

from __future__ import annotations

import pytest

from cetr.learned import find_blocks
from cetr.learned.predict import join_blocks


@pytest.mark.parametrize(
    ("html", "taken"),
    [
        ("<p>One</p><p>(<a>two</a>).</p><p>Three</p>", "(<a>two</a>)."),
        ("(<p>two</p>)", "two"),
        ("<p>One</p><p><i>“</i><b>two</b><i>”</i> <br>-</p>", "“</i><b>two</b><i>”"),
        ("<p>One</p><p><b>two</b><i>”</i>", "two</b><i>”"),
        ("<p>One</p><p><i>\n\n“ </i><b>two</b><i> ”\n\n</i></p>", "“ </i><b>two</b><i> ”"),
        ("<p>One</p><pre><i>&gt; </i><b>two</b> <i>{</i>\n<i>}</i>\n</pre>", "&gt; </i><b>two</b> <i>{</i>\n<i>}"),
        ("<p>One</p><pre>\n    two\n</pre>", "    two"),
        ("<p>One</p><p>\n    two\n</p>", "two"),
        ("<pre>One\n<br>    two\n</pre>", "    two"),
        ("<p>One</p><p>- <select><option>x</select>two<script>1</script>!</p>", "two"),
    ],
)  # fmt: skip
def test_signs_in_elements_of_their_own_are_taken(html: str, taken: str) -> None:
    """They are taken up to the edges of their block, and code with its indentation."""
    blocks = find_blocks(html)
    chosen = blocks.start == html.index("two")
    assert chosen.sum() == 1
    ((start, end),) = join_blocks(blocks, chosen)
    assert html[start:end] == taken
