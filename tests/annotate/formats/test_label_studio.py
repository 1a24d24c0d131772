"""Label Studio: an export of version 1.23, whose regions were dragged in its own page, and exports changed by hand.

`label-studio.json` lacks what nobody reads, such as the counts of each task.
"""

import json
import re
import time
from pathlib import Path

import pytest

from annotate.cli import annotate
from cetr.console import run
from evaluate.package import read_document, read_package
from tests.annotate.formats.samples import GOLD, PAGE, SPANS, read_all

EXPORT = Path(__file__).with_name("label-studio.json")


def change(folder, **annotation):
    """Write the export with changes to the annotation of its first page; ``value`` changes its first region."""
    tasks = json.loads(EXPORT.read_text("utf-8"))
    value = annotation.pop("value", {})
    tasks[0]["annotations"][0] |= annotation
    for region in tasks[0]["annotations"][0]["result"][:1]:
        region["value"] |= value
    path = folder / "export.json"
    path.write_text(json.dumps(tasks), "utf-8")
    return path


def test_regions_become_spans():
    """They are found by their text; pages without labels have no content, or are drafts if nobody finished them."""
    records, omissions = read_all("label-studio", EXPORT)
    assert omissions == {}
    first = records["task-7"]
    assert (first.html, first.spans, first.url, first.annotator, first.extra) == (
        PAGE, SPANS, "https://e.org/0", "user-1", {"source": "trial"},
    )  # fmt: skip
    assert {name: (record.status, record.spans) for name, record in records.items() if name != "task-8"} == {
        "task-7": ("gold", SPANS),
        "task-9": ("draft", ()),
        "task-10": ("draft", ()),
        "task-11": ("gold", ()),
    }


def read_one(folder, data, *results):
    """The record of a page with these results."""
    task = {"id": 1, "data": data, "annotations": [{"result": results}]}
    (folder / "a.json").write_text(json.dumps([task]))
    return read_all("label-studio", folder / "a.json")[0]["task-1"]


def region(text, start="/p[1]/text()[1]", **value):
    """A region with its text and the beginning of its place."""
    return {"type": "hypertextlabels", "value": {"start": start, "text": text, **value}}


def test_regions_are_all_that_counts(tmp_path):
    """Not other results, regions of blanks, shorter texts beside the page, or what is no URL."""
    data = {"note": "<b>one", "text": "<p>one two</p><p>three</p>", "url": 5}
    others = ("x", {"type": "choices", "value": {"choices": ["one"]}}, region(" "))
    record = read_one(tmp_path, data, *others, region("three"), region("one"))
    assert (record.html, record.url, record.extra) == (data["text"], "", {"note": "<b>one"})
    assert ([record.html[start:end] for start, end in record.spans], record.text) == (["one", "three"], None)


def test_a_text_to_be_aligned_is_in_the_order_of_the_page(tmp_path):
    """Whatever the order in which it was labelled."""
    data = {"text": "<p>one two</p><p>three</p>"}
    at = [{"globalOffsets": {"start": start, "end": start + 5}} for start in (7, 0)]
    record = read_one(tmp_path, data, region("three", **at[0]), region("one or two", **at[1]))
    assert (record.text, record.spans) == ("one or two\nthree", None)


@pytest.mark.parametrize(
    ("start", "offset", "at"),
    [
        ("/div[1]/p[2]/b[1]/text()[1]", 0, 1),
        ("/div[1]/p[2]/text()[1]", 9, 2),
        ("/DIV/P[2]/text()", 0, 1),
        ("/div[1]/text()[1]", 4, 2),
        ("/p[2]/text()[1]", 0, 0),
    ],
)
def test_the_place_that_shares_most_with_that_of_a_region_counts(tmp_path, start, offset, at):
    """The nearest one, if the page has another element there, or less text; the first of equals."""
    page = "<div><p>yes</p><p>yes yes</p></div>"
    record = read_one(tmp_path, {"text": page}, region("yes", start, startOffset=offset))
    assert record.spans[0][0] == [found.start() for found in re.finditer("yes", page)][at]


def test_the_same_text_is_told_apart_by_its_path():
    """A sentence is in a box, too, and a cell has the text of another, in a table whose body only the browser adds."""
    record = read_all("label-studio", EXPORT)[0]["task-8"]
    assert [record.html[start:end] for start, end in record.spans] == [
        "The last boat leaves at midnight.</p>\n<p>It is  <b>red</b>.",
        "yes",
    ]
    assert [start for start, _ in record.spans] == [record.html.rindex("The last boat"), record.html.rindex("yes")]


def test_equals_in_one_element_are_told_apart_by_their_text_and_the_place_in_it(tmp_path):
    """The second text of a paragraph is another than the third, and "yes" is another place than the end of "eyes"."""
    page = "<p>Yes<br>his eyes say yes<br>yes, yes</p>"
    for number, at, text in ((3, 5, "yes, yes"), (2, 13, "his eyes"), (3, 0, "yes, yes")):
        value = {"start": f"/p[1]/text()[{number}]", "startOffset": at, "text": "yes"}
        task = {"id": 1, "data": {"text": page}, "annotations": [{"result": [{"type": "labels", "value": value}]}]}
        (tmp_path / "a.json").write_text(json.dumps([task]))
        ((start, end),) = read_all("label-studio", tmp_path / "a.json")[0]["task-1"].spans
        assert (page[start:end], start) == ("yes", page.index(text) + at)


def test_thousands_of_equal_labels_are_told_apart_in_seconds(tmp_path):
    """Every second of 8,000 cells with "yes" is labelled; looking at all cells for each took minutes."""
    page = "<table>" + "<tr><td>yes</td></tr>\n" * 8000 + "</table>"
    values = [{"start": f"/table[1]/tbody[1]/tr[{n}]/td[1]/text()[1]", "text": "yes"} for n in range(2, 8001, 2)]
    task = {"result": [{"type": "labels", "value": value} for value in values]}
    (tmp_path / "a.json").write_text(json.dumps([{"id": 1, "data": {"text": page}, "annotations": [task]}]))
    start = time.process_time()
    spans = read_all("label-studio", tmp_path / "a.json")[0]["task-1"].spans
    assert time.process_time() - start < 10
    cells = [at.start() for at in re.finditer("yes", page)]
    assert spans == tuple((at, at + 3) for at in cells[1::2])


def test_places_in_a_text_are_counted_as_browsers_do(tmp_path):
    """An emoji is two, an entity is one."""
    page = "<p>&lt;👍👍👍👍👍👍👍👍 yes yes</p>"
    value = {"start": "/p[1]/text()[1]", "startOffset": 18, "text": "yes"}
    task = {"id": 1, "data": {"text": page}, "annotations": [{"result": [{"type": "labels", "value": value}]}]}
    (tmp_path / "a.json").write_text(json.dumps([task]))
    assert read_all("label-studio", tmp_path / "a.json")[0]["task-1"].spans[0][0] == page.index("yes")


def test_a_text_that_the_page_has_not_in_one_piece_is_aligned(tmp_path):
    """Such as one from which Label Studio left a part out; the report says how much of it the page has."""
    source = change(tmp_path, value={"text": "On foxes\\nThe quick fox, “Fred”, jumps."})
    assert run(annotate, ["import", "label-studio", str(source), str(tmp_path / "p"), "--jobs", "1"]) == 0
    document = read_document(tmp_path / "p", "task-7")
    assert document.text == GOLD.replace("écru ", "")
    assert document.spans[0][0] == SPANS[0][0] and document.meta.coverage == 1.0
    assert read_package(tmp_path / "p").names == ("task-10", "task-11", "task-7", "task-8", "task-9")


def test_the_newest_annotation_counts_unless_one_is_the_truth(tmp_path):
    """Cancelled ones never count."""
    page = "<p>one</p><p>two</p>"

    def annotation(text, **facts):
        return {"result": [{"type": "labels", "value": {"start": "/p[1]/text()[1]", "text": text}}], **facts}

    old = annotation("one", updated_at="2026-01-01T00:00:00Z", completed_by={"email": "ann@e.org"})
    new = annotation("two", updated_at="2026-01-02T00:00:00Z", completed_by={"id": 5})
    tasks = [
        {"id": number, "data": {"html": page}, "annotations": given}
        for number, given in enumerate(
            ([old, new], [old | {"ground_truth": True}, new], [old, new | {"was_cancelled": True}])
        )
    ]
    (tmp_path / "a.json").write_text(json.dumps(tasks))
    records, _ = read_all("label-studio", tmp_path / "a.json")
    found = [(record.html[slice(*record.spans[0])], record.annotator) for record in records.values()]
    assert found == [("two", None), ("one", "ann@e.org"), ("one", "ann@e.org")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"start": 3}, "is not labelled as HTML: a region has no XPath"),
        ({"text": None}, "has regions without their text, which 'saveTextResult=\"yes\"' saves"),
    ],
)
def test_a_page_whose_labels_say_too_little_is_left_out(tmp_path, value, reason):
    """The reason says what is missing."""
    records, omissions = read_all("label-studio", change(tmp_path, value=value))
    assert omissions == {"task-7": reason}
    assert len(records) == 4


def test_tasks_of_other_kinds_are_left_out(tmp_path):
    """Those with the address of a page alone, and those that are no tasks."""
    good = {"id": 1, "data": {"html": "<p>x"}, "annotations": []}
    tasks = [good, {"id": 2, "data": {"html": "https://e.org/", "n": 1}, "annotations": []}, {"id": 3}]
    (tmp_path / "a.json").write_text(json.dumps(tasks))
    assert read_all("label-studio", tmp_path / "a.json")[1] == {
        "task-2": "has no HTML in its data (html, n), perhaps a URL",
        "task 3": "data: is missing",
    }


def test_other_exports_are_refused(tmp_path, capsys):
    """JSON-MIN has the regions of a page, but not who made which of them, and nothing of skipped pages."""
    (tmp_path / "min.json").write_text(json.dumps([{"id": 1, "html": "<p>x", "label": []}]))
    assert run(annotate, ["import", "label-studio", str(tmp_path / "min.json"), str(tmp_path / "p")]) == 2
    assert capsys.readouterr().err == (
        f"annotate: {tmp_path / 'min.json'}: is not Label Studio's export 'JSON': data: is missing\n"
    )
    assert run(annotate, ["import", "label-studio", str(tmp_path), str(tmp_path / "p")]) == 2
    assert capsys.readouterr().err == (
        f"annotate: {tmp_path}: is a folder; name the file of Label Studio's export 'JSON'\n"
    )
