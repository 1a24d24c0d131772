"""The command ``annotate propagate``."""

from __future__ import annotations

from pathlib import Path

import click

from cetr.console import jobs_option, site_option
from evaluate.tables import Format, format_option


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--sure-from", type=click.FloatRange(0, 1), metavar="F1", default=0.95, show_default=True,
    help="The least expected F1 of a sure proposal.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N", default=10, show_default=True,
    help="The number of sure proposals that you must check before --accept.",
)  # fmt: skip
@click.option("--accept", is_flag=True, help="Accept the other sure proposals if the sample was good enough.")
@click.option("--take-back", is_flag=True, help="Make accepted pages drafts again, with their proposals.")
@click.option(
    "--at-least", type=click.FloatRange(0, 1), metavar="F1", default=0.95, show_default=True,
    help="The least mean F1 of the sample for --accept.",
)  # fmt: skip
@click.option("--annotator", metavar="NAME", help="Your name; default: $CETR_GOLD_ANNOTATOR, else your user name.")
@site_option()
@jobs_option("Sites", sparing=True)
@format_option()
def propagate(
    folder: Path,
    sure_from: float,
    sample: int,
    accept: bool,
    take_back: bool,
    at_least: float,
    annotator: str | None,
    site_of: str,
    jobs: int | None,
    kind: Format,
) -> int:
    """Propose marks for drafts from finished pages of each site.

    Drafts that a person has marked stay as they are. The command lists the proposals, those in doubt first, with how
    many other pages of the site each used and how many of these are finished. A sure proposal needs a finished page of
    its template. 'sample' marks the sure ones to check.

    Check the sample in 'annotate review DIR --proposed'. Then --accept takes over the rest unseen, with the status
    'harvested'. --take-back undoes that for all pages that nobody has decided on since.
    """
    if accept and take_back:
        raise click.UsageError("--accept and --take-back cannot be used together")
    if accept or take_back:
        from annotate.propagate.accepting import run_accept, run_take_back
        from annotate.team.annotator import default_annotator

        annotator = annotator or default_annotator()
        return run_take_back(folder, annotator) if take_back else run_accept(folder, at_least, annotator)
    from annotate.propagate.run import run_propagate

    return run_propagate(folder, sure_from, sample, jobs, kind, site_of)
