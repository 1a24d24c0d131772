"""The command ``cetr extract``."""

from __future__ import annotations

import click

FORMATS = ("text", "lines", "spans", "json")


@click.command()
@click.argument("page", metavar="FILE|-|URL")
@click.option("--method", default="cetr", show_default=True, help="A registered extractor, NAME or NAME@key=value,...")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A hyper-parameter; repeatable.")
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", show_default=True)
def extract(page: str, method: str, options: tuple[str, ...], style: str) -> None:
    """Print the main content of a page.

    As text; as spans over the HTML; as JSON with both; or line by line with the tag ratios that decided.
    """
    from cetr.extraction import output
    from cetr.extraction.source import read_page
    from cetr.methods import load_method, parse_options
    from cetr.tagratio import METHODS, analyse

    name, _, inline = method.partition("@")
    function = load_method(name)
    values = parse_options(name, function, (*filter(None, inline.split(",")), *options))
    html = read_page(page)
    if style != "lines":
        render = {"text": output.format_text, "spans": output.format_spans, "json": output.format_json}[style]
        click.echo(render(html, function(html, **values)), nl=False)
    elif name in METHODS:
        click.echo(output.format_lines(analyse(html, name, **values)), nl=False)  # type: ignore[arg-type]
    else:
        click.echo(output.format_lines(output.relabel(analyse(html), function(html, **values))), nl=False)
