"""What the generators of manuals write: code, definitions, formulas, call-outs."""

from __future__ import annotations

import pytest

from cetr.structure import read_blocks, write_markdown


def _markdown(html: str) -> str:
    return write_markdown(read_blocks(html, ((0, len(html)),), url="https://example.org/"))


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ('<pre><code class="language-c line-numbers">int i;</code></pre>', "```c\nint i;\n```"),
        ('<pre><code class="language-visual-basic">Dim i</code></pre>', "```visual-basic\nDim i\n```"),
        ('<div class="cpp source-cpp"><pre class="de1">int i;</pre></div>', "```cpp\nint i;\n```"),
        ('<p><code><a href="/pair">Pair</a></code>', "[`Pair`](https://example.org/pair)"),
        ('<p>a<code> <a href="/pair"> Pair </a></code>b', "a `Pair` b"),
        ('<p>a<code><a href="/pair"> Pair </a></code>b', "a [`Pair`](https://example.org/pair) b"),
    ],
)
def test_code_is_whole_and_keeps_its_language_and_its_link(html: str, markdown: str) -> None:
    """A class for line numbers on the code itself, names with a hyphen, GeSHi's classes, links inside code."""
    assert _markdown(html) == markdown
