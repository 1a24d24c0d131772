"""The command ``annotate remember``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The site memory to write, such as sites.npz; an existing one is replaced.",
)
@click.option("--model", default="", metavar="FILE", help="The model that will extract.  [default: the shipped one]")
def remember(folders: tuple[Path, ...], out: Path, model: str) -> int:
    """Write a memory of your sites for 'cetr extract'.

    Use it with 'cetr extract --by-site --site-memory FILE'. It holds the gold of the packages' finished pages, and what
    their other pages repeat. Rejected pages, and pages without a URL, do not count.
    """
    from annotate.sites.remembering import run_remember

    return run_remember(folders, out, model)
