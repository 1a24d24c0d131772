"""The command ``annotate propagate``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--sure-from", type=click.FloatRange(0, 1), default=0.95, show_default=True,
    help="The least expected F1 of a sure proposal, which also needs a finished page of its template.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(min=1), default=10, show_default=True,
    help="How many of the sure ones a person must check before the rest is accepted.",
)  # fmt: skip
@click.option("--accept", is_flag=True, help="Accept the remaining sure proposals if the sample was good enough.")
@click.option(
    "--at-least", type=click.FloatRange(0, 1), default=0.95, show_default=True,
    help="With --accept: the mean F1 that the sample's proposals must reach.",
)  # fmt: skip
@click.option(
    "--annotator", metavar="NAME", help="The name of who accepts; default: $CETR_GOLD_ANNOTATOR, else your user name."
)
@click.option("--jobs", type=click.IntRange(1), help="How many sites to work on at once.  [default: number of cores]")
def propagate(
    folder: Path,
    sure_from: float,
    sample: int,
    accept: bool,
    at_least: float,
    annotator: str | None,
    jobs: int | None,
) -> int:
    """Propose marks for drafts from finished pages of each site.

    Drafts that a person has marked are left alone. The command prints one line per page, those in doubt first:
    document, site, expected F1, how many other pages of the site it drew on, how many of these are finished, and 'sure'
    or 'sample'. 'annotate review DIR --proposed' shows the sure ones, the sample first; 'a' approves one and opens the
    next. Then --accept takes over the rest unseen, with the status 'harvested', because nobody has checked them.
    """
    if accept:
        from annotate.propagate.accepting import run_accept
        from annotate.team.annotator import default_annotator

        return run_accept(folder, at_least, annotator or default_annotator())
    from annotate.propagate.run import run_propagate

    run_propagate(folder, sure_from, sample, jobs)
    return 0
