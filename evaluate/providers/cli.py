"""The command ``evaluate extractors``."""

from __future__ import annotations

import click

from evaluate.tables import Format, format_option, format_table


@click.command()
@format_option()
@click.argument("names", metavar="[NAME]...", nargs=-1)
def extractors(kind: Format, names: tuple[str, ...]) -> None:
    """List the registered extractors, or describe the named ones.

    An extractor can also be module:function, cmd:COMMAND, http:URL, proxy:URL, saved:DIR|FILE or learned:FILE.
    """
    from cetr.console import InputError, suggest_name
    from evaluate.providers.listing import list_extractors

    listed = list_extractors()
    unknown = set(names) - {item.name for item in listed}
    if unknown:
        meant = suggest_name(min(unknown), [item.name for item in listed])
        raise InputError(f"no extractor named '{min(unknown)}'{meant} ('evaluate extractors' lists them)")
    chosen = [item for item in listed if not names or item.name in names]
    rows: list[dict[str, str | int | float | None]] = [
        {
            "name": item.name,
            "description": item.description + (f" [{item.status}]" if item.status and kind == "table" else ""),
            "options": ",".join(item.options),
            "source": item.source,
            "status": item.status,
        }
        for item in chosen
    ]
    if kind == "table" and not names:
        rows = [{key: row[key] for key in ("name", "description", "options")} for row in rows]
    if kind == "table" and names:
        blocks = ("".join(f"{key + ':':<13}{row[key]}\n" for key in row if row[key]) for row in rows)
        click.echo("\n".join(blocks), nl=False)
    else:
        click.echo(format_table(rows, kind), nl=False)
