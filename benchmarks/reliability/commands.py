"""Every command that writes, as it is killed."""

# ruff: noqa: E501  # a command line is read best as one line

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

from benchmarks.by_site import write_warc
from benchmarks.reliability.killing import Command
from benchmarks.reliability.pages import (
    STARTER,
    approve_sample,
    finish_drafts,
    make_package,
    make_site,
    make_warcs,
)
from benchmarks.reliability.settings import (
    in_terminal,
    in_terminal_looking,
    with_cluster,
    with_editor,
    with_pages,
    with_window,
)
from benchmarks.reliability.starting import succeed

DOCUMENTS = 18
Prepare = Callable[[Path], None]

_RULES = '[[rules]]\nname = "benchmark"\nurl = "*"\ntake = ["main"]\n'


def _package(folder: Path) -> None:
    make_package(folder / "package", DOCUMENTS)


def _after(*lines: str) -> Prepare:
    """A package, and what some commands make of it."""

    def prepare(folder: Path) -> None:
        _package(folder)
        for line in lines:
            succeed(line, folder)

    return prepare


def _sites(folder: Path) -> None:
    make_site(folder / "package", sites=3, pages=10, finished=4)


def _sampled(folder: Path) -> None:
    make_site(folder / "package", sites=3, pages=20, finished=4)
    succeed("annotate propagate package --sample 3 --sure-from 0.5", folder)
    approve_sample(folder / "package")


def _drafts(folder: Path) -> None:
    make_site(folder / "package", sites=1, pages=12, finished=0)


def _finished_by_two(folder: Path) -> None:
    """A package, and those of two people who have finished what was assigned to them."""
    make_site(folder / "package", sites=3, pages=12, finished=0)
    succeed("annotate assign package --to anna,bert", folder)
    for name in ("anna", "bert"):
        finish_drafts(folder / f"package-{name}")


def _two(folder: Path) -> None:
    _package(folder)
    shutil.copytree(folder / "package", folder / "second")


def _train(folder: Path) -> None:
    make_site(folder / "package", sites=4, pages=6, finished=6)


def _many(folder: Path) -> None:
    make_package(folder / "package", 60)


def _rules(folder: Path) -> None:
    (folder / "rules.toml").write_text(_RULES, "utf-8")


def _nothing(folder: Path) -> None:
    pass


def _damaged(folder: Path) -> None:
    """A package after a bad day: metadata cut off, texts gone, line ends converted, rows of the journal joined."""
    package = folder / "package"
    make_package(package, DOCUMENTS)
    names = sorted(path.stem for path in package.glob("*.json"))
    for number, name in enumerate(names):
        page, meta, text = (package / f"{name}{suffix}" for suffix in (".html", ".json", ".txt"))
        if number % 3 == 0:
            meta.write_bytes(meta.read_bytes()[:200])
        elif number % 3 == 1:
            text.unlink()
        else:
            page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n"))
    journal = package / "journal.jsonl"
    rows = journal.read_bytes().splitlines()
    journal.write_bytes(b"".join(rows[:4]) + b"\n" + rows[4][:40] + b"\n" + b"\n".join(rows[4:]) + b"\n")


def _files(folder: Path) -> None:
    """Pages without a package."""
    (folder / "pages").mkdir()
    pages = (path for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name)
    for path in islice(pages, DOCUMENTS):
        shutil.copy(path, folder / "pages")


def _warcs(folder: Path) -> None:
    make_warcs(folder / "warcs", 8)


def _warc(folder: Path) -> None:
    pages = [path.read_bytes() for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name]
    write_warc(folder / "pages.warc", pages, 60, 60)


_CAPTURE = "annotate capture --urls urls --select main --delay 0 --settle 0 --ignore-robots --package made"
_HARVEST = "annotate harvest rules.toml --urls urls --delay 0 --settle 0 --ignore-robots --package made"

COMMANDS: Mapping[str, Command] = {
    "import": Command(
        "`annotate import`", "annotate import jsonl rows.jsonl made", ("made",), _after("annotate export jsonl package rows.jsonl"), times=50),
    "export": Command("`annotate export` to a file", "annotate export jsonl package made.jsonl", ("made.jsonl",), _package, times=50),
    "export-folder": Command(
        "`annotate export` to a folder", "annotate export dragnet package made", ("made",), _package, times=50),
    "capture": Command(
        "`annotate capture --headless`", f"{_CAPTURE} --headless", ("made",), _nothing, setting=with_pages, announces=True, times=30),
    "capture-warc": Command(
        "`annotate capture --headless --warc`", f"{_CAPTURE} --headless --warc", ("made",), _nothing, setting=with_pages, announces=True, times=30),
    "capture-window": Command(
        "`annotate capture` in a window, `Enter` for each page", _CAPTURE, ("made",), _nothing, setting=with_window, announces=True, times=30),
    "harvest": Command("`annotate harvest`", _HARVEST, ("made",), _rules, setting=with_pages, announces=True, times=25),
    "render": Command("`annotate render`", "annotate render package", ("package",), _package, announces=False, times=25),
    "review": Command(
        "`annotate review` in a terminal, each draft marked and approved",
        "annotate review package -e plain --annotator second",
        ("package",),
        _drafts,
        setting=in_terminal,
        longest=3,
    ),
    "review-blind": Command(
        "`annotate review --blind`, which makes a package",
        "annotate review package --blind --out made --annotator second",
        ("made",),
        _package,
        setting=in_terminal_looking,
        longest=0.5,
    ),
    "review-against": Command(
        "`annotate review --against`, which makes a package",
        "annotate review package --against second --out made --annotator third",
        ("made",),
        _two,
        setting=in_terminal_looking,
        longest=0.5,
    ),
    "propagate": Command("`annotate propagate`", "annotate propagate package", ("package",), _sites),
    "propagate-accept": Command(
        "`annotate propagate --accept`", "annotate propagate package --accept --annotator second", ("package",), _sampled
    ),
    "config": Command("`annotate config --edit`", "annotate config --edit", ("settings.toml",), _nothing, setting=with_editor, times=20),
    "assign": Command(
        "`annotate assign`",
        "annotate assign package --to anna,bert --overlap 20% --gold 10%",
        ("package-anna", "package-bert"),
        _sites, times=50),
    "collect": Command(
        "`annotate collect`", "annotate collect package package-anna package-bert", ("package",), _finished_by_two, times=50),
    "doctor": Command("`annotate doctor --repair`", "annotate doctor package --repair", ("package",), _damaged, mends=True, times=50),
    "card": Command("`annotate card`", "annotate card package -o made.md", ("made.md",), _package, times=50),
    "train": Command("`annotate train`", "annotate train package -o made", ("made",), _train, times=20),
    "train-mss": Command("`annotate train-mss`", "annotate train-mss package -o made.json", ("made.json",), _package, times=50),
    "extract": Command(
        "`cetr extract` of a package", "cetr extract package --jobs 2 --out made.jsonl", ("made.jsonl",), _many, "--resume"
    ),
    "extract-files": Command(
        "`cetr extract` of a folder of pages to Parquet",
        "cetr extract pages --out made.parquet",
        ("made.parquet",),
        _files,
        "--resume",
    ),
    "extract-warc": Command(
        "`cetr extract` of a WARC file", "cetr extract pages.warc --out made.jsonl", ("made.jsonl",), _warc, "--resume"
    ),
    "extract-by-site": Command(
        "`cetr extract --by-site` with a memory",
        "cetr extract package --by-site --site-memory memory --out made.jsonl",
        ("made.jsonl", "memory"),
        _sites,
        "--resume",
    ),
    "extract-dir": Command(
        "`cetr extract --out-dir`, a file for each page", "cetr extract package --out-dir made", ("made",), _many, "--resume"
    ),
    "extract-cluster": Command(
        "`cetr extract --cluster`",
        # Rows name their files, so all runs take the same ones.
        "cetr extract ../base/warcs --out made --cluster {cluster}",
        ("made",),
        _warcs,
        "--resume",
        setting=with_cluster,
    ),
    "extract-by-site-cluster": Command(
        "`cetr extract --by-site --cluster`",
        "cetr extract ../base/warcs --by-site --out made --cluster {cluster}",
        ("made",),
        _warcs,
        "--resume",
        setting=with_cluster,
        times=20,
    ),
    "run-cluster": Command(
        "`evaluate run --cluster`",
        "evaluate run package -e plain --out made --cluster {cluster}",
        ("made",),
        _many,
        "--resume",
        setting=with_cluster,
    ),
    "run": Command(
        "`evaluate run`", "evaluate run package -e plain --jobs 2 --out made", ("made",), _many, "--resume"
    ),
    "rescore": Command(
        "`evaluate rescore`",
        "evaluate rescore results --measures bag --out made",
        ("made",),
        _after("evaluate run package -e plain --out results"),
    ),
    "report": Command(
        "`evaluate report`",
        "evaluate report results -o made.html",
        ("made.html",),
        _after("evaluate run package -e plain --out results"),
    ),
    "reproduce": Command(
        "`evaluate reproduce`",
        "evaluate reproduce gottron-f1 package --results made -o made.png",
        ("made", "made.png"),
        _package, "--resume", times=15),
    "roc": Command("`evaluate roc`", "evaluate roc package -o made.png", ("made.png",), _package),
    "plot": Command(
        "`cetr plot`", "cetr plot pages/news-localhost-0001.html -o made.png", ("made.png",), _files, times=50),
}  # fmt: skip
