"""Markup of any shape, of the tags that matter to blocks."""

from __future__ import annotations

from hypothesis import strategies as st

MARKUP = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<div class='a b1'>", "</div>", "<li>", "<ul>", "</ul>", "<td>", "<tr>", "<table>", "</table>",
         "<a href=x>", "</a>", "<br>", "<!-- c -->", "<script>x<y</script>", "<style>p{}</style>", "one two. ",
         "中文，字。", "&nbsp;", "&#20013;", "&amp", " ", "\n", "<b>", "</b>", "<select><option>", "</select>", "<h1>",
         "</h1>", "<title>", "</title>", "<x-y>", "<", ">", "\x00", "é", "\U0001f600", "12:30", "$5"]
    ),
    max_size=40,
).map("".join)  # fmt: skip
