"""Files of memories, also those of strangers."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cetr.console import InputError
from cetr.learned import load_model
from cetr.site import Memory, Sites, see, trace
from cetr.site.files import read_memories, write_memories
from cetr.site.memory import MOST_PAGES
from cetr.site.traces import MOST_TEXTS
from tests.cetr.site.pages import ABOUT, write_article


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of two sites."""
    sites = Sites()
    sites.observe(write_article("a"), "http://one.example/", gold=ABOUT)
    sites.observe(write_article("b"), "http://two.example/")
    sites.save(tmp_path / "sites")
    return tmp_path / "sites"


def change(file: Path, **arrays: np.ndarray) -> None:
    """Replace arrays of a file."""
    with np.load(file) as opened:
        everything = {name: opened[name] for name in opened.files} | arrays
    buffer = io.BytesIO()
    np.savez(buffer, **everything)
    file.write_bytes(buffer.getvalue())


def refuse(file: Path) -> str:
    """What is said of a file that is refused."""
    with pytest.raises(InputError) as caught:
        Sites().load(file)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_same_memory_comes_back(file: Path, tmp_path: Path) -> None:
    """A file that is read and written again is the same, byte for byte."""
    sites = Sites()
    sites.load(file)
    sites.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_sites_of_any_name_come_back(tmp_path: Path) -> None:
    """Also of names that are not Unicode, each under its own."""
    sites = Sites(find_site=lambda url: url)
    names = ["m\xfcller.example", "\ud800.example", "\ud801.example"]
    for name in names:
        sites.observe("<p>One two three.</p>", name)
    sites.save(tmp_path / "sites")
    again = Sites()
    again.load(tmp_path / "sites")
    assert list(again.memories.copy()) == names


def test_a_site_with_as_many_pages_as_are_kept_comes_back(tmp_path: Path) -> None:
    """Each with as many texts as are kept of a page."""
    texts, marks = np.arange(MOST_TEXTS, dtype=np.uint32), np.full(MOST_TEXTS, np.nan, dtype=np.float16)
    page = replace(trace(see("", load_model())), texts=texts, marks=marks)
    full = Memory(tuple(replace(page, key=number) for number in range(MOST_PAGES)))
    write_memories(tmp_path / "sites", {"one.example": full}, "model")
    found = read_memories(tmp_path / "sites", "model")["one.example"].traces
    assert [len(trace.texts) for trace in found] == [MOST_TEXTS] * MOST_PAGES


def test_nothing_is_executed(file: Path, tmp_path: Path) -> None:
    """What would have to be unpickled is refused, or not looked at where nobody asks for it."""

    class Bomb:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (tmp_path / "executed",))

    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("bomb.npy", pickle.dumps(Bomb()))
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array([Bomb()], dtype=object))
    other = tmp_path / "objects"
    other.write_bytes(buffer.getvalue())
    Sites().load(file)
    refuse(other)
    assert not (tmp_path / "executed").exists()


def test_an_archive_that_would_fill_the_memory(file: Path) -> None:
    """Zeros that unpack to gigabytes are refused before they are unpacked."""
    with zipfile.ZipFile(file, "a", compression=zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("more.npy", bytes(210_000_000))
    assert "larger than 200 MB when unpacked" in refuse(file)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_members_that_expand_without_bound(file: Path, method: int) -> None:
    """The packings that are unpacked at once, whatever size they state, are refused before they are unpacked."""
    with zipfile.ZipFile(file, "a", compression=method) as archive:
        archive.writestr("more.npy", bytes(1000))
    assert "not a memory of sites" in refuse(file)


def test_a_list_of_members_that_would_fill_the_memory(file: Path) -> None:
    """A long list of empty members is refused before it is read, and so is one whose size the end record hides."""
    with zipfile.ZipFile(file, "a") as archive:
        for number in range(2500):
            archive.writestr(f"{number}", b"")
    assert "not a memory of sites" in refuse(file)
    whole = file.read_bytes()
    listed, at = struct.unpack_from("<II", whole, len(whole) - 10)
    wide = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, 2512, 2512, listed, at)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, at + listed, 1)
    hidden = wide + locator + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 60, at, 0)
    file.write_bytes(whole[:-22] + hidden)
    assert "not a memory of sites" in refuse(file)


def test_an_archive_with_a_comment(file: Path) -> None:
    """NumPy writes none, and behind one the size of the list of members could hide."""
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = bytes(30)
    assert "not a memory of sites" in refuse(file)


@pytest.mark.parametrize("shape", [(10**13,), (2**62, 4)], ids=["terabytes", "overflow"])
def test_shapes_that_would_fill_the_memory(tmp_path: Path, shape: tuple[int, ...]) -> None:
    """An array that states more elements than it holds is refused."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "<u4", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(tmp_path / "huge", "w") as archive:
        archive.writestr("about.npy", buffer.getvalue())
    assert "not a memory of sites" in refuse(tmp_path / "huge")


def test_more_pages_or_sites_than_are_ever_written(file: Path) -> None:
    """Pages without anything, and sites without a page, would take the memory by their number alone."""
    with np.load(file) as opened:
        about = json.loads(opened["about"].tobytes())
    many = {f"{number}.example": 100 for number in range(700)}
    change(file, about=np.frombuffer(json.dumps(about | {"sites": many}).encode(), dtype=np.uint8))
    assert "too many pages" in refuse(file)
    long = json.dumps(about | {"sites": {}, "more": "x" * 20_000_000}).encode()
    change(file, about=np.frombuffer(long, dtype=np.uint8))
    assert "not a memory of sites" in refuse(file)


@pytest.mark.parametrize("sizes", [(101, -99), (3, -1), (1.0, 1), ("1", 1)])
def test_a_site_has_no_other_number_of_pages(file: Path, sizes: tuple[object, object]) -> None:
    """Neither more than are kept of a site, nor less than none, though all sites together have as many as the file."""
    with np.load(file) as opened:
        about = json.loads(opened["about"].tobytes())
    told = about | {"sites": dict(zip(("one.example", "two.example"), sizes, strict=True))}
    change(file, about=np.frombuffer(json.dumps(told).encode(), dtype=np.uint8))
    assert "a site has too many pages" in refuse(file)


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("texts.size", np.array([-1, 5]), "too many"),
        ("texts.size", np.array([10**9, 5]), "too many"),
        ("contents", np.array([2.0], dtype=np.float16), "contents"),
        ("marks", np.array([], dtype=np.float16), "marks"),
        ("keys", np.array([1.5, 2.5]), "keys"),
        ("about", np.frombuffer(b"[]", dtype=np.uint8), "not a memory of sites"),
        ("about", np.frombuffer(json.dumps({"schema": 9, "model": ""}).encode(), dtype=np.uint8), "the file says 9"),
    ],
)
def test_damage_is_told(file: Path, name: str, array: np.ndarray, said: str) -> None:
    """A table that does not fit, or holds what it must not, is refused in one line."""
    change(file, **{name: array})
    assert said in refuse(file)


@pytest.mark.parametrize("name", ["texts", "places", "paths"])
def test_a_hash_twice_on_a_page(file: Path, name: str) -> None:
    """It would make a page of many blocks match it without bound."""
    with np.load(file) as opened:
        codes = opened[name].copy()
    codes[-1] = codes[-2]
    change(file, **{name: codes})
    assert f"{name}: a page has a hash twice" in refuse(file)


@pytest.mark.parametrize("share", [np.nan, 1.01, -0.01])
def test_shares_that_are_none(file: Path, share: float) -> None:
    """Shares beyond 1, or no number where one is needed, would break what is computed from them."""
    with np.load(file) as opened:
        contents = opened["contents"].copy()
    contents[0] = share
    change(file, contents=contents)
    assert "contents: one is not a share" in refuse(file)


def test_another_model_scored_them(file: Path) -> None:
    """Pages that another model scored are not compared with this one's."""
    with np.load(file) as opened:
        about = json.loads(opened["about"].tobytes())
    change(file, about=np.frombuffer(json.dumps(about | {"model": "0" * 16}).encode(), dtype=np.uint8))
    assert "scored by another model" in refuse(file)
