"""The command ``annotate doctor``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from cetr.console import Exit, count_of, printing_a_verdict
from evaluate.tables import Format, format_option, format_table

_REPAIRED = "repaired: "


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--repair", "mend", is_flag=True, help="Repair what can be repaired, and keep the damaged files.")
@format_option()
def doctor(folder: Path, mend: bool, kind: Format) -> int:
    """Explain what is damaged in a package, and repair it.

    The command finds files that are missing, cut off, exchanged or changed; other encodings and names; merge conflicts
    of git; pages on which two branches decided differently; and damaged lines of the journal. --repair restores
    marks from the journal, pages by their hash, and texts from the marks. The damaged files go to
    DIR/.before-repair. The exit code is 1 if something is left to do.
    """
    from annotate.doctor import diagnose, repair

    found, kept = repair(folder) if mend else (list(diagnose(folder)), None)
    if kept is not None:
        found = [one if one.mended is None else replace(one, cure=f"{_REPAIRED}{one.cure}") for one in found]
        click.echo(f"annotate: the old files are in {kept}", err=True)
    rows = [{"file": one.file, "problem": one.problem, "cure": one.cure} for one in found]
    with printing_a_verdict():
        click.echo(format_table(rows, kind), nl=False)
        if kind == "table":
            click.echo(count_of(len(found), "finding") if found else "nothing is damaged")
    return Exit.FOUND if any(not one.cure.startswith(_REPAIRED) for one in found) else Exit.FINE
