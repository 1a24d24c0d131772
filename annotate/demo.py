"""The whole loop on a small site: ``make demo``."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

from annotate.starter import capture_site, read_site
from cetr.console import count_of, run
from evaluate.cli import evaluate

SITE = Path("packages/starter-site")
FOLDER = Path("demo")
EXTRACTORS = ("plain", "cetr-tm", "cetr-km", "cetr", "cetr-modern", "learned")


def main() -> int:
    """Serve, capture with the mouse, evaluate, and say what to try next; returns the exit code."""
    started = time.monotonic()
    package, results = FOLDER / "package", FOLDER / "results"
    shutil.rmtree(FOLDER, ignore_errors=True)
    site = read_site(SITE)
    print(f"Capturing {len(site.pages)} pages of {SITE}, served here, in a real browser with the mouse:\n")
    for page, saved in capture_site(site, package, site.pages):
        print(f"  {page.file:16} {saved.words:5} words in {count_of(saved.exact, 'fragment')}, all exact", flush=True)
    print(f"\nScoring extractors against {package}:\n", flush=True)
    code = run(evaluate, ["run", str(package), "--out", str(results), *(f"--extractor={name}" for name in EXTRACTORS)])
    print(
        f"\n{time.monotonic() - started:.0f} s. Three things to try next:\n\n"
        f"  .venv/bin/annotate review {package}\n"
        f"  .venv/bin/evaluate report {results} -o {FOLDER}/report.html\n"
        f"  .venv/bin/annotate capture {site.folder}/blog.html --package {FOLDER}/mine\n"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
