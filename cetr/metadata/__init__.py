"""What a page says about itself: title, author, dates and more, each with its source. See docs/structure.md.

Statements are read (`reading`, `elements`, `linkeddata`), one is chosen for each field (`facts`), and the facts can
stand above Markdown (`frontmatter`). What no statement says may stand in lines near the content (`bylines`, `authors`),
where people write days (`dates`, `months`) in many ways. The text itself shows its language (`languages`).
"""

from __future__ import annotations

from cetr.metadata.facts import FIELDS, Fact
from cetr.metadata.frontmatter import write_front_matter
from cetr.metadata.languages import are_alike, guess_language, lacks_script
from cetr.metadata.reading import read_metadata

__all__ = [
    "FIELDS",
    "Fact",
    "are_alike",
    "guess_language",
    "lacks_script",
    "read_metadata",
    "write_front_matter",
]
