"""From bytes to the string that all offsets count in."""

from __future__ import annotations

import codecs

from bs4.dammit import EncodingDetector


def decode_html(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """Decode a page; returns (text, encoding). Never fails: undecodable bytes become U+FFFD.

    A byte order mark wins, then the ``declared`` charset (of the Content-Type header), then the page's own
    declaration, then UTF-8, then windows-1252: the order of the HTML standard.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), codec
    for label in (declared, EncodingDetector.find_declared_encoding(data, is_html=True), "utf-8"):
        encoding = _known_encoding(label)
        if encoding is None:
            continue
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("windows-1252", "replace"), "windows-1252"


_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def _known_encoding(label: str | None) -> str | None:
    """The codec for a label of a page, as browsers read it: Latin-1 means windows-1252."""
    if not label:
        return None
    try:
        name = codecs.lookup(label.strip()).name
    except LookupError:
        return None
    return {"iso8859-1": "windows-1252", "ascii": "windows-1252", "gb2312": "gb18030", "gbk": "gb18030"}.get(name, name)
