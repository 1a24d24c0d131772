"""Metadata and package.toml: round trips, and errors that name file and field."""

import json
import re
from datetime import date

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cetr.console import InputError
from evaluate.package import (
    Fragment,
    PackageError,
    PackageInfo,
    create_package,
    read_document,
    read_package,
    write_document,
    write_info,
)
from evaluate.package.meta import format_info, format_meta, parse_info, parse_meta
from evaluate.results.runs import read_run
from tests.evaluate.package.examples import TEXTS, make_meta, temporary_package


@settings(max_examples=60)
@example(PackageInfo(name="", languages=("\r\n",), guideline="\nsecond line\n"))
@given(st.builds(PackageInfo, name=TEXTS, title=TEXTS, guideline=TEXTS, languages=st.lists(TEXTS).map(tuple)))
def test_info_round_trip(info):
    """package.toml keeps every text, also of several lines."""
    info = msgspec.structs.replace(info, guideline=info.guideline.replace("\r", "\n") + "\nsecond line\n")
    with temporary_package() as folder:
        write_info(folder, info)
        assert read_package(folder).info == info


def test_texts_of_several_lines_stand_so_in_package_toml():
    """A person edits them; a carriage return, which TOML would lose there, is escaped."""
    for text, line in (("a\nb\n", '"""\na\nb\n"""'), ("a\r\nb", r'"a\r\nb"')):
        written = format_info(PackageInfo(name="p", guideline=text))
        assert f"\nguideline = {line}\n" in written.decode()
        assert parse_info(written, "package.toml").guideline == text


def test_a_date_under_extra_stays_one():
    """TOML has dates, and a person's own keep their type."""
    info = parse_info(b'name = "p"\n[extra]\nsince = 2026-11-02', "package.toml")
    assert info.extra == {"since": date(2026, 11, 2)}
    assert parse_info(format_info(info), "package.toml") == info


def test_what_is_left_out_has_the_values_of_the_format():
    """Metadata that a person writes by hand need say only what is not usual."""
    fragment = '"fragments": [{"start": 0, "end": 3}]'
    meta = parse_meta(f'{{"url": "u", "html_sha256": "0", {fragment}}}'.encode(), "a.json")
    assert (meta.schema, meta.status, meta.fragmented, meta.multiple_articles, meta.note) == (
        1,
        "gold",
        False,
        False,
        "",
    )
    assert meta.fragments == (Fragment(start=0, end=3, quote="", prefix="", suffix="", xpath=None),)
    written = format_meta(meta, "a.json")
    assert written.decode() == json.dumps(json.loads(written), indent=2) + "\n"
    info = parse_info(b'name = "p"', "package.toml")
    assert info == PackageInfo(schema=1, name="p", title="", description="", license="", guideline="", created="")


def test_a_status_says_whether_a_page_is_decided_and_has_gold():
    """A rejected page is decided, but nothing is scored against it."""
    decided = {"draft": False, "harvested": False, "gold": True, "reviewed": True, "rejected": True}
    for status, known in decided.items():
        meta = make_meta(status=status)
        assert (meta.decided, meta.finished) == (known, known and status != "rejected")


BAD = [
    ('"fragmented": "yes"', "fragmented: expected true or false, but found text"),
    ('"titel": "x"', "titel: is not a known field; did you mean 'title'?"),
    (
        '"fragments": [{"start": 0, "end": 3}, {"start": "4", "end": 5}]',
        "fragments[1].start: expected a whole number, but found text",
    ),
    (
        '"fragments": [{"start": 0, "end": 3, "quotes": ""}]',
        "fragments[0].quotes: is not a known field; did you mean 'quote'?",
    ),
    (
        '"fragments": [{"start": 2, "end": 5}, {"start": 4, "end": 6}]',
        "fragments[1]: [4, 6) is empty, overlaps or is out of",
    ),
    ('"optional": [[3, 3]]', "optional[0]: [3, 3) is empty"),
    ('"optional": [[0, 11]]', "optional: ends at 11, the document has 10 characters"),
    ('"captured": {"time": "yesterday", "tool": "t"}', "captured.time: expected a time such as 2026-11-02T06:30:00Z"),
    ('"status": "done"', "status: expected one of draft, gold, harvested, rejected, reviewed, but found 'done'"),
    ('"schema": 2', "schema: this version reads schema 1, the file says 2; update cetr-gold"),
    ('"schema": 2, "new": 1', "schema: this version reads schema 1, the file says 2; update cetr-gold"),
    ('"schema": 0', "schema: this version reads schema 1, the file says 0; no version writes that"),
    ('"source": {"headers": {"a": 1}}', "source.headers[...]: expected text, but found a whole number"),
    ('"project": "x"', "project: is not a known field; data of your own belongs under 'extra'"),
    ('"optional": "3-5"', "optional: expected a list of pairs of whole numbers, but found text"),
    ('"optional": [[3]]', "optional[0]: expected a pair of whole numbers, but found a list of another length"),
    ('"optional": [[3, 4.5]]', "optional[0][1]: expected a whole number, but found a decimal number"),
    ('"captured": "today"', "captured: expected an object, but found text"),
    ('"captured": {"tool": "t"}', "captured.time: is missing"),
    ('"coverage": "all"', "coverage: expected a number, but found text"),
    ('"coverage": 1' + "0" * 400, "coverage: Number out of range"),
    ('"schema": "one"', "schema: expected a whole number, but found text"),
    ('"url": null', "url: expected text, but found null"),
]


@pytest.mark.parametrize(("field", "message"), BAD)
def test_bad_fields_are_named(tmp_path, field, message):
    """An error says which file, which field by its path, and what is wrong."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    known = json.loads((tmp_path / "a.json").read_text())
    key = field.split('"')[1]
    rest = json.dumps({k: v for k, v in known.items() if k != key})
    (tmp_path / "a.json").write_text(rest[:-1] + f", {field}}}")
    with pytest.raises(PackageError) as error:
        read_document(tmp_path, "a")
    assert str(error.value).startswith(f"{tmp_path / 'a.json'}: {message}")
    assert "\n" not in str(error.value)


def test_a_name_that_is_not_utf8_is_refused(tmp_path):
    """A folder whose name is in an older encoding has such a name."""
    with pytest.raises(PackageError, match=r"package\.toml: cannot hold '.udcff', which is not UTF-8"):
        create_package(tmp_path / "new", PackageInfo(name="\udcff"))


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("name = 'p'\nlicence = 'x'", "licence: is not a known field; did you mean 'license'?"),
        ("name = 'p'\nlanguages = 'en'", "languages: expected a list of texts, but found text"),
        ("name = 'p'\nextra = 'x'", "extra: expected a table, but found text"),
        ("name = 2026-11-02", "name: expected text, but found a date"),
        ("name = ", "is not TOML: Invalid value (at end of document)"),
        ("name = '\udcff'", "is not UTF-8"),
    ],
)
def test_bad_package_toml_is_named(tmp_path, toml, message):
    """package.toml is checked like the metadata."""
    (tmp_path / "package.toml").write_bytes(toml.encode("utf-8", "surrogateescape"))
    with pytest.raises(PackageError) as error:
        read_package(tmp_path)
    assert str(error.value) == f"{tmp_path / 'package.toml'}: {message}"


@pytest.mark.parametrize(
    ("file", "data"), [("a.json", '{"extra": ' + "[" * 100_000), ("package.toml", "a = " + "[" * 100_000)]
)
def test_nesting_without_end_is_an_error(tmp_path, file, data):
    """Brackets nested deeper than the parser goes are an error that names the file."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "a", meta=make_meta(), text="", html="<p>One</p>")
    (tmp_path / file).write_text(data)
    with pytest.raises(PackageError, match=re.escape(str(tmp_path / file))):
        read_document(read_package(tmp_path).folder, "a")


def test_what_a_newer_version_wrote_is_told_by_its_number(tmp_path):
    """In one line that says what to do, whatever else is new in it."""
    create_package(tmp_path, PackageInfo(name="p"))
    path = tmp_path / "package.toml"
    path.write_text(path.read_text().replace("schema = 1", 'schema = 2\nnew = "x"'))
    said = "schema: this version reads schema 1, the file says 2; update cetr-gold"
    with pytest.raises(PackageError) as caught:
        read_package(tmp_path)
    assert str(caught.value) == f"{path}: {said}"
    (tmp_path / "run.json").write_text('{"schema": 2, "new": 1}')
    with pytest.raises(InputError) as refused:
        read_run(tmp_path)
    assert str(refused.value) == f"{tmp_path / 'run.json'}: {said}"
