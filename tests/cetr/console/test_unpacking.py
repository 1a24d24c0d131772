"""What others have packed is unpacked within a bound."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from cetr.console import InputError, open_packed, read_bounded, read_packed, unpack

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
    for source in (tmp_path / f"a{kind}", io.BytesIO(bomb)):
        with open_packed(source) as stream, pytest.raises(InputError, match=f"^there: {said}"):
            read_bounded(stream, 1000, "there")


@pytest.mark.parametrize("kind", PACKERS)
def test_damage_is_named(kind: str) -> None:
    """What is cut off is not read as if it were whole."""
    with pytest.raises(InputError, match=r"^here: is damaged: "):
        unpack(PACKERS[kind](bytes(1000))[:-5], kind, 1000, "here")
