"""The sites of a data set that have several pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cetr.metadata import read_metadata
from cetr.site import find_host
from training.datasets import DatasetPage


def group_by_host(pages: Iterable[DatasetPage], most: int | None = None) -> dict[str, list[DatasetPage]]:
    """Group pages by host, in its order: the first ``most`` of each host that has two or more.

    If the data set does not know a page's address, its canonical link counts.
    """
    sites: dict[str, list[DatasetPage]] = defaultdict(list)
    for page in pages:
        if host := find_host(page.url or _find_url(page.html)):
            sites[host].append(page)
    return {host: found[:most] for host, found in sorted(sites.items()) if len(found) > 1}


def _find_url(html: str) -> str:
    fact = read_metadata(html).get("canonical_url")
    return fact.value if fact else ""
