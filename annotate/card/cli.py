"""The command ``annotate card``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--with", "others", multiple=True, type=click.Path(path_type=Path), help="Another annotator's package; repeatable."
)
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write, such as README.md."
)
def card(folder: Path, others: tuple[Path, ...], out: Path | None) -> None:
    """Write a package's dataset card for Hugging Face.

    The card counts documents by language, site, page type and flags, names the annotators, and takes the rest from
    package.toml. --with adds the agreement of the annotators, and what each has done.
    """
    from annotate.agree import compare_packages
    from annotate.card import collect_facts, make_card
    from annotate.team.collecting import list_collected
    from annotate.team.progress import report_progress
    from cetr.console import write_file

    # What was collected from people agrees with them: they are compared with each other.
    sides = others if len(others) > 1 and list_collected(folder) else (folder, *others)
    agreement = compare_packages(sides) if others else None
    text = make_card(collect_facts(folder), agreement, report_progress(folder, others) if others else ())
    if out is None or out == Path("-"):
        click.echo(text, nl=False)
    else:
        write_file(out, text.encode())
