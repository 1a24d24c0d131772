"""Feed every command and every option that takes a file with files that unpack, nest or go on without end.

    python -m benchmarks.bombs [--only WORD] [--memory 4500] [--timeout 90]

Each command runs in a process group of its own, which is killed when it takes longer, or when it and its children take
more memory. A run fails if it was killed, if it showed a traceback, or if its error is longer than one line. What such
files do to a package is tried on each of a package's own files.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import lzma
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.children import own_environment
from benchmarks.memory import read_tree

_ZEROS = bytes(1 << 24)


def pack_zeros(pack: Callable[[bytes], bytes], path: Path) -> None:
    """Pack 4 GB of zeros, as many streams after each other."""
    path.write_bytes(pack(_ZEROS) * 256)


def write_sparse(path: Path) -> None:
    """Write a file of 20 GB that takes no room."""
    path.touch()
    os.truncate(path, 20_000_000_000)


def write_png(path: Path) -> None:
    """Write a picture of 60,000 times 60,000 points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    side = 60_000
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(side // 8 + 1)) for _ in range(side)) + packer.flush()
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def write_zip(kind: int, path: Path) -> None:
    """Write an archive with names of ours, whose members unpack to gigabytes."""
    names = ["about.json.npy", "datapackage.json", "archive/data.warc", "indexes/index.cdx", "pages/pages.jsonl"]
    with zipfile.ZipFile(path, "w", kind) as archive:
        for name in [*names, "weights.npy", "memory.json.npy", "pages.json"]:
            with archive.open(name, "w", force_zip64=True) as file:
                for _ in range((1 << 30) // len(_ZEROS)):
                    file.write(_ZEROS)


def write_parquet(path: Path) -> None:
    """Write a table of one cell, which is unpacked to a gigabyte, in each column; pyarrow packs it to little."""
    import pyarrow
    import pyarrow.parquet

    text = pyarrow.array(["x" * 1_000_000_000], pyarrow.large_string())
    table = pyarrow.table(dict.fromkeys(("html", "text", "url", "id"), text))
    pyarrow.parquet.write_table(table, path, compression="zstd")


def write_warc(path: Path) -> None:
    """Write a record whose body unpacks to gigabytes, one that goes on for ever, and one of endless headers."""
    packed = gzip.compress(gzip.compress(_ZEROS * 64, 9), 9)
    with gzip.open(path, "wb") as file:
        for encoding in ("gzip, gzip", "deflate"):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\n\r\n" % encoding.encode()
            body += packed
            head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
            head += "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            file.write(head.encode() + body + b"\r\n\r\n")
        file.write(b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 99999999999999\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
        for _ in range((1 << 30) // len(_ZEROS)):
            file.write(_ZEROS)
        for _ in range(64):
            file.write(b"X-Header: 0123456789\r\n" * (1 << 20))


BOMBS: Mapping[str, Callable[[Path], object]] = {
    "zeros.jsonl.gz": partial(pack_zeros, gzip.compress),
    "zeros.jsonl.xz": partial(pack_zeros, lzma.compress),
    "zeros.jsonl.bz2": partial(pack_zeros, bz2.compress),
    "pages.warc.gz": write_warc,
    "sparse.html": write_sparse,
    "pixels.png": write_png,
    "deflated.zip": partial(write_zip, zipfile.ZIP_DEFLATED),
    "bzip2.zip": partial(write_zip, zipfile.ZIP_BZIP2),
    "cells.parquet": write_parquet,
    "deep.json": lambda path: path.write_bytes(b'{"a":[' * 5_000_000),
    "number.json": lambda path: path.write_bytes(b'{"schema": ' + b"9" * 30_000_000 + b"}"),
    "line.jsonl": lambda path: path.write_bytes(b'{"id": "' + b"a" * 300_000_000 + b'"}\n'),
    "rows.jsonl": lambda path: path.write_bytes(b"{}\n" * 30_000_000),
    "deep.toml": lambda path: path.write_bytes(b"a = " + b"[" * 900_000),
    "keys.toml": lambda path: path.write_bytes(b"a." * 450_000 + b"b = 1\n"),
    "deep.html": lambda path: path.write_bytes(b"<p>One two three <div>" * 1_000_000),
    "endless": lambda path: path.symlink_to("/dev/zero"),
}
"""What each file is called, and what writes it."""

FILES: Mapping[str, str] = {
    "annotate capture FILE": "capture {} --headless --select p -p made",
    "annotate capture --urls": "capture --urls {} --headless --select p -p made",
    "annotate capture --sitemap": "capture --sitemap {} --headless --select p -p made",
    "annotate capture --keys": "capture page.html --keys {} --headless --select p -p made",
    "annotate harvest RULES": "harvest {} --urls urls.txt -p made",
    "annotate harvest --urls": "harvest rules.toml --urls {} -p made",
    "annotate next CANDIDATES": "next {} gold",
    "annotate next --candidates folder": "next {folder} gold",
    "annotate import jsonl": "import jsonl {} made",
    "annotate import parquet": "import parquet {} made",
    "annotate import web-annotation": "import web-annotation {} made",
    "annotate import cetr": "import cetr {folder} made",
    "annotate import cleaneval": "import cleaneval {folder} made",
    "annotate import dragnet": "import dragnet {folder} made",
    "annotate import pairs": "import pairs {folder} made",
    "annotate import scrapinghub": "import scrapinghub {folder} made",
    "annotate import trafilatura": "import trafilatura {} made",
    "annotate import wcxb": "import wcxb {folder} made",
    "annotate import webmainbench": "import webmainbench {} made",
    "annotate import readability": "import readability {folder} made",
    "annotate import l3s-gn1": "import l3s-gn1 {folder} made",
    "annotate review --config": "review gold --config {}",
    "annotate train --base": "train gold --base {} --out made.npz",
    "cetr extract FILE": "extract {} --jobs 2 -o made.jsonl",
    "cetr extract --by-site": "extract {} --by-site --jobs 2 -o made.jsonl",
    "cetr extract --out-dir": "extract {folder} --jobs 2 --out-dir made",
    "cetr extract --method model": "extract page.html --method learned@model={}",
    "cetr extract --method mss": "extract page.html --method mss@model={}",
    "cetr extract --method vips": "extract {page} --method vips",
    "cetr extract --site-memory": "extract page.html --by-site --site-memory {} -o made.jsonl",
    "cetr plot PAGE": "plot {} -o made.png",
    "cetr plot --gold": "plot page.html --gold {} -o made.png",
    "evaluate run saved": "run gold -e saved:{folder} --out made",
    "evaluate run saved file": "run gold -e saved:{} --out made",
    "evaluate run --human": "run gold -e plain --human {} --out made",
    "evaluate reproduce --results": "reproduce threshold --results {}",
    "evaluate score": "score {} page.html",
    "evaluate score PREDICTION": "score page.html {}",
    "evaluate summary": "summary {}",
    "evaluate compare": "compare results {}",
    "evaluate report": "report {} -o made.html",
    "evaluate rescore": "rescore {folder}",
}
"""Every argument and option that takes a file, with how to give it one; `{folder}` has nothing but the file."""

PACKAGES: Mapping[str, str] = {
    "annotate rules": "rules {}",
    "annotate next": "next pages.jsonl {}",
    "annotate propagate": "propagate {}",
    "annotate export": "export jsonl {} made.jsonl",
    "annotate assign": "assign {} --to ann,bob",
    "annotate team": "team {}",
    "annotate collect": "collect {} gold",
    "annotate check": "check {} --jobs 2",
    "annotate doctor": "doctor {} --repair",
    "annotate agree": "agree {} gold",
    "annotate card": "card {} --with gold",
    "annotate render": "render {}",
    "annotate train-mss": "train-mss {} --out made.json",
    "annotate train": "train {} --out made.npz",
    "annotate import": "import jsonl pages.jsonl {}",
    "annotate capture": "capture page.html --headless --select p -p {}",
    "evaluate run": "run {} -e plain -e vips --jobs 2 --out made",
    "evaluate roc": "roc {} -e cetr",
    "evaluate reproduce": "reproduce threshold {}",
    "cetr extract": "extract {} --jobs 2 -o made.jsonl",
    "cetr plot": "plot {page} -o made.png",
}
"""Every command that reads a package."""

RESULTS: Mapping[str, str] = {
    "evaluate run --resume": "run gold -e plain --resume --out {}",
    "evaluate compare": "compare {} {}",
    "evaluate report": "report {} -o made.html",
    "evaluate rescore": "rescore {} --measures bag",
    "evaluate summary": "summary {} --by language",
}
"""Every command that reads results."""

PARTS_OF_PACKAGE: Mapping[str, tuple[str, ...]] = {
    "package.toml": ("deep.toml", "keys.toml", "sparse.html", "endless"),
    "journal.jsonl": ("sparse.html", "deep.json", "line.jsonl", "rows.jsonl"),
    "journal.jsonl.torn": ("sparse.html",),
    "a.html": ("deep.html", "sparse.html", "endless"),
    "a.txt": ("sparse.html", "line.jsonl"),
    "a.json": ("deep.json", "number.json", "sparse.html"),
    "a.source.html": ("sparse.html", "deep.html"),
    "a.layout.json.gz": ("zeros.jsonl.gz", "sparse.html"),
    "a.png": ("pixels.png", "sparse.html"),
    "a.warc.gz": ("pages.warc.gz",),
}
PARTS_OF_RESULTS: Mapping[str, tuple[str, ...]] = {
    "run.json": ("deep.json", "number.json", "sparse.html", "endless"),
    "summary.json": ("deep.json", "sparse.html"),
    "plain.tsv": ("line.jsonl", "rows.jsonl", "sparse.html", "endless"),
    "plain.predictions.jsonl": ("deep.json", "line.jsonl", "rows.jsonl", "sparse.html", "endless"),
}
"""What is put in place of each file."""


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
    for table, parts, source in ((PACKAGES, PARTS_OF_PACKAGE, "gold"), (RESULTS, PARTS_OF_RESULTS, "results")):
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
        shutil.copytree(base, folder)
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


def make_base(base: Path) -> None:
    """What the commands read besides the bomb: a package, results, pages, URLs and rules."""
    base.mkdir()
    starter = Path(__file__).parents[1] / "packages" / "starter"
    shutil.copytree(starter, base / "gold")
    keep = sorted(path.stem for path in (base / "gold").glob("*-0001.txt"))[:3]
    for path in (base / "gold").iterdir():
        stem = path.name.partition(".")[0]
        if stem not in (*keep, "package", "journal", ""):
            path.unlink()
    for path in (base / "gold").glob(f"{keep[0]}.*"):
        path.rename(path.with_name("a" + path.name.removeprefix(keep[0])))
    (base / "page.html").write_text("<title>One</title><p>One two three four five.<p>Six seven eight.")
    (base / "pages.jsonl").write_text('{"id": "x", "html": "<p>One", "text": "One", "url": "https://a.example/"}\n')
    (base / "urls.txt").write_text("http://127.0.0.1:9/\n")
    (base / "rules.toml").write_text('[[rules]]\nname = "a"\nurl = "*"\ntake = ["p"]\n')
    program = Path(sys.executable).with_name("evaluate")
    subprocess.run(
        [program, "run", "gold", "-e", "plain", "-o", "results"], cwd=base, check=True, stdout=subprocess.DEVNULL
    )


def main() -> None:
    """Print a row for each run that fails, and how many there were; ends with 1 if there was one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="runs in whose names all of these stand")
    parser.add_argument("--skip", action="append", default=[], help="no runs in whose names one of these stands")
    parser.add_argument("--memory", type=float, default=4500, help="MB of a command and its children")
    parser.add_argument("--timeout", type=float, default=90, help="seconds")
    parser.add_argument("--verbose", action="store_true", help="a row for each run")
    parser.add_argument("--work", type=Path, help="where the files are written")
    options = parser.parse_args()
    failed = count = 0
    with tempfile.TemporaryDirectory(dir=options.work) as name:
        bombs, base = Path(name) / "bombs", Path(name) / "base"
        bombs.mkdir()
        make_base(base)
        for trial in list_trials(bombs):
            if not all(word in trial.name for word in options.only) or any(word in trial.name for word in options.skip):
                continue
            bomb = bombs / trial.name.rpartition("< ")[2]
            if not os.path.lexists(bomb):
                BOMBS[bomb.name](bomb)
            wrong, peak, seconds, said = run_trial(trial, base, options.memory, options.timeout)
            count += 1
            failed += bool(wrong)
            if wrong or options.verbose:
                print(f"{wrong or 'ok':12} {peak:6.0f} MB {seconds:5.1f} s  {trial.name}: {said[:300]}", flush=True)
    print(f"{count} runs, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
