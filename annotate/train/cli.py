"""``annotate train``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import count_of
from evaluate.tables import Format, format_option, format_table

if TYPE_CHECKING:
    from collections.abc import Callable


@click.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The model file to write."
)
@click.option("--base", default="", metavar="FILE", help="The model to start from.  [default: the shipped one]")
@format_option()
def train(folders: tuple[Path, ...], out: Path, base: str, kind: Format) -> int:
    """Train the learned extractor on packages.

    Training adapts the shipped model to at least 20 pages of yours. Use the model as learned:FILE. The command prints
    precision, recall and F1 over words, by page type and language: for the new model on sites that it was not
    trained on (or on pages, if there are fewer than three sites), for its base, and for other extractors.
    """
    from tqdm import tqdm

    from annotate.reading import choose_exit
    from annotate.train import training
    from cetr.console import refuse_unwritable
    from cetr.learned import load_model, write_model
    from evaluate.providers.peers import MODULES, is_installed

    refuse_unwritable(out)
    peers = [name for name in training.PEERS if name not in MODULES or is_installed(name)]
    with tqdm(unit=" steps", disable=None) as bar:

        def begin(what: str, steps: int) -> Callable[[], object]:
            bar.reset(steps)
            bar.set_description(what)
            return bar.update

        trained = training.train(folders, load_model(base), peers=peers, begin=begin)
    write_model(out, trained.adapted.model)
    rows = [asdict(row) for row in trained.rows]
    click.echo(format_table(rows, kind), nl=False)
    outcome = f"corrected with strength {trained.adapted.strength}" if trained.adapted.strength else "left unchanged"
    click.echo(f"{out}: written; the base model was {outcome} ({count_of(trained.sites, 'site')})", err=True)
    if others := training.describe_left_out(trained.left_out):
        click.echo(f"Pages {others}.", err=True)
    return choose_exit(trained.left_out)
