"""What a page says about itself: title, author, dates and more, each with its source. See docs/structure.md.

Statements are read (`reading`, `elements`, `linkeddata`), one is chosen for each field (`facts`), and the facts can
stand above Markdown (`frontmatter`). What no statement says may stand in lines near the content (`bylines`, `authors`),
where people write days (`dates`, `months`) in many ways.
"""

from __future__ import annotations

from cetr.metadata.facts import FIELDS, Fact
from cetr.metadata.frontmatter import write_front_matter
from cetr.metadata.reading import read_metadata

__all__ = ["FIELDS", "Fact", "read_metadata", "write_front_matter"]
