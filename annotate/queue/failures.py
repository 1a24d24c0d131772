"""Report which pages of a list failed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import click

from cetr.console import Exit, InputError, count_of, mask_passwords, write_file

SUFFIX = ".errors"


def check_failures_file(urls_file: str | None, errors: Path | None, *read: Path) -> None:
    """Raise `InputError` if the failures could not be listed, or only by overwriting the list of URLs or another
    file that is ``read``.
    """
    file = _place_failures(urls_file, errors)
    if file.is_dir():
        raise InputError(f"{file}: is a folder; --errors names a file")
    given = [*read, *([Path(urls_file)] if urls_file and urls_file != "-" else [])]
    if errors and errors.resolve() in [path.resolve() for path in given]:
        raise InputError(f"{errors}: --errors names a file that the command reads; name another file")


def _place_failures(urls_file: str | None, errors: Path | None) -> Path:
    """Return where failures are listed: those of an earlier list of failures, in this list itself."""
    is_file = urls_file is not None and urls_file != "-" and Path(urls_file).is_file()
    return errors or Path(f"{str(urls_file).removesuffix(SUFFIX)}{SUFFIX}" if is_file else f"capture{SUFFIX}")


def find_reason(url: str, error: InputError) -> str:
    """Return what an error says of a page, without the page's URL as the list or the browser writes it."""
    named, _, reason = str(error).partition(": ")
    return reason if unquote(named) == unquote(url) else str(error)


def report_failures(
    urls_file: str | None,
    errors: Path | None,
    failures: Sequence[tuple[str, str]],
    total: int,
    left: Sequence[str] = (),
    missing: Sequence[str] = (),
) -> int:
    """List failures in a file that can be given to ``--urls`` again: ``errors``, or one beside the list of URLs.

    If nothing failed, the list of an earlier run is removed. If this list is what the URLs were read from, those that
    are ``left``, because they were not tried yet, stay in it. Pages ``missing`` among stored ones have failed, too.
    """
    failures = [*((url, "is not stored") for url in missing), *failures]
    file = _place_failures(urls_file, errors)
    kept = [(url, "not tried yet") for url in left] if urls_file and Path(urls_file) == file else []
    if failures or kept:
        rows = (mask_passwords(f"{url}\t{' '.join(reason.split())}\n") for url, reason in (*failures, *kept))
        write_file(file, "".join(rows).encode())
    elif (errors or urls_file) and file.is_file():
        file.unlink()
    if not failures:
        return Exit.FINE
    click.echo(f"annotate: {len(failures)} of {count_of(len(missing) + total, 'page')} failed, see {file}", err=True)
    return Exit.PARTIAL
