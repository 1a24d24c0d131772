"""``evaluate measures``."""

from __future__ import annotations

import click

from evaluate.tables import Format, format_option, format_table


@click.command()
@format_option()
def measures(kind: Format) -> None:
    """List the measures with one line about each."""
    from evaluate.measures import list_measures

    known = list_measures()
    rows = [{"measure": n, "what": (m.__doc__ or "").strip().partition("\n")[0]} for n, m in known.items()]
    click.echo(format_table(rows, kind), nl=False)
