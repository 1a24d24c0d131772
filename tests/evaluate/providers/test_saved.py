"""Outputs made elsewhere."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest

from cetr.console import InputError
from evaluate.extractors import find_extractor
from evaluate.outputs import Output, read_as_text
from evaluate.providers.saved import find_missing, hash_outputs


def test_a_folder_holds_texts_or_html(tmp_path: Path) -> None:
    """NAME.txt is text whatever it looks like, NAME.html and NAME.md become text; an empty file is an empty output."""
    (tmp_path / "a.txt").write_text("<p>as it is", encoding="utf-8")
    (tmp_path / "b.html").write_text("<p>made &amp; text", encoding="utf-8")
    (tmp_path / "c.txt").write_text("")
    extractor = find_extractor(f"saved:{tmp_path}")
    assert extractor.wants == {"document"}
    (tmp_path / "d.md").write_text("# A *title*")
    found = [extractor.extract("", document=name) for name in "abcd"]
    assert [read_as_text(output) for output in found] == ["<p>as it is", "made & text", "", "A title"]
    (tmp_path / "c.md").write_text("not empty")
    (tmp_path / "c.html").write_text("<p>not empty")
    found = [extractor.extract("", document=name) for name in "cd"]
    assert [output.note for output in found if isinstance(output, Output)] == ["not read: c.md, c.html", ""]


def test_the_cases_of_mineru_html_are_read_as_they_are_kept(tmp_path: Path) -> None:
    """A folder for each page: its HTML where there is one, else the Markdown; no more of it than that."""
    kept = {
        "one": {
            "pred_main.html": "<h1>A</h1><p>b",
            "pred_main.txt": "# A\n\nb",
            "gt_main.txt": "# A",
            "input.html": "x",
        },
        "two": {"pred_main.txt": "## C", "rouge_score.json": "{}"},
        "three": {"input.html": "x"},
    }
    for name, files in kept.items():
        (tmp_path / "cases" / name).mkdir(parents=True)
        for file, content in files.items():
            (tmp_path / "cases" / name / file).write_text(content, "utf-8")
    extractor = find_extractor(f"saved:{tmp_path / 'cases'}")
    found = [extractor.extract("", document=name) for name in ("one", "two")]
    assert [(str(output), output.type) for output in found] == [("<h1>A</h1><p>b", "html"), ("## C", "markdown")]
    assert find_missing(str(tmp_path / "cases"), list(kept)) == ["three"]
    before = hash_outputs(str(tmp_path / "cases"))
    (tmp_path / "cases" / "two" / "pred_main.txt").write_text("## D", "utf-8")
    assert hash_outputs(str(tmp_path / "cases")) != before


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("o.json", json.dumps({"a": {"articleBody": "one"}, "b": {"articleBody": ""}})),
        ("o.json", json.dumps({"a": "one", "b": ""})),
        ("o.jsonl", '{"id": "a", "text": "one"}\n\n{"document": "b", "content": ""}\n'),
        ("o.jsonl.xz", '{"name": "a", "extracted": "one"}\n{"name": "b", "text": ""}'),
        ("o.json.gz", json.dumps({"a": {"text": "one"}, "b": ""})),
        ("O.JSONL.GZ", '{"name": "a", "text": "one"}\n{"name": "b", "text": ""}'),
        ("o.json", json.dumps({"version": "1", "output": {"a": {"articleBody": "one"}, "b": {}}})),
        ("o.json", '\ufeff{"a": "one", "b": null}'),
        (
            "o.jsonl",
            '{"package": "p", "document": "a", "text": "one"}\r\n{"package": "q", "document": "b", "text": ""}',
        ),
    ],
)
def test_a_file_maps_names_to_texts(tmp_path: Path, file: str, content: str) -> None:
    """The shape of Scrapinghub's benchmark, plain objects and JSON Lines; packed or not."""
    pack = {".xz": lzma.compress, ".gz": gzip.compress}.get(Path(file).suffix.lower(), bytes)
    (tmp_path / file).write_bytes(pack(content.encode()))
    extractor = find_extractor(f"saved:{tmp_path / file}")
    assert (extractor.extract("", document="a"), extractor.extract("", document="b")) == ("one", "")


def test_a_missing_output_is_an_error_not_an_empty_one(tmp_path: Path) -> None:
    """The error names the document; all missing ones can be known before a run."""
    (tmp_path / "a.txt").write_text("one")
    with pytest.raises(InputError, match="has no output for 'b'"):
        find_extractor(f"saved:{tmp_path}").extract("", document="b")
    assert find_missing(str(tmp_path), ["a", "b", "c"]) == ["b", "c"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "is not an object of names and texts"),
        ("{", "is not JSON"),
        ("{}", "holds no texts"),
        ('{"a": 1}', "a: is not a text"),
        ('{"a": {"body": "one"}}', "a: has no text"),
        (None, "No such file or directory"),
    ],
)
def test_unreadable_files_are_known_before_the_run(tmp_path: Path, content: str | None, message: str) -> None:
    """The error names the file and what is wrong with it."""
    path = tmp_path / "o.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=f"o.json.*{message}"):
        find_extractor(f"saved:{path}")


def test_a_line_without_a_name_is_named_itself(tmp_path: Path) -> None:
    """JSON Lines: the error says which line."""
    path = tmp_path / "o.jsonl"
    path.write_text('{"id": "a", "text": ""}\n{"text": ""}\n')
    with pytest.raises(InputError, match=r"o\.jsonl: line 2: has no key for the name of the document"):
        find_extractor(f"saved:{path}")


def test_separators_inside_a_text_end_no_line(tmp_path: Path) -> None:
    """What ends a line for Unicode but not for JSON is part of the text."""
    text, path = "one\u2028two\u2029three\u0085four", tmp_path / "o.jsonl"
    path.write_text(json.dumps({"id": "a", "text": text}, ensure_ascii=False) + "\n", encoding="utf-8")
    assert find_extractor(f"saved:{path}").extract("", document="a") == text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', "o.jsonl: line 2: 'a' occurs twice"),
        (
            '{"package": "p", "document": "a", "text": "x"}\n{"package": "q", "document": "a", "text": "y"}\n',
            "o.jsonl: has documents of the same name in several packages",
        ),
    ],
)
def test_one_name_has_one_output(tmp_path: Path, content: str, message: str) -> None:
    """Which of two is meant is not guessed."""
    path = tmp_path / "o.jsonl"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        find_extractor(f"saved:{path}")
