"""What is fuzzed: functions that take bytes and end with a result or with `InputError`, the error for people."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cetr.methods import Method


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
    """The compiled loops, which must be there, find what NumPy finds: tokens, lines, texts, attributes, leaves."""
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
    _compare_texts(html, data)
    _compare_attributes(html)
    _compare_leaves(data)


def _compare_texts(html: str, data: bytes) -> None:
    """Each byte tells how long a stretch is."""
    import numpy as np

    from cetr.learned import measuring, texts

    lengths = np.frombuffer(data, dtype=np.uint8).astype(np.int64) % 16
    stop = np.minimum(np.append(np.cumsum(lengths), len(html)), len(html))
    expected, found = vars(texts.measure_texts(html, stop)), vars(measuring.measure_texts(html, stop))
    assert all(found[name].dtype == expected[name].dtype for name in expected)
    assert all(np.array_equal(found[name], expected[name]) for name in expected)


def _compare_attributes(html: str) -> None:
    """What stands between two signs that begin a tag counts as one, with the name of a fixed list."""
    import numpy as np

    from cetr.document import pack_name
    from cetr.document.narrowing import narrow
    from cetr.learned import attributes, scanning, tagsources

    code = narrow(html)
    signs = np.flatnonzero(code[: len(html)] == ord("<"))
    sources = tagsources.TagSources(html, code, np.append(0, signs), np.append(signs, len(html)))
    numbered = zip(tagsources.number_sources(sources), scanning.number_sources(sources), strict=True)
    assert all(np.array_equal(one, other) for one, other in numbered)
    names = np.resize(np.array([pack_name(name) for name in ("p", "h1", "blockquote")], dtype=np.uint64), len(sources))
    expected, found = attributes.gather_attributes(sources, names), scanning.gather_attributes(sources, names)
    for one, other in ((expected.style, found.style), (expected.hidden, found.hidden)):
        assert np.array_equal(one, other)
    terms = (sorted(zip(some.owner.tolist(), some.hash.tolist(), strict=True)) for some in (expected, found))
    assert next(terms) == next(terms)


def _compare_leaves(data: bytes) -> None:
    """The first byte tells the depth of the trees, the second the number of features, the rest is all their numbers."""
    import numpy as np

    from cetr.learned import descending, nodes

    depth, count, parts = data[0] % 6 if data else 0, 1 + data[1] % 4 if data[1:] else 1, 2**6
    numbers = np.frombuffer(data[: len(data) // 4 * 4], dtype=np.float32)
    trees = min(1 + len(numbers) // parts, 50)
    feature = (np.resize(numbers, (trees, 2**depth - 1)).view(np.uint32) % count).astype(np.int32)
    threshold, value = (np.resize(numbers, (trees, 2**depth - less)) for less in (1, 0))
    table = np.resize(numbers[::-1], (count, len(numbers) // count))
    made = nodes.Nodes(depth, feature, threshold, value)
    expected, found = nodes.find_leaves(made, table), descending.find_leaves(made, table)
    assert found.dtype == expected.dtype
    assert np.array_equal(found, expected, equal_nan=True)


def fuzz_structure(data: bytes) -> None:
    """Markdown, HTML and metadata of a whole page; nothing that runs is left in the HTML."""
    from cetr.document import decode_html
    from cetr.metadata import read_metadata
    from cetr.structure import read_blocks, write_html, write_markdown

    html, _ = decode_html(data)
    spans = ((0, len(html)),) if html else ()
    write_markdown(read_blocks(html, spans))
    assert "<script" not in write_html(html, spans).lower()
    read_metadata(html, spans=tuple((len(html) // 2, end) for _, end in spans), url=html[:50])


@cache
def _load_methods() -> tuple[Method, ...]:
    from cetr.methods import load_method

    return tuple(map(load_method, ("cetr", "cetr-tm", "cetr-modern", "learned")))


def fuzz_extractors(data: bytes) -> None:
    """The tag ratios and the model: spans in order, disjoint, within the page."""
    from cetr.document import content_spans, decode_html

    html, _ = decode_html(data)
    for method in _load_methods():
        places = [place for span in content_spans(html, method(html)) for place in span]
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
    from cetr.sources import read_source

    with TemporaryDirectory() as folder:
        for name in ("a.warc", "a.warc.gz"):
            path = Path(folder) / name
            path.write_bytes(gzip.compress(data, 1) if name.endswith(".gz") else data)
            with suppress(InputError):
                list(read_source(path))


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
    from annotate.formats.table import find_reader
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
            list(find_reader(form)(path if form == "jsonl" else Path(folder)))


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
