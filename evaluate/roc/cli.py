"""``evaluate roc``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cetr.console import timeout_option
from evaluate.tables import Cell, Format, format_option, format_table

if TYPE_CHECKING:
    from evaluate.package import Document
    from evaluate.roc.curve import Average
    from evaluate.roc.units import Count, Over


@click.command()
@click.argument("packages", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "-e",
    "--extractor",
    default="ttr-threshold",
    show_default=True,
    metavar="NAME",
    help="An extractor with the option 'coefficient'.",
)
@click.option(
    "--count",
    type=click.Choice(["words", "characters", "lines"]),
    default="words",
    show_default=True,
    help="What to count.",
)
@click.option(
    "--over",
    type=click.Choice(["text", "source"]),
    default="text",
    show_default=True,
    help="Count in the text, or in the whole source.",
)
@click.option(
    "--average",
    type=click.Choice(["mean", "median", "pooled"]),
    default="mean",
    show_default=True,
    help="Average over documents, or pool them.",
)
@click.option("--areas", is_flag=True, help="Print the areas for every way of counting, by package.")
@timeout_option()
@format_option()
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The .png, .svg or .pdf file to draw to."
)
def roc(
    packages: tuple[Path, ...],
    extractor: str,
    count: Count,
    over: Over,
    average: Average,
    areas: bool,
    timeout: float,
    kind: Format,
    out: Path | None,
) -> None:
    """Sweep an extractor's threshold and print the ROC curve.

    The command also prints the area under the curve. The coefficient runs from 0 to 19, as in the paper of 2008, which
    does not say what it counts: choose with --count and --over. Markup, scripts and empty lines are never content.
    """
    from cetr.console import InputError, check_picture, write_picture
    from evaluate.roc.curve import Counting, draw_curve, sweep

    if areas:
        if out is not None:
            raise click.UsageError(
                "--areas and -o cannot be used together; one prints a table, the other draws a curve"
            )
        click.echo(format_table(_tabulate_areas(packages, extractor, timeout), kind), nl=False)
        return
    if out is not None:
        check_picture(out)
    curve = sweep(_read_documents(packages), extractor, counting=Counting(count, over, average), timeout=timeout)
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
        write_picture(draw_curve(curve, extractor, count if over == "text" else f"{count} of the source"), out)


def _read_documents(packages: Sequence[Path]) -> Iterator[Document]:
    from tqdm import tqdm

    from evaluate.package import list_finished, read_document, read_package

    places = [(folder, name) for folder in packages for name in list_finished(read_package(folder))]
    return (read_document(*place) for place in tqdm(places, unit=" pages", disable=None))


def _tabulate_areas(packages: Sequence[Path], extractor: str, timeout: float) -> list[dict[str, Cell]]:
    """Make a row for each package, and for each way of counting: the areas by each average."""
    from cetr.console import InputError, resolve_folder
    from evaluate.roc.curve import find_areas

    rows: list[dict[str, Cell]] = []
    for folder in packages:
        for (count, over), curves in find_areas(_read_documents([folder]), extractor, timeout=timeout).items():
            documents = curves["mean"].documents
            if not documents:
                raise InputError(f"{folder}: has no gold documents with both content and other text")
            areas: dict[str, Cell] = {average: curve.area for average, curve in curves.items()}
            rows.append(
                {"package": resolve_folder(folder).name, "count": count, "over": over, "documents": documents, **areas}
            )
    return rows
