"""Finding the results of extractors: by a folder, or by the file of one."""

from __future__ import annotations

from pathlib import Path

from cetr.errors import InputError
from evaluate.results.store import RUN, read_run, rows_path


def find_results(path: Path) -> dict[str, Path]:
    """The results files at a path by extractor: of a results folder, or one file (``.tsv`` may be left out)."""
    if path.is_dir():
        if (path / RUN).exists():
            run = read_run(path)
            if not run.finished:
                raise InputError(f"{path}: its run was interrupted; finish it with 'evaluate run ... --resume'")
            files = {name: rows_path(path, name) for name in run.extractors}
        else:
            files = {file.stem: file for file in sorted(path.glob("*.tsv"))}
        if not files:
            raise InputError(f"{path}: holds no results of 'evaluate run'")
        return files
    for folder in path.parents:  # the name of an extractor may have slashes
        if (folder / RUN).exists():
            wanted = path.relative_to(folder)
            for name, file in ((name, rows_path(folder, name)) for name in read_run(folder).extractors):
                if wanted in (Path(name), Path(file.stem), Path(file.name)) and file.is_file():
                    return {name: file}
    for file in (path, path.with_name(path.name + ".tsv")):
        if file.is_file():
            return {file.name.removesuffix(".tsv"): file}
    raise InputError(f"{path}: no such file or folder; an extractor's results are named RESULTS/EXTRACTOR")
