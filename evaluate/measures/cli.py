"""``evaluate measures``."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--format", "kind", type=click.Choice(["table", "tsv", "json", "jsonl"]), default="table", show_default=True
)
def measures(kind: str) -> None:
    """List the measures, each with a line about it."""
    from evaluate.measures import MEASURES
    from evaluate.tables import format_table

    rows = [{"measure": n, "what": (m.__doc__ or "").strip().partition("\n")[0]} for n, m in MEASURES.items()]
    click.echo(format_table(rows, kind), nl=False)  # type: ignore[arg-type]
