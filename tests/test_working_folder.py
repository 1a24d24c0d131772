"""Nothing that lies in the folder one works in runs: datasets come from strangers, and one works in them."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from annotate.review.columns import Answer, Column, Job
from annotate.review.predicting import Predictor
from annotate.review.window import WindowProgram
from annotate.window.messages import Look
from benchmarks.children import benchmark_command, own_environment
from tests.annotate.review.threads import run_async
from tests.documents import make_document

PAGE = "<title>Rain</title><p>The first of the paragraphs, number {0}.<p>And the second one.<ul><li>Menu</ul>"
COMMANDS = {
    "annotate capture": "page.html --package captured --headless --select p",
    "annotate harvest": "rules.toml --urls urls.txt --package harvested",
    "annotate rules": ".",
    "annotate next": ". --jobs 2",
    "annotate propagate": ". --jobs 2",
    "annotate remember": ". --out sites.npz",
    "annotate review": ".",
    "annotate serve": ". --port 0",
    "annotate import": "jsonl rows.jsonl imported",
    "annotate export": "jsonl . exported.jsonl",
    "annotate publish": ". published",
    "annotate restore": "published restored --pages .",
    "annotate check": ". --extractor plain --jobs 2",
    "annotate doctor": ".",
    "annotate agree": ". .",
    "annotate assign": ". --to ann,bob",
    "annotate team": ".",
    "annotate collect": ". imported",
    "annotate card": ".",
    "annotate config": "",
    "annotate render": "one",
    "annotate train-mss": ". --out model.json",
    "annotate train": ". --out model",
    "annotate install-browser": "--quiet",
    "cetr extract": "--method plain --jobs 2 . --out rows-out.jsonl",
    "cetr methods": "",
    "cetr plot": "page.html -o plot.png",
    "cetr proxy": "--port 0",
    "evaluate run": ". --extractor plain --out results --jobs 2",
    "evaluate roc": ". --extractor cetr",
    "evaluate compare": "results results",
    "evaluate rescore": "results --jobs 2",
    "evaluate report": "results -o report.html --jobs 2",
    "evaluate reproduce": "threshold . --jobs 2",
    "evaluate score": "a.txt a.txt",
    "evaluate summary": "results",
    "evaluate measures": "",
    "evaluate extractors": "",
}
"""Every command of ours, with what it needs to come as far as it can; in the order in which they need each other."""
LASTING = {"annotate review": b"Leave", "annotate serve": b"http://", "cetr proxy": b"http://"}
"""Commands that would go on for ever, and what they print once they have come as far as they can."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package in which a module lies for every name that Python or a library of ours could import."""
    folder = tmp_path / "package"
    for number in range(8):
        make_document(folder, f"doc-{number:02d}", PAGE.format(number), ("first of the paragraphs",))
    make_document(folder / "one", "doc", PAGE, ())
    (folder / "page.html").write_text(PAGE, "utf-8")
    (folder / "rows.jsonl").write_text('{"id": "a", "html": "<p>One", "text": "One", "url": "https://a.example/"}\n')
    (folder / "rules.toml").write_text('[[rules]]\nname = "a"\nurl = "*"\ntake = ["p"]\n')
    (folder / "urls.txt").write_text("http://127.0.0.1:9/\n")
    (folder / "a.txt").write_text("One")
    names = {name for name in packages_distributions() if name.isidentifier()} | set(sys.stdlib_module_names)
    for name in names | {"sitecustomize", "usercustomize"}:
        (folder / f"{name}.py").write_text(
            f"import os\nos.close(os.open({str(folder.parent / 'ran')!r} + '-' + __name__, os.O_CREAT))\n"
            "raise ImportError(f'{__name__} of the working folder')\n"
        )
    return folder


def read_until(terminal: int, sign: bytes) -> None:
    """Read what is printed until a sign comes."""
    printed = b""
    while sign not in printed:
        assert select.select([terminal], [], [], 120)[0], printed[-500:]
        printed += os.read(terminal, 1 << 16)


def find_ran(package: Path) -> list[str]:
    """The modules of the folder that have run."""
    return sorted(path.name for path in package.parent.glob("ran-*"))


def test_every_command_is_tried() -> None:
    """A new command is tried, too."""
    known = {
        f"{program} {command}"
        for program in ("annotate", "cetr", "evaluate")
        for command in import_module(f"{program}.cli").COMMANDS
    }
    assert known == set(COMMANDS)


@pytest.mark.parametrize(
    ("program", "least"),
    [
        pytest.param("annotate", 9, marks=pytest.mark.long),
        ("cetr", 2),
        pytest.param("evaluate", 6, marks=pytest.mark.long),
    ],
)
def test_no_command_runs_what_lies_in_the_folder(package: Path, program: str, least: int) -> None:
    """In a terminal, as people work; those that would go on for ever are ended."""
    codes: dict[str, int | None] = {}
    for command, arguments in COMMANDS.items():
        if not command.startswith(f"{program} "):
            continue
        name = command.split()[1]
        words = [str(Path(sys.executable).with_name(program)), name, *arguments.split()]
        near, far = pty.openpty()
        output = far if command in LASTING else subprocess.DEVNULL
        with subprocess.Popen(
            words, cwd=package, stdin=far, stdout=output, stderr=output, start_new_session=True
        ) as process:
            try:
                if command in LASTING:
                    read_until(near, LASTING[command])
                else:
                    codes[command] = process.wait(120)
            finally:
                for signum in (signal.SIGTERM, signal.SIGKILL):
                    if process.poll() is None:
                        os.killpg(process.pid, signum)
                        time.sleep(0.2)
                os.close(near)
                os.close(far)
        assert find_ran(package) == [], command
    assert list(codes.values()).count(0) >= least, codes


@pytest.mark.long
def test_the_reviewer_runs_nothing_either(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worker answers, and the window for a page opens or says why not."""
    monkeypatch.chdir(package)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    answers: list[Answer] = []

    async def ask() -> str:
        predictor = Predictor(lambda job, answer: answers.append(answer))
        predictor.ask(Job(".", "doc-00", (Column("plain"),)))
        task = asyncio.create_task(predictor.run())
        while not answers or not predictor.idle:
            await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        window = WindowProgram("/no/such/browser", print, ended.set_result)
        await window.open(Look(".", "doc-00"))
        return await ended

    said = run_async(ask())
    assert find_ran(package) == []
    assert answers[0].results["plain"].f1 is not None
    assert said.startswith("--browser: /no/such/browser: is not a program")


def find_files(houses: Sequence[str], pattern: str) -> list[str]:
    """The files of our Python code in which something stands."""
    root = Path(__file__).parents[1]
    files = [file for house in houses for file in sorted((root / house).rglob("*.py"))]
    return [file.relative_to(root).as_posix() for file in files if re.search(pattern, file.read_text("utf-8"))]


def test_python_is_started_in_one_place() -> None:
    """Nowhere else is the interpreter run, or a module of ours by name; programs beside it are none of its modules."""
    own, others = ("annotate", "cetr", "evaluate"), ("benchmarks", "training")
    assert find_files(own, r"sys\.executable|[\"']-m[\"']") == ["cetr/console/children.py"]
    assert find_files(others, r"(?<!Path\()sys\.executable|[\"']-m[\"']") == []
    pools = r"ProcessPoolExecutor[()]|\bPool\(|multiprocessing\.Process"
    assert find_files((*own, *others), pools) == ["cetr/console/parallel.py"]


def test_a_benchmark_s_children_run_nothing_either(package: Path) -> None:
    """Wherever it is started, a benchmark finds its own modules, and none of the folder."""
    command = [*benchmark_command("extract_speed"), "--help"]
    done = subprocess.run(command, cwd=package, env=own_environment(), capture_output=True, check=False)
    assert (find_ran(package), done.returncode) == ([], 0)
