"""Which command gets which of the files, and where."""

from __future__ import annotations

from collections.abc import Mapping

FILES: Mapping[str, str] = {
    "annotate capture FILE": "capture {} --headless --select p -p made",
    "annotate capture --urls": "capture --urls {} --headless --select p -p made",
    "annotate capture --sitemap": "capture --sitemap {} --headless --select p -p made",
    "annotate capture --keys": "capture page.html --keys {} --headless --select p -p made",
    "annotate harvest RULES": "harvest {} --urls urls.txt -p made",
    "annotate harvest FILE": "harvest rules.toml {} --settle 0 -p made",
    "annotate harvest --urls": "harvest rules.toml --urls {} -p made",
    "annotate next CANDIDATES": "next {} gold",
    "annotate next --candidates folder": "next {folder} gold",
    "annotate import jsonl": "import jsonl {} made",
    "annotate import parquet": "import parquet {} made",
    "annotate import web-annotation": "import web-annotation {} made",
    "annotate import cetr": "import cetr {folder} made",
    "annotate import cleaneval": "import cleaneval {folder} made",
    "annotate import dragnet": "import dragnet {folder} made",
    "annotate import scrapinghub": "import scrapinghub {folder} made",
    "annotate import trafilatura": "import trafilatura {} made",
    "annotate import wcxb": "import wcxb {folder} made",
    "annotate import webmainbench": "import webmainbench {} made",
    "annotate import readability": "import readability {folder} made",
    "annotate import l3s-gn1": "import l3s-gn1 {folder} made",
    "annotate import label-studio": "import label-studio {} made",
    "annotate review --config": "review gold --config {}",
    "annotate restore --pages": "restore published made --pages {} --jobs 1",
    "annotate remember --model": "remember gold --model {} --out made.npz",
    "annotate train --base": "train gold --base {} --out made.npz",
    "cetr extract FILE": "extract {} --jobs 2 -o made.jsonl",
    "cetr extract --urls": "extract --urls {} --jobs 2 -o made.jsonl",
    "cetr extract --by-site": "extract {} --by-site --jobs 2 -o made.jsonl",
    "cetr extract --out-dir": "extract {folder} --jobs 2 --out-dir made",
    "cetr extract --method model": "extract page.html --method learned@model={}",
    "cetr extract --method mss": "extract page.html --method mss@model={}",
    "cetr extract --method vips": "extract {page} --method vips",
    "cetr extract --site-memory": "extract page.html --by-site --site-memory {} -o made.jsonl",
    "cetr proxy --method": "proxy --method learned@model={} --port 0",
    "cetr plot PAGE": "plot {} -o made.png",
    "cetr plot --method": "plot page.html --method learned@model={} -o made.png",
    "cetr plot --gold": "plot page.html --gold {} -o made.png",
    "evaluate run saved": "run gold -e saved:{folder} --out made",
    "evaluate run saved file": "run gold -e saved:{} --out made",
    "evaluate run --human": "run gold -e plain --human {} --out made",
    "evaluate reproduce --results": "reproduce threshold gold --results {} --resume",
    "evaluate score": "score {} page.html",
    "evaluate score PREDICTION": "score page.html {}",
    "evaluate summary": "summary {}",
    "evaluate compare": "compare results {}",
    "evaluate report": "report {} -o made.html",
    "evaluate rescore": "rescore {folder} -o rescored",
}
"""Every argument and option that takes a file, with how to give it one; `{folder}` has nothing but the file."""

PACKAGES: Mapping[str, str] = {
    "annotate rules": "rules {}",
    "annotate next": "next pages.jsonl {}",
    "annotate propagate": "propagate {}",
    "annotate remember": "remember {} --out made.npz",
    "annotate export": "export jsonl {} made.jsonl",
    "annotate publish": "publish {} made --jobs 1",
    "annotate restore DIR": "restore published {} --pages pages.jsonl --jobs 1",
    "annotate restore --pages package": "restore published made --pages {} --jobs 1",
    "annotate assign": "assign {} --to ann,bob",
    "annotate team": "team {} gold",
    "annotate team DIR_A": "team gold {}",
    "annotate collect": "collect {} gold",
    "annotate collect DIR_A": "collect gold {}",
    "annotate check": "check {} --jobs 2",
    "annotate doctor": "doctor {} --repair",
    "annotate agree": "agree {} gold",
    "annotate card": "card {} --with gold",
    "annotate card --with": "card gold --with {}",
    "annotate render": "render {}",
    "annotate train-mss": "train-mss {} --out made.json",
    "annotate train": "train {} --out made.npz",
    "annotate import": "import jsonl pages.jsonl {}",
    "annotate capture": "capture page.html --headless --select p -p {}",
    "annotate harvest": "harvest rules.toml --urls urls.txt -p {}",
    "evaluate run": "run {} -e plain -e vips --jobs 2 --out made",
    "evaluate run --human": "run gold -e plain --human {} --out made",
    "evaluate rescore DIR": "rescore results {} --measures bag -o rescored",
    "evaluate roc": "roc {}",
    "evaluate reproduce": "reproduce threshold {}",
    "cetr extract": "extract {} --jobs 2 -o made.jsonl",
    "cetr plot": "plot {page} -o made.png",
}
"""Every command that reads a package."""

RESULTS: Mapping[str, str] = {
    "evaluate run --resume": "run gold -e plain --resume --out {}",
    "evaluate compare": "compare {} {}",
    "evaluate reproduce --results": "reproduce threshold gold --results {} --resume",
    "evaluate report": "report {} -o made.html",
    "evaluate rescore": "rescore {} --measures bag -o rescored",
    "evaluate summary": "summary {} --by language",
}
"""Every command that reads results."""

PUBLISHED: Mapping[str, str] = {"annotate restore": "restore {} made --pages gold --jobs 1"}
"""Every command that reads published gold."""

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
PARTS_OF_PUBLISHED: Mapping[str, tuple[str, ...]] = {
    "gold.jsonl": ("deep.json", "number.json", "line.jsonl", "rows.jsonl", "sparse.html", "endless"),
    "about.json": ("deep.json", "number.json", "sparse.html", "endless"),
}
"""What is put in place of each file."""
