"""What a reader would see of an answer."""

from __future__ import annotations

import pytest

from evaluate.outputs import declare, limit_quotes, read_as_text


@pytest.mark.parametrize("markdown", ["> " * 25 + "deep", "\n".join(f"{'  ' * i}- deep" for i in range(25))])
def test_markdown_is_read_however_deep_it_nests(markdown: str) -> None:
    """Quotes of quotes, as in forums, and lists in lists lose no text."""
    assert read_as_text(declare(markdown, "markdown")).split() == ["deep"] * markdown.count("deep")


def test_a_list_in_a_definition_is_no_code() -> None:
    """Otherwise the addresses of its links would count as words."""
    markdown = "Term\n:   Meaning\n\n    - [link](http://example.org/)\n    - *end*\n"
    assert read_as_text(declare(markdown, "markdown")) == "Term\nMeaning\nlink\nend"


@pytest.mark.parametrize("markers", ["> ", ">", "> - ", "> 1. > * ", "[^a]: > : > ~ > "])
def test_quotes_are_deep_or_long(markers: str) -> None:
    """Each level costs a reading of all lines that follow, so that of both there is no end."""
    deep = markers * 150 + "deep\n"
    assert limit_quotes(deep + "y\r\n" * 900) == deep + "y\r\n" * 900
    assert limit_quotes(deep.replace(">", "-") + "> y\n" * 9000) == deep.replace(">", "-") + "> y\n" * 9000
    first, *rest = limit_quotes(deep + "y\r\n" * 9000).split("\n")
    assert (first.count(">"), first[-4:], rest) == (20, "deep", ["y"] * 9000 + [""])
