"""Run a command with a file in a process group of its own, which is killed when it takes too much."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.bombs.commands import (
    FILES,
    PACKAGES,
    PARTS_OF_PACKAGE,
    PARTS_OF_PUBLISHED,
    PARTS_OF_RESULTS,
    PUBLISHED,
    RESULTS,
)
from benchmarks.bombs.files import BOMBS
from benchmarks.children import own_environment
from benchmarks.memory import read_tree
from evaluate.package import read_document, write_document


@dataclass(frozen=True)
class Trial:
    """A command with a file that it is given; ``prepare`` makes what it reads in the folder in which it runs."""

    name: str
    words: list[str]
    prepare: Callable[[Path], object]


def list_trials(bombs: Path) -> Iterator[Trial]:
    """All commands with all files."""
    for name, line in FILES.items():
        for bomb in BOMBS:
            place = {"": f"bomb/{bomb}", "folder": "bomb", "page": "bomb/page.html"}
            words = [name.split()[0], *line.replace("{}", place[""]).format(**place).split()]
            yield Trial(f"{name} < {bomb}", words, partial(_give, bombs / bomb, line))
    tables = (
        (PACKAGES, PARTS_OF_PACKAGE, "gold"),
        (RESULTS, PARTS_OF_RESULTS, "results"),
        (PUBLISHED, PARTS_OF_PUBLISHED, "published"),
    )
    for table, parts, source in tables:
        for name, line in table.items():
            for part, fitting in parts.items():
                for bomb in fitting:
                    words = line.replace("{page}", f"bomb/{part}").replace("{}", "bomb").split()
                    yield Trial(
                        f"{name} {part} < {bomb}",
                        [name.split()[0], *words],
                        partial(_spoil, source, part, bombs / bomb),
                    )


def _give(bomb: Path, line: str, folder: Path) -> None:
    (folder / "bomb").mkdir()
    _place(bomb, folder / "bomb" / bomb.name)
    if "{page}" in line:
        shutil.copy(folder / "page.html", folder / "bomb")
        _place(bomb, folder / "bomb" / "page.layout.json.gz")


def _spoil(source: str, part: str, bomb: Path, folder: Path) -> None:
    shutil.copytree(folder / source, folder / "bomb")
    (folder / "bomb" / part).unlink(missing_ok=True)
    _place(bomb, folder / "bomb" / part)


def _place(bomb: Path, path: Path) -> None:
    """A link of another name to the same file, so that no room is taken; devices are links."""
    if bomb.is_symlink():
        path.symlink_to(bomb.readlink())
    else:
        os.link(bomb, path)


def run_trial(trial: Trial, base: Path, memory: float, timeout: float) -> tuple[str, float, float, str]:
    """Run a command; returns what is wrong with it, its peak of memory in MB, its seconds, and what it said."""
    with tempfile.TemporaryDirectory(dir=base.parent) as name:
        folder = Path(name) / "work"
        copy_base(base, folder)
        trial.prepare(folder)
        words = [str(Path(sys.executable).with_name(trial.words[0])), *trial.words[1:]]
        start, peak, wrong = time.monotonic(), 0.0, ""
        with (folder / "stderr").open("wb") as said:
            process = subprocess.Popen(
                words,
                cwd=folder,
                env=own_environment() | {"NO_COLOR": "1", "HOME": name},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,
            )
            while process.poll() is None and not wrong:
                peak = max(peak, read_tree(process.pid))
                if peak > memory:
                    wrong = "memory"
                elif time.monotonic() - start > timeout:
                    wrong = "time"
                time.sleep(0.05)
            if wrong:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        told = (folder / "stderr").read_bytes()[-20_000:].decode("utf-8", "replace")
        lines = [line for line in told.splitlines() if line.strip()]
        if not wrong and ("Traceback" in told or "internal error" in told):
            wrong = "traceback"
        elif not wrong and process.returncode not in (0, 1, 2, 3):
            wrong = f"code {process.returncode}"
        elif not wrong and max(map(len, lines), default=0) > 1000:
            wrong = "long message"
        return wrong, peak, time.monotonic() - start, f"{process.returncode} " + (lines[-1] if lines else "")


def copy_base(base: Path, folder: Path) -> None:
    """Copy what the commands read. The results name the copied package, so that a run can be resumed."""
    shutil.copytree(base, folder)
    run = folder / "results" / "run.json"
    run.write_text(run.read_text().replace(str(base), str(folder)))


def make_base(base: Path) -> None:
    """What the commands read besides the bomb: a package, published gold, results, pages, URLs and rules."""
    base.mkdir()
    starter = Path(__file__).parents[2] / "packages" / "starter"
    shutil.copytree(starter, base / "gold")
    keep = sorted(path.stem for path in (base / "gold").glob("*-0001.txt"))[:3]
    for path in (base / "gold").iterdir():
        stem = path.name.partition(".")[0]
        if stem not in (*keep, "package", "journal", ""):
            path.unlink()
    for path in (base / "gold").glob(f"{keep[0]}.*"):
        path.rename(path.with_name("a" + path.name.removeprefix(keep[0])))
    page = read_document(base / "gold", "a")
    draft = msgspec.structs.replace(page.meta, status="draft", annotator=None, fragments=(), optional=())
    write_document(base / "gold", "draft", meta=draft, text="", html=page.html)
    (base / "page.html").write_text("<title>One</title><p>One two three four five.<p>Six seven eight.")
    (base / "pages.jsonl").write_text('{"id": "x", "html": "<p>One", "text": "One", "url": "https://a.example/"}\n')
    (base / "urls.txt").write_text("http://127.0.0.1:9/\n")
    (base / "rules.toml").write_text('[[rules]]\nname = "a"\nurl = "*"\ntake = ["p"]\n')
    for line in ("evaluate run gold -e plain -o results", "annotate publish gold published --jobs 1"):
        program, *words = line.split()
        command = [str(Path(sys.executable).with_name(program)), *words]
        subprocess.run(command, cwd=base, check=True, stdout=subprocess.DEVNULL)
