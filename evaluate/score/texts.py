"""Read texts by identifier from the formats of benchmarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from cetr.console import InputError, count_of, name_some
from evaluate.outputs import SUFFIXES, Output, OutputType, as_output, declare
from evaluate.package import explain_unfinished, list_finished, read_package, read_text
from evaluate.package.files import INFO
from evaluate.results.finding import find_results
from evaluate.results.predictions import find_predictions
from evaluate.results.runs import RUN
from evaluate.saved_texts import is_table, read_table, read_text_file


def read_outputs(path: Path, kind: OutputType | None = None) -> dict[str, Output]:
    """Read the texts at a path by identifier, with the given type or the one that the suffix of their file declares."""
    return {name: declare(text, kind) if kind else as_output(text) for name, text in read_texts(path).items()}


def read_texts(path: Path) -> Mapping[str, str]:
    """Read the texts at a path by identifier.

    A test package gives the texts of its finished documents. Another folder gives its ``.txt`` files by name or, if it
    has none, its ``.md`` files, or else its ``.html`` files; what is not read is said on standard error. A path of
    `find_results` gives the predictions of that one extractor. ``.json`` and ``.jsonl`` files are read by `read_table`;
    documents of several packages are PACKAGE/DOCUMENT. Any other file is one text with the identifier "". If a suffix
    declares Markdown or HTML, the text is an `Output`.
    """
    if is_package(path):
        names = list_finished(read_package(path))
        if not names:
            raise InputError(explain_unfinished(path))
        return {name: read_text(path, name) for name in names}
    if (path / RUN).exists() or not path.exists():
        path = _find_predictions(path)
    if path.is_dir():
        found = {suffix: files for suffix in SUFFIXES if (files := sorted(path.glob(f"*{suffix}")))}
        if not found:
            raise InputError(f"{path}: holds no files of {', '.join(SUFFIXES)}")
        chosen, *others = found
        for suffix in others:
            said = f"{path}: reads {_count_files(found, chosen)}, not {_count_files(found, suffix)}"
            click.echo(f"evaluate: {said}", err=True)
        return {file.stem: _read_output(file) for file in found[chosen]}
    if not is_table(path):
        return {"": _read_output(path)}
    table = read_table(path)
    several = len({package for package, _ in table}) > 1
    return {f"{package}/{name}" if several else name: text for (package, name), text in table.items()}


def is_package(path: Path) -> bool:
    """Whether a path is a test package, whose documents say more than their texts."""
    return (path / INFO).exists()


def _count_files(found: Mapping[str, Sequence[Path]], suffix: str) -> str:
    return count_of(len(found[suffix]), f"{suffix} file")


def _read_output(file: Path) -> Output:
    text, kind = read_text_file(file), SUFFIXES.get(file.suffix)
    return declare(text, kind) if kind else as_output(text)


def _find_predictions(results: Path) -> Path:
    """Find the file of predictions of the one extractor in results."""
    first, *others = find_results(results)
    predictions = find_predictions(first.path)
    if others:
        names = ", ".join(found.extractor for found in (first, *others))
        raise InputError(f"{results}: has several extractors ({names}); name one, such as {predictions}")
    if not predictions.exists():
        raise InputError(f"{predictions}: is missing")
    rows = first.read()  # refuses an interrupted run
    if failed := sum(row.failed for row in rows):
        raise InputError(
            f"{first.path}: {failed} of {count_of(len(rows), 'document')} failed and left no text; "
            "'evaluate rescore' scores such a run, and a failed document as 0"
        )
    return predictions


def pair_texts(
    gold: Mapping[str, Output], predicted: Mapping[str, Output], where: tuple[Path, Path]
) -> list[tuple[str, Output, Output]]:
    """Pair the texts of each document: (identifier, gold text, predicted text). A text missing on one side is an
    error.
    """
    if (gold.keys() == {""}) != (predicted.keys() == {""}):
        one, many = where if gold.keys() == {""} else where[::-1]
        raise InputError(f"{one}: is one text, but {many} holds texts by name; pass two of the same kind")
    directions = ((gold, predicted, where), (predicted, gold, where[::-1]))
    for ours, theirs, (one, several) in directions:
        if packages := _find_packages(theirs, ours):
            raise InputError(
                f"{several}: holds texts of the packages {', '.join(packages)}, {one} those of one; "
                "run the extractor on one package ('evaluate run PACKAGE'), with an --out of its own"
            )
    for ours, theirs, (_, path) in directions:
        lacking = [f"'{name}'" for name in ours if name not in theirs]
        if lacking:
            raise InputError(f"{path}: {_count(lacking)} missing: {name_some(lacking)}")
    return [(name, text, predicted[name]) for name, text in gold.items()]


def _find_packages(several: Iterable[str], names: Iterable[str]) -> list[str]:
    """Find the packages of texts named PACKAGE/DOCUMENT, if the others name the same texts DOCUMENT."""
    packages, signs, documents = zip(*(name.partition("/") for name in several), strict=True)
    return list(dict.fromkeys(packages)) if all(signs) and not set(names).isdisjoint(documents) else []


def _count(names: Sequence[str]) -> str:
    return f"{len(names)} texts are" if len(names) > 1 else "1 text is"
