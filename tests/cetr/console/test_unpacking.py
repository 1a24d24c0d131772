"""What others have packed is unpacked within a bound."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cetr.console import InputError, open_packed, open_zip, read_bounded, read_packed, unpack

PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


@pytest.mark.parametrize("kind", PACKERS)
def test_a_bomb_is_not_unpacked(kind: str, tmp_path: Path) -> None:
    """As bytes, as a file by its name, and as a stream by its first bytes; what is small enough is."""
    whole, bomb = PACKERS[kind](b"0" * 1000), PACKERS[kind](b"0" * 1001)
    assert unpack(whole, kind, 1000, "here") == b"0" * 1000
    (tmp_path / f"a{kind}").write_bytes(bomb)
    said = "is larger than 0.001 MB when unpacked"
    with pytest.raises(InputError, match=f"^here: {said}"):
        unpack(bomb, kind, 1000, "here")
    with pytest.raises(InputError, match=f"a{kind}: {said}"):
        read_packed(tmp_path / f"a{kind}", 1000)
    (tmp_path / f"B{kind.upper()}").write_bytes(whole)
    assert read_packed(tmp_path / f"B{kind.upper()}", 1000) == b"0" * 1000
    for source in (tmp_path / f"a{kind}", io.BytesIO(bomb)):
        with open_packed(source) as stream, pytest.raises(InputError, match=f"^there: {said}"):
            read_bounded(stream, 1000, "there")


@pytest.mark.parametrize("kind", PACKERS)
def test_damage_is_named(kind: str) -> None:
    """What is cut off is not read as if it were whole."""
    with pytest.raises(InputError, match=r"^here: is damaged: "):
        unpack(PACKERS[kind](bytes(1000))[:-5], kind, 1000, "here")


def test_a_list_of_any_length_is_not_read(tmp_path: Path) -> None:
    """The list of an archive's members is read at once, so its length is looked at first; other archives are opened."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.html", b"<p>" * 1_000_000)
    with open_zip(path) as archive:
        assert archive.read("a.html") == b"<p>" * 1_000_000
    listed = 20_000_001
    with path.open("wb") as file:
        file.truncate(listed)
        file.seek(listed)
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 9, 9, listed, 0, 0))
    with pytest.raises(InputError, match=r"a\.zip: has more files than the limit for zip archives"), open_zip(path):
        pass
