"""From bytes to the string that all offsets count in."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from bs4.dammit import EncodingDetector

HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
"""The media types of HTML."""

_PRESCAN = 8192
"""A page's own declaration is looked for in so many bytes; the HTML standard asks for 1024."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_BARE_UTF16 = ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
"""How markup begins in UTF-16 that does not say so."""

_AS_BROWSERS_READ = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "tis-620": "cp874",
}
"""Python's name of a codec -> that of the wider one which the web means by it."""

_SINGLE_BYTE = frozenset(
    (
        "cp866 cp874 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4"
        " iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u"
        " mac-cyrillic mac-roman"
    ).split()
)
_MULTI_BYTE = frozenset(
    ("utf-8", "utf-16-le", "utf-16-be", "utf-16", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949")
)

_PRINTED = {f"cp125{n}": f"windows-125{n}" for n in range(9)}


def decode_html(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """Decode a page; returns (text, encoding). Never fails: undecodable bytes become U+FFFD.

    A byte order mark wins, then the ``declared`` charset (of the Content-Type header), then the page's own
    declaration, then UTF-8, then windows-1252: the order of the HTML standard. Two lies are seen through: what is
    valid UTF-8 and more than ASCII is UTF-8, whatever single-byte charset is declared; and a charset is believed in
    spite of some bytes that are wrong in it, if ten times as many others are right.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), codec
    candidates = list(dict.fromkeys(_candidates(data, declared)))
    for codec in candidates:
        try:
            return data.decode(codec), _PRINTED.get(codec, codec)
        except UnicodeError:
            continue
    for codec in candidates:
        text = data.decode(codec, "replace")
        wrong = text.count("\ufffd")
        if 10 * wrong <= len(text) - wrong - len(text.encode("ascii", "ignore")):
            return text, _PRINTED.get(codec, codec)
    return data.decode("cp1252", "replace"), "windows-1252"


def parse_content_type(value: str) -> tuple[str, str | None]:
    """Media type, in small letters, and charset of a Content-Type header; '' and None where it does not say."""
    kind, *parameters = (part.strip() for part in value.split(";"))
    pairs = ((key.strip().lower(), label.strip(" \"'")) for key, _, label in (p.partition("=") for p in parameters))
    return kind.lower(), next((label for key, label in pairs if key == "charset" and label), None)


def _candidates(data: bytes, declared: str | None) -> Iterator[str]:
    """The codecs that may be meant, the likeliest first."""
    for start, codec in _BARE_UTF16:
        if data.startswith(start):
            yield codec
    own = EncodingDetector.find_declared_encoding(data[:_PRESCAN], is_html=True, search_entire_document=True)
    header, meta = _find_codec(declared), _find_codec(own)
    if meta is not None and meta.startswith("utf-16"):
        # A declaration that can be read as ASCII does not stand in UTF-16.
        meta = "utf-8"
    for likely in (header, meta, "utf-8"):
        if likely in _SINGLE_BYTE and not data.isascii():
            yield "utf-8"
        if likely is not None:
            yield likely


def _find_codec(label: str | None) -> str | None:
    """The codec for a label of a page, if it is one of the web's."""
    if not label:
        return None
    try:
        name = codecs.lookup(label.strip()).name
    except (LookupError, ValueError):
        return None
    name = _AS_BROWSERS_READ.get(name, name)
    return name if name in _SINGLE_BYTE or name in _MULTI_BYTE else None
