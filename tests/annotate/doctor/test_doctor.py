"""``annotate doctor``: what is damaged is named, and comes back as far as the journal has it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from annotate.cli import annotate
from cetr.document import derive_text
from evaluate.package import (
    Decision,
    Meta,
    PackageError,
    PackageInfo,
    create_package,
    html_hash,
    make_fragments,
    read_document,
    read_journal,
    read_package,
    write_document,
)

HTML = "<html><body><nav>Menu</nav>\n<p>The gold.\n</p><p>More of it.</p></body></html>"
SPANS = ((29, 68),)
URL = "https://example.org/a"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Two documents with a decision each."""
    folder = tmp_path / "gold"
    create_package(folder, PackageInfo(name="gold"))
    for name in ("a", "b"):
        meta = Meta(url=URL, html_sha256=html_hash(HTML), fragments=make_fragments(HTML, SPANS), language="en")
        decision = Decision(time=datetime.now(UTC), document=name, action="capture", annotator="ann", after=SPANS)
        write_document(folder, name, meta=meta, text=derive_text(HTML, SPANS), html=HTML, decision=decision)
    return folder


class Done(NamedTuple):
    """The result of the command."""

    exit_code: int
    stdout: str


def doctor(*arguments: str | Path) -> Done:
    """Run the command."""
    out = StringIO()
    with redirect_stdout(out):
        code = annotate.main(["doctor", *map(str, arguments), "--format", "jsonl"], standalone_mode=False)
    return Done(code, out.getvalue())


def read_all(folder: Path) -> dict[str, bytes]:
    """Read all files of a folder except the lock."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_sound_package_has_no_findings(package: Path) -> None:
    """The exit code is 0, and nothing is written."""
    before = read_all(package)
    done = doctor(package, "--repair")
    assert (done.exit_code, done.stdout) == (0, "")
    assert read_all(package) == before


def cut_meta(folder: Path) -> str:
    """A power failure in the middle of an editor's save."""
    path = folder / "a.json"
    path.write_bytes(path.read_bytes()[:80])
    return path.name


def lose_meta(folder: Path) -> str:
    """Somebody has removed the file."""
    (folder / "a.json").unlink()
    return "a.json"


def lose_text(folder: Path) -> str:
    """Somebody has removed the file."""
    (folder / "a.txt").unlink()
    return "a.txt"


def lose_info(folder: Path) -> str:
    """Somebody has removed the file."""
    (folder / "package.toml").unlink()
    return "package.toml"


def spoil_journal(folder: Path) -> str:
    """A disk error in the first row."""
    path = folder / "journal.jsonl"
    path.write_bytes(b'{"time": "now", \xff}\n' + path.read_bytes())
    return path.name


@pytest.mark.parametrize("damage", [cut_meta, lose_meta, lose_text, lose_info, spoil_journal])
def test_what_the_journal_knows_comes_back(package: Path, damage: Callable[[Path], str]) -> None:
    """It is named and left alone; with --repair it is mended, a copy stays, and the package is sound again."""
    file = damage(package)
    damaged = read_all(package)
    done = doctor(package)
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [file]
    assert done.exit_code == 1
    assert read_all(package) == damaged
    assert doctor(package, "--repair").exit_code == 0
    assert (doctor(package).exit_code, doctor(package).stdout) == (0, "")
    assert read_package(package).names == ("a", "b")
    for name in ("a", "b"):
        document = read_document(package, name, verify=True)
        assert (document.html, document.spans, document.text) == (HTML, SPANS, "The gold.\nMore of it.")
    assert [decision.document for decision in read_journal(package)] == ["a", "b"]
    (kept,) = (package / ".before-repair").iterdir()
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == (
        {file: damaged[file]} if file in damaged else {}
    )


def test_meta_data_from_the_journal_is_a_draft(package: Path) -> None:
    """Somebody has to check it again; readable parts of the old file are kept."""
    path = package / "a.json"
    path.write_bytes(path.read_bytes()[:-20])
    doctor(package, "--repair")
    meta = read_document(package, "a").meta
    assert (meta.status, meta.url, meta.language, meta.annotator) == ("draft", URL, "en", "ann")


def test_marks_that_were_taken_back_stay_so(package: Path) -> None:
    """Of a correction that was withdrawn, the marks before it come back."""
    for action, before, after in (("capture", SPANS, ((1, 5),)), ("withdraw", ((1, 5),), SPANS)):
        decision = Decision(time=datetime.now(UTC), document="a", action=action, before=before, after=after)
        now = read_document(package, "a")
        write_document(package, "a", meta=now.meta, text=now.text, decision=decision, expected=now.revision)
    lose_meta(package)
    doctor(package, "--repair")
    assert read_document(package, "a").spans == SPANS


def test_a_row_that_cannot_be_read_is_put_aside(package: Path) -> None:
    """No row is thrown away."""
    spoil_journal(package)
    doctor(package, "--repair")
    assert (package / "journal.jsonl.torn").read_bytes() == b'{"time": "now", \xff}\n'


_KILLED = """
import os, sys
from pathlib import Path
from annotate.doctor.repairing import repair
left = int(sys.argv[2])
def count(event, _):
    global left
    if event == "os.rename":
        left -= 1
        if left < 0:
            os._exit(9)
sys.addaudithook(count)
repair(Path(sys.argv[1]))
"""
"""A repair that is killed before so many files have been replaced."""


@pytest.mark.long
def test_a_repair_that_was_killed_loses_nothing(package: Path, tmp_path: Path) -> None:
    """Whenever it was killed, the next repair ends as if there had been none before."""
    spoil_journal(package)
    cut_meta(package)
    (package / "a.txt").unlink()
    meta = (package / "b.json").read_text()
    (package / "b.json").write_text(meta.replace('"end": 68', '"end": 6800'))
    (package / "b.txt").write_text("what an earlier mark had")
    assert (package / "b.json").read_text() != meta
    whole = Path(shutil.copytree(package, tmp_path / "whole"))
    doctor(whole, "--repair")
    shutil.rmtree(whole / ".before-repair")
    for replaced in range(6):
        killed = Path(shutil.copytree(package, tmp_path / f"killed{replaced}"))
        done = subprocess.run([sys.executable, "-c", _KILLED, killed, str(replaced)], check=False)
        assert done.returncode == 9
        doctor(killed, "--repair")
        shutil.rmtree(killed / ".before-repair")
        assert read_all(killed) == read_all(whole)
    assert subprocess.run([sys.executable, "-c", _KILLED, package, "6"], check=False).returncode == 0


def test_the_doctor_looks_at_nothing_where_a_link_leads(package: Path, tmp_path: Path) -> None:
    """Neither at what may be a copy of a page, nor at what may be its picture."""
    (tmp_path / "elsewhere" / "x").mkdir(parents=True)
    (package / "a.html").rename(tmp_path / "elsewhere" / "x" / "a.html")
    (package / "b.html").unlink()
    (package / "a.html").write_text("<p>Another page.")
    (package / ".before-repair").symlink_to(tmp_path / "elsewhere")
    assert "is not the page that was saved" in doctor(package).stdout
    (package / ".before-repair").unlink()
    (tmp_path / "elsewhere" / "x" / "a.html").rename(package / "a.html")
    (package / "a.png").symlink_to(tmp_path / "elsewhere" / "letter")
    (tmp_path / "elsewhere" / "letter").write_text("ours")
    done = doctor(package, "--repair")
    assert done.exit_code == 1 and "is a link that leads out of the package" in done.stdout


def test_no_copy_goes_through_a_link(package: Path, tmp_path: Path) -> None:
    """A stranger's package may have a link where the copies would go."""
    (tmp_path / "elsewhere").mkdir()
    (package / ".before-repair").symlink_to(tmp_path / "elsewhere")
    lose_text(package)
    with pytest.raises(PackageError, match="is a link"):
        doctor(package, "--repair")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_is_no_package_is_refused(tmp_path: Path) -> None:
    """No package is created in it."""
    with pytest.raises(PackageError, match="is not a test package"):
        doctor(tmp_path, "--repair")
    assert list(tmp_path.iterdir()) == []
