"""The command ``annotate rules``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def rules(folder: Path) -> None:
    """Write rules for 'annotate harvest' from the finished pages of a package.

    A rule for each template of a site: which elements to take and which to drop, by selectors that you can read and
    correct. Prints TOML. Above each rule stands on how many pages it was learned, and the F1, over words, of rules
    learned without a page on that page. Unfinished pages of the site help to choose among selectors that do equally
    well.
    """
    from annotate.rules.run import run_rules

    run_rules(folder)
