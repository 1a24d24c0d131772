"""The command ``annotate rules``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def rules(folder: Path) -> int:
    """Write rules for 'annotate harvest' from finished pages.

    The command prints TOML, with a rule for each template of a site. A rule lists the elements to take and to drop, as
    selectors that you can read and correct. A comment gives the number of pages that the rule was learned from, and the
    cross-validated F1 over words.
    """
    from annotate.rules.run import run_rules

    return run_rules(folder)
