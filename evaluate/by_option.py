"""The option ``--by``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_ABOUT = (
    "Break the figures down by package, length (words on the page), complexity (percentage of these words that are not "
    "main content), main_content (whether there is any), language, page_type, site, fragmented, multiple_articles, or "
    "another key of the metadata, such as extra.topic"
)


def by_option(*, multiple: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option ``--by FIELD``: a field, or None; or a tuple of fields if it may be repeated."""
    return click.option(
        "--by", metavar="FIELD", multiple=multiple, help=f"{_ABOUT}; repeatable." if multiple else f"{_ABOUT}."
    )
