"""Coverage-guided fuzzing of everything that reads what strangers wrote.

::

    pip install atheris                                  # Linux, a Python that it has a wheel for
    python -m benchmarks.fuzz --seconds 60               # every target
    python -m benchmarks.fuzz warc --replay crash-1f3    # an input that failed, again

A target takes bytes and ends with a result or with `InputError`, the error that is for people; anything else has
failed, as has a law that does not hold. What fails lies in the working folder as atheris names it. Every target starts
from the pages of the starter package, and of a few lines of each format.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

STARTER = Path(__file__).parents[1] / "packages" / "starter"


def fuzz_document(data: bytes) -> None:
    """Decoding, lexing, the tree, and text from spans; all places lie in the document and in order."""
    from cetr.document import build_tree, decode_html, derive_text, find_unrendered, lex, locate_text

    html, _ = decode_html(data)
    tokens = lex(html)
    starts = tokens.start.tolist()
    assert starts == sorted(starts)
    assert all(0 <= place <= len(html) for place in starts)
    build_tree(html)
    find_unrendered(tokens)
    text, located = derive_text(html), locate_text(html)
    assert located.text.split() == text.split()
    assert bool((located.start <= located.end).all() and (located.end <= len(html)).all())
    third = len(html) // 3
    derive_text(html, ((third, 2 * third),) if third else ())


def fuzz_alignment(data: bytes) -> None:
    """A text that the page may not have: spans are in order, disjoint, and within the page."""
    from cetr.document import align_text

    html, _, text = data.decode("utf-8", "replace").partition("\0")
    spans = align_text(html, text).spans
    places = [place for span in spans for place in span]
    assert places == sorted(places)
    assert all(0 <= place <= len(html) for place in places)


def fuzz_loops(data: bytes) -> None:
    """Tokens, lines and counts of the compiled loops, which must be there, are those of NumPy."""
    import numpy as np

    from cetr.document import candidates, scanning
    from cetr.tagratio import kept
    from cetr.tagratio import scanning as lines

    html = data.decode("utf-8", "replace")
    expected, found = candidates.cut_tokens(html), scanning.cut_tokens(html)
    pairs = [(getattr(expected, name), getattr(found, name)) for name in expected.__dataclass_fields__]
    for wrap in (0, 10, 60):
        pairs += zip(kept.measure_lines(expected, wrap), lines.measure_lines(found, wrap), strict=True)
    pairs.append((kept.count_text(expected), lines.count_text(found)))
    assert all(one.dtype == other.dtype and np.array_equal(one, other) for one, other in pairs)


def fuzz_structure(data: bytes) -> None:
    """Markdown, HTML and metadata of a whole page; nothing that runs is left in the HTML."""
    from cetr.document import decode_html
    from cetr.metadata import read_metadata
    from cetr.structure import read_blocks, write_html, write_markdown

    html, _ = decode_html(data)
    spans = ((0, len(html)),) if html else ()
    write_markdown(read_blocks(html, spans))
    assert "<script" not in write_html(html, spans).lower()
    read_metadata(html)


def fuzz_extractors(data: bytes) -> None:
    """The tag ratios and the model: spans in order, disjoint, within the page."""
    import cetr
    from cetr.document import decode_html

    html, _ = decode_html(data)
    for method in ("cetr", "cetr-tm", "cetr-modern", "learned"):
        places = [place for span in cetr.read(html, method=method).spans for place in span]
        assert places == sorted(places)
        assert all(0 <= place <= len(html) for place in places)


def fuzz_measures(data: bytes) -> None:
    """Every measure of two texts lies between 0 and 1, and is 1 for a text and itself."""
    from evaluate.measures import score

    gold, _, predicted = data.decode("utf-8", "replace").partition("\0")
    measures = ("words", "bag", "chars", "set", "rouge-5")
    for name, found in score(gold, predicted, measures).items():
        assert 0 <= found.f1 <= 1, name
    for name, found in score(gold, gold, measures).items():
        assert found.f1 == 1, name


def fuzz_warc(data: bytes) -> None:
    """A WARC file, packed or not: pages, or pages to skip with a reason."""
    from cetr.console import InputError
    from cetr.sources import read_pages

    with TemporaryDirectory() as folder:
        for name in ("a.warc", "a.warc.gz"):
            path = Path(folder) / name
            path.write_bytes(gzip.compress(data, 1) if name.endswith(".gz") else data)
            with suppress(InputError):
                list(read_pages(path))


_FILES = {
    "jsonl": "rows.jsonl",
    "scrapinghub": "ground-truth.json",
    "trafilatura": "evaldata.json",
    "wcxb": "dev/ground-truth/a.json",
    "web-annotation": "annotations.jsonld",
    "cleaneval": "GoldStandard/1.txt",
    "l3s-gn1": "annotated/a.html",
    "dragnet": "Corrected/a.html.corrected.txt",
}


def fuzz_importers(data: bytes) -> None:
    """The first byte chooses the format, the rest is the file with its gold beside a fixed page."""
    from annotate.formats.table import FORMATS
    from cetr.console import InputError

    if not data:
        return
    form, name = list(_FILES.items())[data[0] % len(_FILES)]
    with TemporaryDirectory() as folder:
        for page in ("html/a.html", "dev/html/a.html", "original/a.html", "HTML/a.html", "finalrun-input/1.html"):
            path = Path(folder) / page
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("<p>One <b>two</b> three</p>\n<p>Four</p>", "utf-8")
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data[1:])
        with suppress(InputError):
            list(FORMATS[form].read(path if form == "jsonl" else Path(folder)))


def fuzz_package(data: bytes) -> None:
    """The first byte chooses the file of a package that the rest is: metadata, journal, layout, gold, package.toml."""
    from annotate.doctor.diagnosing import diagnose
    from cetr.console import InputError
    from cetr.document import read_layout_file
    from evaluate.package import read_document, read_journal, read_package

    names = ("a.json", "journal.jsonl", "a.layout.json.gz", "a.txt", "package.toml")
    if not data:
        return
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "package.toml").write_text('name = "p"\n', "utf-8")
        (folder / "a.html").write_text("<p>One <b>two</b> three</p>", "utf-8")
        (folder / "a.txt").write_text("One two three", "utf-8")
        name = names[data[0] % len(names)]
        (folder / name).write_bytes(gzip.compress(data[1:], 1) if name.endswith(".gz") else data[1:])
        with suppress(InputError):
            read_package(folder)
            read_document(folder, "a")
        with suppress(InputError):
            list(read_journal(folder))
        with suppress(InputError):
            read_layout_file(folder / "a.html")
        with suppress(InputError):
            list(diagnose(folder))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "document": fuzz_document,
    "alignment": fuzz_alignment,
    "loops": fuzz_loops,
    "structure": fuzz_structure,
    "extractors": fuzz_extractors,
    "measures": fuzz_measures,
    "warc": fuzz_warc,
    "importers": fuzz_importers,
    "package": fuzz_package,
}


def make_seeds(name: str, folder: Path) -> None:
    """Inputs to start from: what the target reads when nothing is wrong."""
    pages = [path.read_bytes()[:20_000] for path in sorted(STARTER.glob("*.html")) if ".source" not in path.name]
    texts = [path.read_bytes()[:2_000] for path in sorted(STARTER.glob("*.txt"))]
    seeds = {
        "alignment": [page[:4_000] + b"\0" + text for page, text in zip(pages, texts, strict=False)],
        "measures": [text + b"\0" + text[::2] for text in texts],
        "warc": [
            b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http;"
            b" msgtype=response\r\nContent-Length: 60\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
            b"<p>One two three\r\n\r\n"
        ],
        "importers": [
            bytes([0])
            + b'{"id": "a", "html": "<p>One", "text": "One", "url": "https://a.example/", "spans": [[3, 6]]}',
            bytes([1]) + b'{"a": {"articleBody": "One two three", "url": "http://a.example/"}}',
            bytes([2]) + b'{"http://a.example/": {"file": "a.html", "with": ["One"], "without": ["Four"]}}',
            bytes([3]) + b'{"url": "http://a.example/", "ground_truth": {"main_content": "One two", "with": ["One"]}}',
            bytes([4])
            + b'{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "AnnotationPage", "items": [{"type":'
            b' "Annotation", "target": {"source": "html/a.html", "selector": {"type": "TextQuoteSelector", "exact":'
            b' "One"}}}]}',
            bytes([5]) + b"<h>One\n<p>two three\n",
            bytes([6]) + b'<p><span class="x-nc-sel1">One</span> two</p>',
            bytes([7]) + b"!@#$%^&*()  COMMENTS\nOne two",
        ],
        "package": [
            *(bytes([0]) + path.read_bytes()[:4_000] for path in sorted(STARTER.glob("*.json"))[:4]),
            bytes([1]) + b'{"time": "2026-01-01T00:00:00Z", "document": "a", "action": "mark", "annotator": "a"}\n',
            bytes([2]) + b'{"viewport": [1280, 900], "elements": {"start": [0], "x": [0], "y": [0]}}',
            bytes([4]) + b'name = "p"\nlicense = "CC0-1.0"\n',
        ],
    }
    for number, seed in enumerate(seeds.get(name, pages)):
        (folder / f"seed-{number}").write_bytes(seed)


def run_target(name: str, seconds: int, corpus: Path) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["cetr", "evaluate", "annotate"]):
        TARGETS[name](b"<p>One \0 two")
    # Under atheris the memory grows with every instrumented run, and this target makes most of them.
    longest = 1_000 if name == "loops" else 20_000
    arguments = [f"-max_total_time={seconds}", f"-max_len={longest}", "-timeout=20", "-rss_limit_mb=3000", str(corpus)]
    atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
    atheris.Fuzz()


def main() -> None:
    """Each target in a process of its own; ends with 1 if one of them has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="*", choices=[*TARGETS, []], help="all by default")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--replay", type=Path, help="a file that failed")
    parser.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.replay:
        for name in options.target:
            TARGETS[name](options.replay.read_bytes())
    elif options.corpus:
        run_target(options.target[0], options.seconds, options.corpus)
    else:
        # Not where a target runs: what is imported before it is not instrumented.
        from benchmarks.children import benchmark_command, own_environment

        failed = []
        for name in options.target or TARGETS:
            with TemporaryDirectory() as folder:
                make_seeds(name, Path(folder))
                command = [*benchmark_command("fuzz"), name, "--seconds", str(options.seconds)]
                done = subprocess.run(
                    [*command, "--corpus", folder], capture_output=True, text=True, check=False, env=own_environment()
                )
            last = [line for line in done.stderr.splitlines() if line.startswith(("Done", "#", " === ", "==", "stat"))]
            runs = next((line for line in reversed(last) if line.startswith("Done")), "failed")
            print(f"{name}: {runs}", flush=True)
            if done.returncode:
                failed.append(name)
                print(done.stdout[-1500:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
