"""The command ``annotate train-mss``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("train-mss")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The model file to write (JSON).",
)
def train_mss(folders: tuple[Path, ...], out: Path) -> int:
    """Train the supervised mss extractor on packages.

    Training uses finished documents, and each page once. Use the model as mss@model=FILE.
    """
    from annotate.mss.pages import read_finished
    from cetr.classic import format_model
    from cetr.classic import train_mss as train
    from cetr.console import Exit, count_of, refuse_unwritable, write_file

    refuse_unwritable(out)
    pages, lost = read_finished(folders)
    model = train(pages)
    write_file(out, format_model(model))
    click.echo(f"{out}: trained on {count_of(model.pages, 'page')}")
    return Exit.PARTIAL if lost else Exit.FINE
