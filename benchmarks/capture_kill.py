"""Kill a capturing process at random moments: no half-written document, and no saved one lost.

    python -m benchmarks.capture_kill [--kills 200] [--seed 1]

A child captures a page, saves it again and again into one package, says what it has saved and puts the picture beside
it; it is killed (SIGKILL, browser and all), the package is checked, and the next child goes on.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from annotate.browser import open_browser
from annotate.capture.freeze import freeze
from annotate.capture.loading import load
from annotate.capture.save import Choice, check_document, look_up, save_document
from annotate.capture.selection import select_elements
from annotate.capture.tab import open_tab
from annotate.capture.views import take_screenshot
from benchmarks.capture import LIMITS, make_page, serve
from evaluate.package import attach_files, check_fragments, read_document, read_journal, read_package
from evaluate.package.files import SCREENSHOT


def capture_forever(site: str, folder: Path) -> None:
    """The child: freeze a page once, then save it again and again, and say so only when it is saved."""
    with open_browser() as context:
        tab = open_tab(context, LIMITS)
        load(tab, f"{site}/page.html", LIMITS)
        frozen = freeze(tab, LIMITS, screenshot=False)
        picture = take_screenshot(tab)
        assert picture is not None
        spans = select_elements(tab.world, frozen, ["main"], []).spans
        checked = check_document(frozen, Choice(spans), look_up(tab.world, spans))
        while True:
            saved = save_document(folder, checked)
            print(saved.name, flush=True)
            attach_files(folder, saved.name, {SCREENSHOT: picture})


def check_package(folder: Path, saved: set[str]) -> list[str]:
    """What is wrong with a package after a crash: documents that were saved and are not there, or not whole."""
    if not (folder / "package.toml").exists():
        return ["the package is lost"] if saved else []
    names = set(read_package(folder).names)
    wrong = [f"{name}: was saved and is gone" for name in sorted(saved - names)]
    for name in names:
        document = read_document(folder, name)
        if not all(check.exact for check in check_fragments(document.html, document.meta.fragments)):
            wrong.append(f"{name}: does not check")
        picture = document.path(SCREENSHOT)
        if picture.exists() and not picture.read_bytes().endswith(b"IEND\xaeB`\x82"):
            wrong.append(f"{name}: half a picture")
    listed = [decision.document for decision in read_journal(folder)]
    if sorted(listed) != sorted(names):
        wrong.append(f"the journal has {len(listed)} decisions for {len(names)} documents")
    return wrong


def run_and_kill(site: str, folder: Path, wait: float) -> list[str]:
    """Run a child until it has been at work for ``wait`` seconds after its first document; what it has saved."""
    child = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.capture_kill", "--child", site, str(folder)],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert child.stdout is not None
    first = child.stdout.readline()
    if not first:
        raise SystemExit("the child ends before it has saved anything")
    time.sleep(wait)
    os.killpg(child.pid, signal.SIGKILL)
    rest = child.stdout.read()
    child.wait()
    child.stdout.close()
    # A line that was being written when the process died says nothing.
    return [line for line in (first + rest).split("\n")[:-1] if line]


def main() -> None:
    """Kill, check, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=2, metavar=("SITE", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        capture_forever(arguments.child[0], Path(arguments.child[1]))
    draw = random.Random(arguments.seed)
    wrong: list[str] = []
    total = 0
    with serve({"/page.html": make_page(0.2)}) as site, tempfile.TemporaryDirectory() as temporary:
        for kill in range(arguments.kills):
            folder = Path(temporary) / f"gold-{kill // 20}"
            if kill % 20 == 0:
                saved: set[str] = set()
                shutil.rmtree(Path(temporary) / f"gold-{kill // 20 - 1}", ignore_errors=True)
            saved.update(run_and_kill(site, folder, draw.uniform(0, 0.5)))
            found = check_package(folder, saved)
            total += len(saved)
            wrong += found
            print(f"{kill + 1}\t{len(saved)} saved\t{'; '.join(found) or 'whole'}", flush=True)
    print(f"{arguments.kills} kills, {len(wrong)} faults")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
