"""Find the results of extractors by a folder, or by the file of one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from cetr.console import InputError, count_of
from evaluate.results.rows import Row
from evaluate.results.runs import RUN, Run, read_run
from evaluate.results.store import read_rows, rows_path

_INTERRUPTED = "its run was interrupted; finish it with 'evaluate run ... --resume'"


@dataclass(frozen=True)
class Found:
    """The results of one extractor: its name, the file of its rows, and the run of its folder, if known."""

    extractor: str
    path: Path
    run: Run | None = None

    @property
    def version(self) -> str:
        """The extractor's version, empty if it is unknown."""
        return self.run.extractors.get(self.extractor, "") if self.run else ""

    @property
    def packages(self) -> dict[str, Path]:
        """The folders of the packages, by their names, as far as known."""
        return {dataset.package: Path(dataset.folder) for dataset in self.run.datasets} if self.run else {}

    def read(self) -> list[Row]:
        """Read the rows, at least one; refuses those of an incomplete run."""
        rows = list(read_rows(self.path))
        if self.run and self.extractor in self.run.extractors:
            documents = sum(dataset.documents for dataset in self.run.datasets)
            if len(rows) != documents:
                numbers = f"{count_of(len(rows), 'row')} for {count_of(documents, 'document')}"
                why = "it is damaged; run the extractor again" if self.run.finished else _INTERRUPTED
                raise InputError(f"{self.path}: has {numbers}: {why}")
        if not rows:
            raise InputError(f"{self.path}: has no rows")
        return rows


def find_elsewhere(found: Sequence[Found]) -> dict[str, Path]:
    """Find packages that the results name and that lie neither in the working folder nor beside the results.

    Results may come from somebody else, who can name any folder of yours.
    """
    near = [Path.cwd().resolve(), *(one.path.parent.resolve().parent for one in found)]
    named = {package: folder for one in found for package, folder in one.packages.items()}
    return {
        package: folder
        for package, folder in named.items()
        if folder.is_dir() and not any(folder.resolve().is_relative_to(place) for place in near)
    }


def tell_elsewhere(found: Sequence[Found], given: Collection[str] = ()) -> None:
    """Say on standard error which packages are read where nobody may expect it, except ``given`` ones."""
    for package, folder in find_elsewhere(found).items():
        if package not in given:
            click.echo(f"evaluate: reading the package '{package}' in {folder}, which the results name", err=True)


def _list_results(folder: Path) -> list[Found]:
    if (folder / RUN).exists():
        run = read_run(folder)
        if not run.finished:
            raise InputError(f"{folder}: {_INTERRUPTED}")
        files = [Found(name, rows_path(folder, name), run) for name in run.extractors]
        kept = [found.extractor for found in files if found.path.exists()]
        if kept and len(kept) < len(files):
            lost = next(found.path for found in files if found.extractor not in kept)
            raise InputError(f"{lost}: is missing; name the results that are there: {folder / kept[0]}")
    else:
        files = [Found(file.stem, file) for file in sorted(folder.glob("*.tsv"))]
    if not files:
        raise InputError(f"{folder}: has no results of 'evaluate run'")
    return files


def find_results(path: Path) -> list[Found]:
    """Find the results in a results folder, or in one file (``.tsv`` may be left out)."""
    if path.is_dir():
        return _list_results(path)
    for folder in path.parents:  # the name of an extractor may have slashes
        if (folder / RUN).exists():
            wanted, run = path.relative_to(folder), read_run(folder)
            for name in run.extractors:
                file = rows_path(folder, name)
                if wanted in (Path(name), Path(file.stem), Path(file.name)) and file.is_file():
                    return [Found(name, file, run)]
    for file in (path, path.with_name(path.name + ".tsv")):
        if file.is_file():
            known = (file.parent / RUN).exists()
            return [Found(file.name.removesuffix(".tsv"), file, read_run(file.parent) if known else None)]
    raise InputError(f"{path}: no such file or folder; an extractor's results are named RESULTS/EXTRACTOR")
