"""Markup, pages and spans of any shape."""

from __future__ import annotations

from hypothesis import strategies as st

MARKUP = st.text(alphabet="<>/!-= \n\"'&;apbr\u4e2d\U0001f600x#1", max_size=80) | st.lists(
    st.sampled_from(
        [
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<!--",
            "-->",
            "<script>",
            "</script>",
            "a b",
            "&amp;",
            "&#x4e2d;",
            "\u0e01",
            "&shy;",
            "x\u200b",
            "\u200c",
            "<br",
            ">",
            " ",
            "\r\n",
        ]
    ),
    max_size=20,
).map("".join)
SPANS = st.lists(st.tuples(st.integers(-5, 90), st.integers(-5, 90)), max_size=8)

FRAGMENTS = "<p>|</p>|<b>|</b>|one two|three |\n|&nbsp;|&amp;x|<pre>|</pre>|<td>|***|<br>|<a href='x'>| |日本語"
HIDDEN = ["<script>var a</script>", "<!-- c -->", "<noscript>n</noscript>"]
fragments = st.sampled_from([*FRAGMENTS.split("|"), *HIDDEN])
pages = st.lists(fragments, max_size=60).map("".join)
