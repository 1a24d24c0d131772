"""``evaluate roc``."""

from __future__ import annotations

from pathlib import Path

import click

from evaluate.tables import Format, format_option, format_table


@click.command()
@click.argument("packages", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "-e",
    "--extractor",
    default="ttr-threshold",
    show_default=True,
    metavar="NAME",
    help="Extractor that has an option 'coefficient'.",
)
@format_option()
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Draw the curve: F.png, F.svg or F.pdf."
)
def roc(packages: tuple[Path, ...], extractor: str, kind: Format, out: Path | None) -> None:
    """Sweep an extractor's threshold: the ROC curve over the words of test packages, and the area under it.

    The coefficient runs from 0 to 19, as in the paper; shares are means over documents.
    """
    from tqdm import tqdm

    from cetr.console import InputError, check_picture, write_picture
    from evaluate.package import list_finished, read_document, read_package
    from evaluate.roc.curve import draw_curve, sweep

    if out is not None:
        check_picture(out)
    places = [(folder, name) for folder in packages for name in list_finished(read_package(folder))]
    curve = sweep((read_document(*place) for place in tqdm(places, unit=" pages", disable=None)), extractor)
    if not curve.documents:
        raise InputError(f"{packages[0]}: has no gold documents with both content and other text")
    rows = [
        {
            "coefficient": point.coefficient,
            "true_positive": point.true_positive,
            "false_positive": point.false_positive,
            "auc": curve.area,
        }
        for point in curve.points
    ]
    click.echo(format_table(rows, kind), nl=False)
    if out is not None:
        write_picture(draw_curve(curve, extractor), out)
