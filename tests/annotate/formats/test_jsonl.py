"""`annotate import jsonl`: rows become documents; what cannot is left out with its reason."""

import gzip
import json
import lzma

import pytest
from click.testing import CliRunner

from annotate.cli import annotate
from annotate.formats import importing, jsonl
from annotate.formats.importing import import_records, propose_names
from annotate.formats.records import Omission, Record
from annotate.formats.table import FORMATS, list_written
from cetr.console import run
from evaluate.package import PackageInfo, create_package, read_document, read_journal, read_package

PAGE = "<html lang=en_us><title>A &amp; B</title><body><nav>Home News</nav><p>The quick fox.</p><p>Jumps.</p></html>"


def write_rows(path, *rows):
    """Write rows, dicts or ready lines, as JSON Lines."""
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows), encoding="utf-8")
    return path


def import_file(source, folder, *options):
    """Run `annotate import jsonl` and return the exit code."""
    return run(annotate, ["import", "jsonl", str(source), str(folder), "--jobs", "1", *options])


def test_row_becomes_document(tmp_path, capsys):
    """A row's gold is kept as it came and aligned; language and title come from the page."""
    rows = write_rows(
        tmp_path / "rows.jsonl",
        {"id": "x1", "url": "https://example.org/", "page_type": "article", "html": PAGE, "text": "The quick\n\nfox"},
    )
    assert import_file(rows, tmp_path / "pack") == 0
    document = read_document(tmp_path / "pack", "x1")
    assert (document.html, document.text) == (PAGE, "The quick\n\nfox")
    assert [PAGE[a:b] for a, b in document.spans] == ["The quick fox."]
    meta = document.meta
    assert (meta.url, meta.page_type, meta.language, meta.title) == (
        "https://example.org/",
        "article",
        "en-US",
        "A & B",
    )
    assert (meta.coverage, meta.fragmented, meta.status, meta.extra) == (1.0, False, "gold", {})
    (decision,) = read_journal(tmp_path / "pack")
    assert (decision.document, decision.action, decision.after) == ("x1", "import", document.spans)
    assert decision.detail == {"source": "jsonl:rows.jsonl"}
    assert "1 imported, 0 already there, 0 left out; coverage: mean 1.0000" in capsys.readouterr().out


def test_coverage_and_fragments(tmp_path, capsys):
    """Words that the page has not lower the coverage; gold with other words between is fragmented."""
    rows = write_rows(tmp_path / "rows.jsonl", {"id": "a", "html": PAGE, "text": "home quick fox unknown"})
    assert import_file(rows, tmp_path / "pack") == 0
    meta = read_document(tmp_path / "pack", "a").meta
    assert (meta.coverage, meta.fragmented) == (0.75, True)
    assert capsys.readouterr().out.splitlines()[2].split() == ["a", "0.7500", "coverage", "under", "0.9"]


@pytest.mark.parametrize("opener", [lzma.open, gzip.open])
def test_compressed(tmp_path, opener):
    """Compressed files are known by their contents, whatever their name."""
    with opener(tmp_path / "rows", "wt") as file:
        file.write(json.dumps({"id": "a", "html": PAGE, "text": "fox"}))
    assert import_file(tmp_path / "rows", tmp_path / "pack") == 0
    assert read_package(tmp_path / "pack").names == ("a",)


def test_a_byte_order_mark_is_no_content(tmp_path):
    """As editors of Windows write it before the first row."""
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": "a", "html": PAGE, "text": "quick"}), encoding="utf-8-sig")
    assert import_file(tmp_path / "rows.jsonl", tmp_path / "pack") == 0
    assert read_package(tmp_path / "pack").names == ("a",)


def test_bad_rows_are_left_out(tmp_path, capsys):
    """Each row that is no page is named with its reason, the rest is imported, and the exit code is 3."""
    rows = write_rows(
        tmp_path / "rows.jsonl",
        {"id": "good", "html": PAGE, "text": "fox"},
        "{broken",
        {"id": "no-html", "text": "fox"},
        {"id": "no-gold", "html": PAGE},
        {"id": "raw-html", "raw_html": PAGE, "gold": "fox"},
        {"id": "gold-text", "html": PAGE, "gold_text": "fox"},
        {"id": "empty", "html": " ", "text": "fox"},
        {"id": "typed", "html": PAGE, "text": 5},
        {"id": "place", "html": "<p>x</p>", "spans": [[3, 4], [5, 9]]},
        "",
        [1],
    )
    assert import_file(rows, tmp_path / "pack", "--format", "json") == 3
    report = json.loads(capsys.readouterr().out)
    counts = {"imported": 1, "present": 0, "left_out": 9, "coverage_mean": 1.0, "coverage_low": 0}
    assert report["summary"] == counts
    assert {r["document"]: r["finding"].removeprefix("left out: ") for r in report["findings"]} == {
        "row 2": "is not a JSON object: JSON is malformed: object keys must be strings (byte 1)",
        "no-html": "html: is missing",
        "no-gold": "has no gold: neither text nor spans",
        "raw-html": "html: is missing; rename its key (the row has raw_html, gold)",
        "gold-text": "has no gold: neither text nor spans; rename its key (the row has gold_text)",
        "empty": "has no HTML",
        "typed": "text: expected text, but found a whole number",
        "place": "spans[1]: [5, 9) is not inside the 8 characters of html",
        "row 11": "is not a JSON object",
    }
    assert read_package(tmp_path / "pack").names == ("good",)


@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"", lzma.compress(b'{"html": "x"')[:-8]])
def test_other_files_are_refused(tmp_path, capsys, content):
    """A file that is not JSON Lines, or cut off, gets one line and exit code 2, and no folder is made."""
    (tmp_path / "file").write_bytes(content)
    assert import_file(tmp_path / "file", tmp_path / "pack") == 2
    assert str(tmp_path / "file") in capsys.readouterr().err
    assert not (tmp_path / "pack").exists()


def test_too_large_to_align(tmp_path, monkeypatch):
    """A page whose alignment would take too much memory is left out; one with few words in much markup is not."""
    monkeypatch.setattr("annotate.formats.importing.ALIGNMENT_LIMIT", 1000)
    rows = write_rows(
        tmp_path / "rows.jsonl",
        {"id": "a", "html": "<p>" + "word " * 200, "text": "word " * 6},
        {"id": "b", "html": "<p>" + "<br>" * 2000 + "word", "text": "word " * 6},
    )
    records = list(jsonl.read(rows))
    create_package(tmp_path / "pack", PackageInfo(name="p"))
    report = import_records(records, tmp_path / "pack", source="test")
    assert [o.id for o in report.omissions] == ["a"]
    assert list(report.coverage) == ["b"]


def test_names_from_ids(tmp_path):
    """An id that is no document name is changed and kept; ids that become the same name get numbers."""
    rows = write_rows(
        tmp_path / "rows.jsonl",
        {"id": "a/b", "html": PAGE, "text": "fox"},
        {"id": "a b", "html": PAGE + "2", "text": "fox"},
        {"id": "A-B", "html": PAGE + "3", "text": "fox"},
        {"html": PAGE + "4", "text": "fox"},
        {"id": 7, "html": PAGE + "5", "text": "fox"},
    )
    assert import_file(rows, tmp_path / "pack") == 0
    ids = {n: read_document(tmp_path / "pack", n).meta.extra.get("id") for n in read_package(tmp_path / "pack").names}
    assert ids == {"a-b": "a/b", "a-b-2": "a b", "A-B-3": "A-B", "row-000004": "row 000004", "7": None}


def test_names_alike_cost_no_more_than_others(tmp_path, monkeypatch):
    """Where all ids become the same name, as of a script without Latin letters, no name is proposed again and again."""
    proposed = []

    def watch(*given):
        for name in propose_names(*given):
            proposed.append(name)
            yield name

    monkeypatch.setattr(importing, "propose_names", watch)
    create_package(tmp_path / "pack", PackageInfo(name="p"))
    records = [Record(id="\u65e5\u672c", html=PAGE, text="") for _ in range(30)]
    report = import_records(records, tmp_path / "pack", source="test")
    assert list(report.coverage) == ["page", *(f"page-{number}" for number in range(2, 31))]
    assert len(proposed) < 120


def test_second_run_resumes(tmp_path, capsys):
    """What is in the package is left alone, also when it was reviewed since; only the rest is imported."""
    first = {"id": "a b", "html": PAGE, "text": "fox"}
    import_file(write_rows(tmp_path / "rows.jsonl", first), tmp_path / "pack")
    rows = write_rows(tmp_path / "rows.jsonl", first | {"text": "quick"}, {"id": "c", "html": PAGE, "text": "fox"})
    assert import_file(rows, tmp_path / "pack") == 0
    assert "1 imported, 1 already there, 0 left out" in capsys.readouterr().out
    assert read_document(tmp_path / "pack", "a-b").text == "fox"
    assert read_package(tmp_path / "pack").names == ("a-b", "c")


def test_other_page_of_the_same_name(tmp_path):
    """A page is never taken for another one that has its name."""
    import_file(write_rows(tmp_path / "1", {"id": "a", "html": PAGE, "text": "fox"}), tmp_path / "pack")
    import_file(write_rows(tmp_path / "2", {"id": "a", "html": PAGE + " ", "text": "fox"}), tmp_path / "pack")
    assert read_package(tmp_path / "pack").names == ("a", "a-2")


def test_spans_are_taken_as_they_are(tmp_path):
    """A row with spans is not aligned; without a text the text is derived."""
    start = PAGE.index("The quick")
    rows = write_rows(tmp_path / "rows.jsonl", {"id": "a", "html": PAGE, "spans": [[start, start + 9]]})
    assert import_file(rows, tmp_path / "pack", "--language", "de", "--page-type", "forum") == 0
    document = read_document(tmp_path / "pack", "a")
    assert (document.text, document.spans) == ("The quick", ((start, start + 9),))
    assert (document.meta.language, document.meta.page_type) == ("en-US", "forum")


def test_a_language_that_is_none(tmp_path, capsys):
    """It is refused in the words of `annotate capture`, and nothing is written."""
    rows = write_rows(tmp_path / "rows.jsonl", {"id": "a", "html": PAGE, "text": "fox"})
    assert import_file(rows, tmp_path / "pack", "--language", "english") == 2
    message = "annotate: --language: 'english' is not a BCP 47 tag such as 'en' or 'pt-BR'\n"
    assert (capsys.readouterr().err, (tmp_path / "pack").exists()) == (message, False)


def test_a_label_that_is_no_language_says_nothing(tmp_path):
    """What the set or the page calls a language, and is none, leaves it to the page or to --language."""
    rows = write_rows(
        tmp_path / "rows.jsonl",
        {"id": "a", "html": PAGE, "text": "fox", "language": "(unknown)"},
        {"id": "b", "html": PAGE.replace("en_us", "{{lang}}"), "text": "fox"},
        {"id": "c", "html": PAGE.replace("en_us", "utf-8"), "text": "fox"},
    )
    assert import_file(rows, tmp_path / "pack", "--language", "de") == 0
    assert [read_document(tmp_path / "pack", name).meta.language for name in "abc"] == ["en-US", "de", "de"]


def test_processes_give_the_same(tmp_path):
    """Several processes write the same documents as one."""
    records = [Record(id=str(i), html=PAGE + str(i), text="The fox jumps") for i in range(12)]
    records.insert(3, Omission("bad", "is bad"))
    reports = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        create_package(folder, PackageInfo(name="p"))
        reports.append(import_records(records, folder, source="test", jobs=jobs))
    assert reports[0] == reports[1]
    one, two = ([read_document(tmp_path / f, str(i)) for i in range(12)] for f in "12")
    assert [(d.meta, d.text) for d in one] == [(d.meta, d.text) for d in two]


def test_export_gives_back_what_was_imported(tmp_path):
    """Rows written from a package and read again make the same documents."""
    row = {
        "id": "a/b",
        "html": PAGE,
        "text": "The  fox\njumps",
        "url": "https://e.org/",
        "label": [1],
        "status": "draft",
    }
    import_file(write_rows(tmp_path / "rows", row | {"optional": [[0, 4]], "note": "n"}), tmp_path / "one")
    document = read_document(tmp_path / "one", "a-b")
    assert document.meta.extra == {"id": "a/b", "label": [1]}
    jsonl.write([document], tmp_path / "again")
    import_file(tmp_path / "again", tmp_path / "two")
    again = read_document(tmp_path / "two", "a-b")
    assert (again.meta, again.text, again.html) == (document.meta, document.text, document.html)


@pytest.mark.parametrize(("given", "name"), [("a.b", "a-b"), ("", "page"), ("é", "page"), ("x" * 200, "x" * 110)])
def test_propose_names(given, name):
    """Proposed names are document names whatever the id."""
    proposed = propose_names(given)
    assert [next(proposed), next(proposed)] == [name, f"{name}-2"]


@pytest.mark.parametrize(("command", "names"), [("import", FORMATS), ("export", list_written())])
@pytest.mark.parametrize("width", [60, 80])
def test_the_list_of_formats_is_wrapped(command, names, width):
    """Names stand in a column of their own, what they are beside them, at any usual width."""
    lines = CliRunner().invoke(annotate, [command, "--help"], terminal_width=width).output.splitlines()
    formats = lines[lines.index("Formats:") + 1 : lines.index("Options:") - 1]
    assert [line[2:16].rstrip() for line in formats if line[2] != " "] == list(names)
    assert {line[16:18] for line in formats} == {"  "} and max(map(len, formats)) <= width
