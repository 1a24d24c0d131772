"""The command ``annotate harvest``."""

from __future__ import annotations

from pathlib import Path

import click

from annotate.queue.options import QueueOptions, for_queues


@click.command("harvest")
@click.argument("rules", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("places", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--urls",
    "urls_file",
    metavar="FILE",
    help="A file of URLs, one per line; '-' is standard input. From stored pages, only these are taken.",
)
@click.option(
    "--package", "-p", "folder", type=click.Path(path_type=Path), default=Path("gold"), show_default=True,
    help="The test package to add to; created if missing.",
)  # fmt: skip
@click.option("--no-screenshot", is_flag=True, help="Do not take pictures of the pages.")
@for_queues
def harvest(
    rules: Path,
    places: tuple[Path, ...],
    urls_file: str | None,
    folder: Path,
    no_screenshot: bool,
    queue: QueueOptions,
) -> int:
    """Make a package unattended, by rules.

    RULES is a TOML file that says which elements of which pages to take and to drop. The pages are those of --urls, or
    stored pages, which are replayed offline: the WARC, WACZ, JSON Lines or Parquet files FILE.
    """
    from annotate.harvest.run import run_harvest

    return run_harvest(rules, places, urls_file, folder, queue, screenshot=not no_screenshot)
