"""``annotate assign``, ``annotate team`` and ``annotate collect``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evaluate.tables import Cell, Format, format_option, format_table


def _read_share(context: click.Context, option: click.Parameter, value: str) -> float:
    """Read a share, written ``20%`` or ``0.2``, as a number from 0 to 1."""
    try:
        share = float(value.removesuffix("%")) / (100 if value.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise click.BadParameter(f"'{value}' is not a share such as 20% or 0.2", context, option)
    return share


_SHARE: Any = {"default": "0", "callback": _read_share, "metavar": "SHARE", "show_default": False}


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--to", "people", required=True, metavar="NAME,NAME,...", help="The people who get pages.")
@click.option("--overlap", **_SHARE, help="The share of pages that two people get, such as 20%.")
@click.option("--gold", "known", **_SHARE, help="The share of each person's pages that are finished in DIR.")
@format_option()
def assign(folder: Path, people: str, overlap: float, known: float, kind: Format) -> None:
    """Divide a package's drafts among several people.

    Each person gets a package, DIR-NAME. Page types and sites are spread evenly. The finished pages of --gold come
    without their marks, and 'annotate team' scores the answers. Run the command again when there are more drafts;
    everybody keeps their pages, as long as their package is beside DIR.
    """
    import re

    from tqdm import tqdm

    from annotate.agree import tell_guidelines
    from annotate.team.assigning import assign_pages
    from cetr.console import InputError, count_of

    names = [name.strip() for name in people.split(",")]
    folded = [name.casefold() for name in names]  # some disks do not tell cases apart
    for name in names:
        if not re.fullmatch(r"[\w.-]+", name) or name.startswith(".") or folded.count(name.casefold()) > 1:
            raise InputError(
                f"--to: '{name}' occurs twice, or has characters other than letters, digits, '.', '-' and '_'"
            )
    with tqdm(desc="copying pages", unit=" pages", disable=None, delay=0.5) as bar:
        assigned = assign_pages(folder, names, overlap=overlap, known=known, on_document=bar.update)
    for line in tell_guidelines((folder, *assigned.added, *assigned.elsewhere)):
        click.echo(f"annotate: {line}", err=True)
    for path, count in assigned.elsewhere.items():
        click.echo(
            f"annotate: {path}: keeps {count_of(count, 'draft')}; to give them to others, collect it and move it"
            " elsewhere",
            err=True,
        )
    rows: list[dict[str, Cell]] = [
        {"annotator": name, "package": str(target), "pages": len(hand)}
        for name, (target, hand) in zip(names, assigned.added.items(), strict=True)
    ]
    click.echo(format_table(rows, kind), nl=False)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("packages", metavar="DIR_A...", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option()
def team(folder: Path, packages: tuple[Path, ...], kind: Format) -> None:
    """Show each team member's progress, speed and accuracy.

    DIR is the package that the pages were assigned from; DIR_A and so on are the people's packages. Known answers are
    pages that are finished in DIR. Shared pages are those that somebody else has done, too.
    """
    from dataclasses import asdict

    from annotate.team.progress import report_progress

    click.echo(format_table([asdict(row) for row in report_progress(folder, packages)], kind), nl=False)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.argument("packages", metavar="DIR_A...", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option()
def collect(folder: Path, packages: tuple[Path, ...], kind: Format) -> int:
    """Bring the finished pages of a team back into the package.

    DIR is the package that the pages were assigned from; DIR_A and so on are the people's packages, and those in which
    'annotate review --against' has settled differences. A page that several people have finished is taken once it
    is settled. Repeat the command to bring what was collected up to date; pages that were finished or changed in DIR
    itself stay as they are.
    """
    from tqdm import tqdm

    from annotate.agree import tell_guidelines, tell_omitted
    from annotate.reading import choose_exit
    from annotate.team.collecting import collect_pages

    with tqdm(desc="collecting pages", unit=" pages", disable=None, delay=0.5) as bar:
        collected = collect_pages(folder, packages, bar.update)
    for line in (*tell_guidelines((folder, *packages)), *tell_omitted(collected.left_out)):
        click.echo(f"annotate: {line}", err=True)
    rows: list[dict[str, Cell]] = [{"package": str(path), "pages": n} for path, n in collected.pages.items()]
    click.echo(format_table(rows, kind), nl=False)
    return choose_exit(collected.left_out.values())
