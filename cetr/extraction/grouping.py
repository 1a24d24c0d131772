"""Which site a page is of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cetr.document import read_field, read_metadata_file
from cetr.extraction.addresses import find_url
from cetr.site import FIND_SITE
from cetr.sources import SourcePage, is_rows


@dataclass(frozen=True)
class Grouping:
    """What a site is: the ``host`` or the ``domain`` of a URL, or a ``field`` of the JSON beside a page, or of its row.

    ``memory`` is the file that stores what is known about the sites.
    """

    by: str = "host"
    field: str = ""
    memory: Path | None = None

    def __str__(self) -> str:
        """Write it as rows do, after the method."""
        if self.field:
            return f"+site-key={self.field}"
        return "+site" if self.by == "host" else f"+site-of={self.by}"

    def find_site(self, page: SourcePage) -> str:
        """Find the site of a page; empty if it is unknown."""
        if self.field and is_rows(page.source):
            return page.named_site
        if self.field:
            return read_field(read_metadata_file(Path(page.source)), self.field)
        return FIND_SITE[self.by](find_url(page) or "")
