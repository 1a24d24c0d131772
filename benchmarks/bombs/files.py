"""Files that unpack to gigabytes, nest, or go on without end."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

_ZEROS = bytes(1 << 24)


def pack_zeros(pack: Callable[[bytes], bytes], path: Path) -> None:
    """Pack 4 GB of zeros, as many streams after each other."""
    path.write_bytes(pack(_ZEROS) * 256)


def write_sparse(path: Path) -> None:
    """Write a file of 20 GB that takes no room."""
    path.touch()
    os.truncate(path, 20_000_000_000)


def write_png(path: Path) -> None:
    """Write a picture of 60,000 times 60,000 points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    side = 60_000
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(side // 8 + 1)) for _ in range(side)) + packer.flush()
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def write_zip(kind: int, path: Path) -> None:
    """Write an archive with names of ours, whose members unpack to gigabytes."""
    names = ["about.json.npy", "datapackage.json", "archive/data.warc", "indexes/index.cdx", "pages/pages.jsonl"]
    with zipfile.ZipFile(path, "w", kind) as archive:
        for name in [*names, "weights.npy", "memory.json.npy", "pages.json"]:
            with archive.open(name, "w", force_zip64=True) as file:
                for _ in range((1 << 30) // len(_ZEROS)):
                    file.write(_ZEROS)


def write_parquet(path: Path) -> None:
    """Write a table of one cell, which is unpacked to a gigabyte, in each column; pyarrow packs it to little."""
    import pyarrow
    import pyarrow.parquet

    text = pyarrow.array(["x" * 1_000_000_000], pyarrow.large_string())
    table = pyarrow.table(dict.fromkeys(("html", "text", "url", "id"), text))
    pyarrow.parquet.write_table(table, path, compression="zstd")


def write_warc(path: Path) -> None:
    """Write a record whose body unpacks to gigabytes, one that goes on for ever, and one of endless headers."""
    packed = gzip.compress(gzip.compress(_ZEROS * 64, 9), 9)
    with gzip.open(path, "wb") as file:
        for encoding in ("gzip, gzip", "deflate"):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\n\r\n" % encoding.encode()
            body += packed
            head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
            head += "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            file.write(head.encode() + body + b"\r\n\r\n")
        file.write(b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 99999999999999\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
        for _ in range((1 << 30) // len(_ZEROS)):
            file.write(_ZEROS)
        for _ in range(64):
            file.write(b"X-Header: 0123456789\r\n" * (1 << 20))


BOMBS: Mapping[str, Callable[[Path], object]] = {
    "zeros.jsonl.gz": partial(pack_zeros, gzip.compress),
    "zeros.jsonl.xz": partial(pack_zeros, lzma.compress),
    "zeros.jsonl.bz2": partial(pack_zeros, bz2.compress),
    "pages.warc.gz": write_warc,
    "sparse.html": write_sparse,
    "pixels.png": write_png,
    "deflated.zip": partial(write_zip, zipfile.ZIP_DEFLATED),
    "deflated.wacz": partial(write_zip, zipfile.ZIP_DEFLATED),
    "bzip2.zip": partial(write_zip, zipfile.ZIP_BZIP2),
    "cells.parquet": write_parquet,
    "deep.json": lambda path: path.write_bytes(b'{"a":[' * 5_000_000),
    "number.json": lambda path: path.write_bytes(b'{"schema": ' + b"9" * 30_000_000 + b"}"),
    "line.jsonl": lambda path: path.write_bytes(b'{"id": "' + b"a" * 300_000_000 + b'"}\n'),
    "rows.jsonl": lambda path: path.write_bytes(b"{}\n" * 30_000_000),
    "deep.toml": lambda path: path.write_bytes(b"a = " + b"[" * 900_000),
    "keys.toml": lambda path: path.write_bytes(b"a." * 450_000 + b"b = 1\n"),
    "deep.html": lambda path: path.write_bytes(b"<p>One two three <div>" * 1_000_000),
    "endless": lambda path: path.symlink_to("/dev/zero"),
}
"""What each file is called, and what writes it."""
