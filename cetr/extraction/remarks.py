"""What a person should know after an extraction by site."""

from __future__ import annotations

from pathlib import Path

from cetr.console import disarm, name_some
from cetr.extraction.bulk import Counts


def list_remarks(counts: Counts, site_key: str | None, memory: Path | None) -> list[str]:
    """List what is unexpected, in sentences; ``memory`` is the file that knew sites before, if there was one."""
    remarks = []
    if counts.siteless and counts.siteless == counts.pages:
        remarks.append(f"--by-site changed nothing: {_tell_siteless(site_key)}")
    if memory is not None and counts.pages > counts.siteless and not counts.recalled:
        doubt = "was it made for others, or with another --site-of or --site-key?"
        remarks.append(f"{memory}: knew none of these sites, such as {disarm(counts.site)}; {doubt}")
    if counts.changed:
        remarks.append(f"{name_some(counts.changed)}: most pages are like none with gold; has the site changed?")
    return remarks


def _tell_siteless(site_key: str | None) -> str:
    """Say what the pages lack, of none of which the site is known, and what to do."""
    if site_key is not None:
        return f"no page names its site in the field '{site_key}', in a JSON file beside it or in its row"
    return (
        "no page says its URL; say with --url where a folder was saved from, write"
        ' {"url": "..."} into a JSON file beside each page, of the same name, or into the rows of JSON Lines or'
        " Parquet, or extract the WARC files of your crawl"
    )
