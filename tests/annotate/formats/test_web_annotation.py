"""W3C Web Annotation: ours, and that of others."""

import json
from dataclasses import replace

import msgspec
import pytest

from annotate.cli import annotate
from annotate.formats.web_annotation import write
from cetr.console import InputError, run
from evaluate.package.meta import RangeSelector
from tests.annotate.formats.samples import PAGE, SPANS, make_package, read_all, write_files
from tests.documents import make_document


def test_web_annotation_of_others(tmp_path):
    """Annotations with nothing but a quote are found by it and the text around; lost ones leave the page out."""

    def annotation(source, **quote):
        return {"target": {"source": source, "selector": {"type": "TextQuoteSelector", **quote}}}

    items = [
        annotation("a.html", exact="The quick", prefix="Buy now!", suffix="fox."),
        annotation("a.html", exact="Second item"),
        annotation("b.html", exact="is nowhere"),
        annotation("c.html", exact="x"),
    ]
    files = {"annotations.jsonld": json.dumps({"items": items}), "a.html": PAGE, "b.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    (first, second) = records["a"].spans
    assert first[0] == PAGE.rindex("The quick")
    assert PAGE[slice(*second)] == "Second item"
    assert omissions == {
        "b": "1 of 1 quotes are not in the page: 'is nowhere'",
        "c": "has no page c.html beside the annotations",
    }


def test_white_space_of_others_tells_no_places_apart(tmp_path):
    """Quotes, and text around them, with line breaks of a browser are found in their place; white space is no quote."""
    at = PAGE.rindex("The quick")
    around = {"type": "TextQuoteSelector", "exact": "The\nquick", "prefix": "Buy\u00a0now! ", "suffix": "\nfox."}
    place = {"type": "TextPositionSelector", "start": at, "end": at + 9}
    blank = {"type": "TextQuoteSelector", "exact": " \n"}
    selectors = {"a.html": around, "b.html": [place, around | {"prefix": "", "suffix": ""}], "c.html": blank}
    items = [{"target": {"source": source, "selector": selector}} for source, selector in selectors.items()]
    files = {"annotations.jsonld": json.dumps({"items": items}), **dict.fromkeys(selectors, PAGE)}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert {name: record.spans for name, record in records.items()} == dict.fromkeys("ab", ((at, at + 9),))
    assert omissions == {"c": "1 of 1 quotes are not in the page: ' \n'"}


def test_web_annotation_names_the_annotator(tmp_path):
    """Who made all annotations of a page is its annotator; of several people, or a stranger thing, nobody is."""
    ann, bob = {"type": "Person", "nickname": "ann"}, {"type": "Person", "name": "Bob"}
    creators = {"a.html": [ann, ann], "b.html": [bob], "c.html": [ann, bob], "d.html": [{"name": {}}], "e.html": [None]}
    target = {"selector": {"type": "TextQuoteSelector", "exact": "Second item"}}
    items = [{"creator": c, "target": target | {"source": file}} for file, some in creators.items() for c in some]
    files = {"annotations.jsonld": json.dumps({"items": items}), **dict.fromkeys(creators, PAGE)}
    records, _ = read_all("web-annotation", write_files(tmp_path, files))
    assert [records[name].annotator for name in "abcde"] == ["ann", "Bob", None, None, None]


def test_web_annotation_with_positions_alone(tmp_path):
    """A place in the page needs no quote, if there is text at it."""

    def annotation(source, start, end):
        selector = {"type": "TextPositionSelector", "start": start, "end": end}
        return {"target": {"source": source, "selector": selector}}

    inside, outside = annotation("a.html", *SPANS[0]), annotation("b.html", 2, 5)
    files = {"annotations.jsonld": json.dumps({"items": [inside, outside]}), "a.html": PAGE, "b.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert records["a"].spans == (SPANS[0],)
    assert omissions == {"b": "1 of 1 quotes are not in the page: no quote, and no text at 2 to 5"}


def test_a_place_with_another_text_by_now_is_found_by_its_quote(tmp_path):
    """The position is that of the page as it was."""
    place = {"type": "TextPositionSelector", "start": SPANS[0][0], "end": SPANS[0][1]}
    selector = [place, {"type": "TextQuoteSelector", "exact": "Second item"}]
    items = [{"target": {"source": "a.html", "selector": selector}}]
    files = {"annotations.jsonld": json.dumps({"items": items}), "a.html": PAGE}
    records, _ = read_all("web-annotation", write_files(tmp_path, files))
    at = PAGE.index("Second item")
    assert records["a"].spans == ((at, at + len("Second item")),)


def test_selectors_of_text_alone_count(tmp_path):
    """Also those that refine others; places that are no numbers are none."""
    start, end = SPANS[0]
    other = {"type": "DataPositionSelector", "start": start, "end": end, "exact": "is nowhere"}
    strange = {"type": "TextPositionSelector", "start": str(start), "end": None}
    refined = {"type": "FragmentSelector", "refinedBy": {"type": "TextQuoteSelector", "exact": "Second item"}}
    selectors = {"a.html": [other, strange, refined], "b.html": other}
    items = [{"target": {"source": source, "selector": selector}} for source, selector in selectors.items()]
    files = {"annotations.jsonld": json.dumps({"items": items}), **dict.fromkeys(selectors, PAGE)}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert [PAGE[slice(*span)] for span in records["a"].spans] == ["Second item"]
    assert omissions == {"b": "1 of 1 quotes are not in the page: no quote, and no text at 0 to 0"}


def test_web_annotation_knows_pages_without_annotations(tmp_path):
    """With their URLs, languages and titles; what is no text says nothing. The file may have another name."""
    with pytest.raises(InputError, match=f"^{tmp_path}: has no annotations.jsonld$"):
        read_all("web-annotation", write_files(tmp_path, {"x/a.html": PAGE, "x/b.html": PAGE}))
    facts = {
        "a.html": {"url": "https://e.org/a", "language": "en", "title": "Foxes"},
        "b.html": {"url": 1, "language": 2, "title": 3},
    }
    write_files(tmp_path, {"x/all.jsonld": json.dumps({"items": [], "pages": facts})})
    records, omissions = read_all("web-annotation", tmp_path)
    assert omissions == {}
    assert {name: (known.spans, known.url, known.language, known.title) for name, known in records.items()} == {
        "a": ((), "https://e.org/a", "en", "Foxes"),
        "b": ((), "", None, None),
    }
    write_files(tmp_path, {"x/annotations.jsonld": json.dumps({"items": [], "pages": {"b.html": {}}})})
    assert list(read_all("web-annotation", tmp_path)[0]) == ["b"]


def test_web_annotation_of_a_wrong_shape_costs_itself_alone(tmp_path):
    """An item or page facts that are not as they should be are named or passed over; other pages come in."""
    good = {"target": {"source": "a.html", "selector": {"type": "TextQuoteSelector", "exact": "The quick"}}}
    items = [{"target": "a.html#frag"}, good, 7]
    facts = {"a.html": ["no", "facts"]}
    files = {"annotations.jsonld": json.dumps({"items": items, "pages": facts}), "a.html": PAGE}
    records, omissions = read_all("web-annotation", write_files(tmp_path, files))
    assert list(records) == ["a"]
    assert list(omissions) == ["annotations.jsonld: items[0]", "annotations.jsonld: items[2]"]
    assert omissions["annotations.jsonld: items[0]"] == "target: expected an object, but found text"


def test_web_annotation_is_w3c(tmp_path):
    """An exported annotation has the context, the target and the three selectors of the standard."""
    make_package(tmp_path / "pack")
    assert run(annotate, ["export", "web-annotation", str(tmp_path / "pack"), str(tmp_path / "out")]) == 0
    page = json.loads((tmp_path / "out/annotations.jsonld").read_text("utf-8"))
    assert (page["@context"], page["type"]) == ("http://www.w3.org/ns/anno.jsonld", "AnnotationPage")
    assert page["pages"]["full.html"] == {"url": "https://e.org/a", "language": "en", "title": "Foxes & dogs"}
    item = next(i for i in page["items"] if i["target"]["source"] == "full.html")
    assert "creator" not in item
    assert item["target"]["selector"][0] == {"type": "TextPositionSelector", "start": SPANS[0][0], "end": SPANS[0][1]}
    quote = item["target"]["selector"][1]
    assert quote["exact"].startswith("On foxes The quick")
    assert quote["prefix"].endswith("News")


def test_who_marked_a_range_is_exported(tmp_path):
    """With the elements in which it begins and ends, where they are known."""
    document = make_document(tmp_path / "pack", "a", "<p>One</p>", ("One",), annotator="ann")
    (fragment,) = document.meta.fragments
    place = RangeSelector(start="/p/text()", start_offset=0, end="/p/text()", end_offset=3)
    meta = msgspec.structs.replace(document.meta, fragments=(msgspec.structs.replace(fragment, xpath=place), fragment))
    write([replace(document, meta=meta)], tmp_path / "out")
    first, second = json.loads((tmp_path / "out/annotations.jsonld").read_text("utf-8"))["items"]
    points = [
        {
            "type": "XPathSelector",
            "value": "/p/text()",
            "refinedBy": {"type": "TextPositionSelector", "start": at, "end": at},
        }
        for at in (0, 3)
    ]
    assert first["target"]["selector"][2:] == [
        {"type": "RangeSelector", "startSelector": points[0], "endSelector": points[1]}
    ]
    assert second["target"]["selector"] == first["target"]["selector"][:2]
    assert first["creator"] == {"type": "Person", "nickname": "ann"}
