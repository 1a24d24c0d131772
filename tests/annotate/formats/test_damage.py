"""Sources that are damaged, hostile, or of another format."""

import bz2
import gzip
import io
import json
import random
import shutil
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

from annotate.cli import annotate
from annotate.formats import importing
from annotate.formats.table import FORMATS, find_reader, list_written
from cetr.console import InputError, Limits, run
from evaluate.package import read_document, read_package
from tests.alarms import take_too_long
from tests.annotate.formats.samples import PAGE, make_package, read_all, write_files
from tests.memory import allowing


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"jsonl", "webmainbench", "parquet"}))
def test_other_folders_are_refused(tmp_path, capsys, form):
    """A folder of another kind gets one line that says what is missing, and no package is made."""
    source = write_files(tmp_path / "in", {"readme.txt": "x", "pages/a.html": PAGE})
    assert run(annotate, ["import", form, str(source), str(tmp_path / "pack")]) == 2
    assert str(source) in capsys.readouterr().err
    assert not (tmp_path / "pack").exists()


def test_archive_writes_nothing_outside(tmp_path):
    """Members with hostile names, links and devices are read as keys or not at all; nothing is unpacked."""
    hostile = tmp_path / "deep" / "cetr.tar.xz"
    hostile.parent.mkdir()
    with tarfile.open(hostile, "w:xz") as archive:

        def add(name, content="", kind=tarfile.REGTYPE, link=""):
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.size = kind, link, len(content)
            archive.addfile(info, io.BytesIO(content.encode()))

        add("../../original/evil.html", "<p>evil</p>")
        add("../../gold/evil.txt", "evil")
        add("/tmp/original/abs.html", "<p>abs</p>")
        add("news/original/link.html", kind=tarfile.SYMTYPE, link="/etc/passwd")
        add("news/gold/link.txt", kind=tarfile.LNKTYPE, link="/etc/passwd")
        add("news/original/fifo.html", kind=tarfile.FIFOTYPE)
    before = sorted(p for p in tmp_path.rglob("*"))
    records, omissions = read_all("cetr", hostile)
    assert [r.html for r in records.values()] == ["<p>evil</p>"]
    assert omissions == {"tmp/original/abs.html": "has no gold file"}
    assert sorted(p for p in tmp_path.rglob("*")) == before
    assert run(annotate, ["import", "cetr", str(hostile), str(tmp_path / "pack"), "--jobs", "1"]) == 3
    (name,) = read_package(tmp_path / "pack").names
    assert sorted(p.name for p in tmp_path.iterdir()) == ["deep", "pack"]
    assert read_document(tmp_path / "pack", name).html == "<p>evil</p>"


def test_bombs_are_bounded(tmp_path, monkeypatch):
    """A page that unpacks beyond the limit is an omission, in an archive as well as by itself."""
    monkeypatch.setattr("annotate.formats.files.FILE_LIMIT", 100_000)
    truth = json.dumps({"a": {"articleBody": "x"}, "b": {"articleBody": "x"}})
    write_files(tmp_path / "dir", {"ground-truth.json": truth, "html/a.html.gz": gzip.compress(b"0" * 200_000)})
    with zipfile.ZipFile(tmp_path / "dir/pages.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("html/b.html", "0" * 200_000)
    _, omissions = read_all("scrapinghub", tmp_path / "dir")
    assert omissions == {
        "a": "html/a.html.gz: is larger than 0.1 MB when unpacked, the limit",
        "b": "html/b.html: is larger than 0.1 MB when unpacked, the limit",
    }


def test_a_line_without_end_is_not_read_to_its_end(tmp_path, monkeypatch, capsys):
    """A device as a source is refused in one line; a long row of a file costs itself alone."""
    monkeypatch.setattr("cetr.console.files.LARGEST", 1_000_000)
    assert run(annotate, ["import", "jsonl", "/dev/zero", str(tmp_path / "pack")]) == 2
    assert "/dev/zero: line 1: is longer than 8 MB, so this is not a file of lines" in capsys.readouterr().err
    rows = [
        b'{"html": "<p>One", "text": "One", "id": "a"}',
        b"x" * 7_000_000,
        b'{"html": "<p>B", "text": "B", "id": "b"}',
    ]
    (tmp_path / "long.jsonl").write_bytes(b"\n".join(rows))
    records, omissions = read_all("jsonl", tmp_path / "long.jsonl")
    assert set(records) == {"a", "b"}
    assert omissions == {"row 2": "is longer than 128 MB, the limit"}


def test_damaged_archives(tmp_path):
    """A damaged archive, or page in one, is named; the rest is read."""
    broken = tmp_path / "x.tar.gz"
    broken.write_bytes(gzip.compress(b"no tar" * 500)[:-9])
    assert run(annotate, ["import", "cetr", str(broken), str(tmp_path / "pack")]) == 2
    truth = json.dumps({"a": {"articleBody": "x"}, "b": {"articleBody": "foxes"}})
    page = gzip.compress(PAGE.encode())
    write_files(tmp_path, {"ground-truth.json": truth, "html/a.html.gz": page[:-20], "html/b.html.gz": page})
    broken.unlink()
    records, omissions = read_all("scrapinghub", tmp_path)
    assert set(records) == {"b"}
    assert omissions["a"].startswith("html/a.html.gz: is damaged")


def test_damage_is_told_of_every_kind_of_compression(tmp_path, capsys):
    """The file is named, and a damaged member of an archive costs itself alone."""
    lines = b"".join(json.dumps({"html": f"<p>{i}</p>", "text": str(i)}).encode() + b"\n" for i in range(2000))
    whole = bz2.compress(lines)
    (tmp_path / "a.jsonl.bz2").write_bytes(whole[:200] + bytes(8) + whole[208:])
    assert run(annotate, ["import", "jsonl", str(tmp_path / "a.jsonl.bz2"), str(tmp_path / "pack")]) == 2
    assert "a.jsonl.bz2: is damaged or cut off after line 0" in capsys.readouterr().err
    path = write_zip(tmp_path / "cetr.zip", zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo("original/a.html")
    data = bytearray(path.read_bytes())
    at = member.header_offset + 30 + len(member.filename) + 20
    data[at : at + 8] = bytes(255 - byte for byte in data[at : at + 8])
    path.write_bytes(data)
    records, omissions = read_all("cetr", path)
    assert set(records) == {"b"}
    assert list(omissions) == ["a"]
    assert omissions["a"].startswith(("original/a.html: cannot be read: ", "original/a.html: is damaged: "))


def write_zip(path, method):
    """An archive of two pages with their gold."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name in ("a", "b"):
            archive.writestr(f"original/{name}.html", PAGE * 20)
            archive.writestr(f"gold/{name}.txt", "foxes")
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_members_that_expand_without_bound_are_refused(tmp_path, method):
    """Zip members that would be unpacked at once, gigabytes from 2 kB, are refused before they are unpacked."""
    path = write_zip(tmp_path / "cetr.zip", method)
    with pytest.raises(InputError, match=r"original/a.html is not packed with deflate; pack it again with 'zip'"):
        read_all("cetr", path)


def test_links_out_of_the_folder_are_not_followed(tmp_path):
    """A link in a folder that leads elsewhere is no file of it."""
    secret = tmp_path / "secret.html"
    secret.write_text("<p>secret</p>")
    source = write_files(tmp_path / "in", {"original/a.html": PAGE, "gold/a.txt": "foxes", "gold/b.txt": "x"})
    Path(source / "original/b.html").symlink_to(secret)
    records, omissions = read_all("cetr", source)
    assert set(records) == {"a"}
    assert omissions == {"gold/b.txt": "is gold without a page"}


def damage(data, chance):
    """Bytes cut off, changed, repeated, or replaced by what a parser may choke on."""
    place = chance.randrange(len(data) + 1)
    return chance.choice(
        [
            data[:place],
            data[:place] + bytes(chance.randrange(256) for _ in range(3)) + data[place + 3 :],
            data + data,
            b"[" * 50_000,
            b"\xff\xfe\x00",
            b"",
        ]
    )


@pytest.mark.parametrize("form", FORMATS)
def test_damaged_sources(tmp_path, capsys, form):
    """However a file of a set is damaged, the import does what it can and says the rest in words, without a crash."""
    make_package(tmp_path / "one")
    source = tmp_path / "out"
    if form in list_written():
        run(annotate, ["export", form, str(tmp_path / "one"), str(source)])
    else:
        shutil.copy(Path(__file__).with_name(f"{form}.json"), source)
    paths = sorted(p for p in source.rglob("*") if p.is_file()) if source.is_dir() else [source]
    chance = random.Random(form)
    for i in range(10):
        path = chance.choice(paths)
        whole = path.read_bytes()
        path.write_bytes(damage(whole, chance))
        assert run(annotate, ["import", form, str(source), str(tmp_path / f"in{i}"), "--jobs", "1"]) in (0, 2, 3)
        assert "internal error" not in capsys.readouterr().err
        path.write_bytes(whole)


def test_marks_in_long_tags_are_found_in_linear_time(tmp_path):
    """Neither blanks nor attributes that repeat in a tag are gone through once for each of them."""
    blanks = {"track_id": "a", "html": f"<p{' ' * 19_000}>x", "meta": {}}
    rows = write_files(tmp_path, {"rows.jsonl": json.dumps(blanks)}) / "rows.jsonl"
    tags = f"<p{' class=' * 2_500}>x" * 20
    pages = write_files(tmp_path / "l3s", {"original/a.html": tags, "annotated/a.html": tags})
    start = time.process_time()
    assert len(list(find_reader("webmainbench")(rows))) == len(list(find_reader("l3s-gn1")(pages))) == 1
    assert time.process_time() - start < 5


def test_a_page_that_takes_too_long_is_left_out(tmp_path, capsys, monkeypatch):
    """It is named, and the others are imported."""
    monkeypatch.setattr("annotate.formats.importing.LIMITS", Limits(600))
    guess = importing.guess_language
    monkeypatch.setattr(importing, "guess_language", lambda text: take_too_long() if text == "slow" else guess(text))
    lines = [json.dumps({"id": text, "html": f"<p>{text}</p>", "text": text}) for text in ("slow", "fast")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    assert run(annotate, ["import", "jsonl", str(tmp_path / "a.jsonl"), str(tmp_path / "pack"), "--jobs", "1"]) == 3
    assert "left out: took more than 600 s" in capsys.readouterr().out
    assert read_package(tmp_path / "pack").names == ("fast",)


@pytest.fixture
def little_memory(monkeypatch):
    """Reading a page may take 200 MB more than this process has."""
    monkeypatch.setattr(importing, "LIMITS", allowing(200))


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process takes")
def test_a_row_of_nothing_takes_no_memory(tmp_path, capsys, little_memory):
    """Some kilobytes of packed JSON stand for many times as much in memory; the row is left out, the others come."""
    bomb = '{"id": "bomb", "html": "<p>x", "text": "x", "extra": {"a": [' + "[]," * 6_000_000 + "[]]}}"
    (tmp_path / "a.jsonl").write_text(f'{{"id": "a", "html": "<p>x", "text": "x"}}\n{bomb}\n')
    assert run(annotate, ["import", "jsonl", str(tmp_path / "a.jsonl"), str(tmp_path / "pack"), "--jobs", "1"]) == 3
    assert "left out: needs too much memory to be read" in capsys.readouterr().out
    assert read_package(tmp_path / "pack").names == ("a",)


def test_a_column_of_one_value_takes_no_memory(tmp_path):
    """Ten kilobytes of Parquet can say the same page any number of times: it is held once."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    page = pyarrow.DictionaryArray.from_arrays([0] * 16, ["<p>" + "a" * 15_000_000])
    table = pyarrow.table({"html": page, "text": ["x"] * 16})
    parquet.write_table(table, tmp_path / "a.parquet", compression="zstd", store_schema=False)
    assert sum(len(record.html) for record in find_reader("parquet")(tmp_path / "a.parquet")) == 16 * 15_000_003
    assert pyarrow.default_memory_pool().max_memory() < 150_000_000


def test_a_small_file_of_very_many_pages_is_refused(tmp_path, capsys, monkeypatch):
    """What all pages take has a bound, which an option raises; what was imported stays, and is skipped then."""
    monkeypatch.setattr(importing, "LEAST", 10_000)
    rows = [f'{{"id": "{n}", "html": "<p>{"x" * 3000}", "text": "x"}}\n' for n in range(9)]
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.writelines(rows)
    monkeypatch.setattr(importing, "GROWTH", 20_000 / (tmp_path / "a.jsonl.gz").stat().st_size)
    command = ["import", "jsonl", str(tmp_path / "a.jsonl.gz"), str(tmp_path / "pack"), "--jobs", "1"]
    assert run(annotate, command) == 2
    said = capsys.readouterr().err
    assert "a.jsonl.gz: has pages of more than 2e-05 GB, far more than its own size; if you trust it" in said
    assert len(read_package(tmp_path / "pack").names) == 6
    assert run(annotate, [*command, "--size-limit", "0.001"]) == 0
    assert len(read_package(tmp_path / "pack").names) == 9
