"""The command ``cetr plot``."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from cetr.console import Limits, method_options
from cetr.plot import PICTURES


@click.command()
@click.argument("page", metavar="FILE|-|URL")
@click.option(
    "--what",
    type=click.Choice([*PICTURES, "vips"]),
    default="smoothed",
    show_default=True,
    help="The tag ratio of each line as it is, smoothed, its slope, the absolute slope (derivative), or both against "
    "each other; or the visual blocks.",
)
@method_options("cetr", "A tag-ratio method")
@click.option(
    "--gold",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Gold to draw beside the prediction: a document's .json file, or a text file.",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The .png, .svg or .pdf file to draw to."
)
def plot(page: str, what: str, method: str, options: tuple[str, ...], gold: Path | None, out: Path | None) -> None:
    """Draw the tag ratios of a page in the terminal or to a file.

    The content lines are coloured. --what vips draws the visual blocks over the screenshot of a document in a test
    package, and needs --out.
    """
    from functools import partial

    from cetr.console import check_picture, refusing_beyond
    from cetr.methods import read_method

    if what == "vips":
        if gold is not None:
            raise click.UsageError("--gold works with tag ratios, not with visual blocks")
        find_source = click.get_current_context().get_parameter_source  # a person's own defaults are no request
        if ParameterSource.COMMANDLINE in map(find_source, ("method", "options")):
            raise click.UsageError("--method and --option work with tag ratios, not with visual blocks")
        if out is None:
            raise click.UsageError("visual blocks need a file to draw to; give -o FILE.png, .svg or .pdf")
        draw = partial(_plot_blocks, Path(page), out)
    else:
        draw = partial(_plot_ratios, page, what, method, *read_method(method, options), gold, out)
    if out is not None:
        check_picture(out)
    with refusing_beyond(Limits(), page):
        draw()


def _plot_ratios(
    page: str, what: str, written: str, method: str, values: dict[str, object], gold: Path | None, out: Path | None
) -> None:
    """Draw the tag ratios; ``written`` is the method and its options as the user gave them."""
    import shutil

    from cetr.console import write_picture
    from cetr.plot.gold import read_gold
    from cetr.sources import load_html
    from cetr.tagratio import analyse, span_labels

    html = load_html(page)
    model = analyse(html, method, **values)  # type: ignore[arg-type]
    labels = None if gold is None else span_labels(model.lines, read_gold(gold, html)) >= 0.5
    if out is None:
        from cetr.plot.terminal import draw_text

        width = shutil.get_terminal_size((80, 24)).columns
        click.echo(draw_text(model, what, gold=labels, width=max(40, min(width, 200))), nl=False)
        return
    from cetr.plot.figures import draw_figure

    write_picture(draw_figure(model, what, title=f"{written}: {page}", gold=labels), out)


def _plot_blocks(page: Path, out: Path) -> None:
    from cetr.console import write_picture
    from cetr.sources import load_html
    from cetr.visual import draw_page

    write_picture(draw_page(load_html(str(page)), page), out)
