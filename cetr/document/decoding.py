"""From bytes to the string over which all offsets count."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from cetr.document.guessing import guess_codec, guess_other_script

HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
"""The media types of HTML."""

UNKNOWN_TYPES = frozenset(("", "unknown/unknown", "application/unknown", "*/*"))
"""The media types of what may be HTML if it begins so (MIME Sniffing Standard, 7)."""

_PRESCAN = 8192
"""In how many bytes the page's own declaration is searched; the HTML standard asks for 1024."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_BARE_UTF16 = ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
"""How markup begins in UTF-16 without a byte order mark."""

_ESCAPE = b"\x1b$B"
"""What begins Japanese text in ISO-2022-JP, and no text in another encoding."""

_SINGLE_BYTE = {
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e"
    " iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7"
    " iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8"
    " iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1"
    " iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5"
    " windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
}
_MULTI_BYTE = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601"
    " windows-949",
}
"""Python's codec -> the labels that browsers map to it: the table of the WHATWG Encoding Standard.

The labels of gbk and gb18030 share an entry, as do those of visual and logical Hebrew, because browsers decode them
alike. x-user-defined is decoded as the HTML standard asks for pages. The labels that browsers refuse ("replacement")
are left out.
"""

_CODECS = {label: codec for codec, labels in (_SINGLE_BYTE | _MULTI_BYTE).items() for label in labels.split()}

_PRINTED = {f"cp125{n}": f"windows-125{n}" for n in range(9)}


def decode_html(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """Decode a page; returns (text, encoding). Never fails: undecodable bytes become U+FFFD.

    A byte order mark wins, then the ``declared`` charset (of the Content-Type header), then the page's own declaration,
    then UTF-8, then what the bytes look like: the order of the HTML standard. Three kinds of wrong declarations are
    corrected: valid UTF-8 that is more than ASCII is UTF-8, whatever single-byte charset is declared; Latin-1, which
    many servers and editors declare for anything, does not count if the bytes look like another script; and a charset
    is accepted in spite of some invalid bytes if ten times as many others are valid.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), codec
    refuted = []
    for codec in _candidates(data, declared):
        try:
            return data.decode(codec), _PRINTED.get(codec, codec)
        except UnicodeError:
            refuted.append(codec)
    for codec in dict.fromkeys(refuted):
        text = data.decode(codec, "replace")
        wrong = text.count("\ufffd")
        if 10 * wrong <= len(text) - wrong - len(text.encode("ascii", "ignore")):
            return text, _PRINTED.get(codec, codec)
    codec = guess_codec(data)
    return data.decode(codec, "replace"), _PRINTED.get(codec, codec)


def parse_content_type(value: str) -> tuple[str, str | None]:
    """Read a Content-Type header: media type in lower case, and charset; '' and None if it does not say.

    Servers that say it twice separate the two by a comma.
    """
    kind, *parameters = value.split(";")
    pairs = (
        (key.strip().lower(), label.partition(",")[0].strip(" \t\"'"))
        for key, _, label in (p.partition("=") for p in parameters)
    )
    return kind.rpartition(",")[2].strip().lower(), next(
        (label for key, label in pairs if key == "charset" and label), None
    )


def _candidates(data: bytes, declared: str | None) -> Iterator[str]:
    """Yield the codecs that may be meant, the likeliest first."""
    for start, codec in _BARE_UTF16:
        if data.startswith(start):
            yield codec
    if b"\x1b" in data and _ESCAPE in data:  # one byte is searched ten times as fast
        yield "iso2022_jp"
    header, meta = _find_codec(declared), _find_codec(_find_declaration(data[:_PRESCAN]))
    if meta is not None and meta.startswith("utf-16"):
        # A declaration that can be read as ASCII is not in UTF-16.
        meta = "utf-8"
    for likely in (header, meta, "utf-8"):
        if likely in _SINGLE_BYTE and not data.isascii():
            yield "utf-8"
        if likely == "cp1252" and (other := guess_other_script(data)):
            yield other
        if likely is not None:
            yield likely


# A comment hides what it declares. Nothing is searched beyond the next tag, so that many beginnings take no time.
_DECLARATION = re.compile(
    rb"""<!(?=--)(?:.*?-->|.*)|\A\s*+<\?xml\b[^<>]*?\sencoding\s*=\s*["']([^"'<>]+)"""
    rb"""|<meta\b[^<>]*?\bcharset\s*=\s*["']?\s*([^\s"'/;<>]+)""",
    re.IGNORECASE | re.DOTALL,
)


def _find_declaration(data: bytes) -> str | None:
    """Find the charset that a page declares for itself."""
    labels = (match[1] or match[2] for match in _DECLARATION.finditer(data))
    return next((label.decode("ascii", "replace") for label in labels if label), None)


def _find_codec(label: str | None) -> str | None:
    """Find the codec for a label: one of the web's labels, or another of Python's names."""
    if not label:
        return None
    label = label.strip().lower()
    if label in _CODECS:
        return _CODECS[label]
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    known = name if name in _SINGLE_BYTE or name in _MULTI_BYTE else None
    return _CODECS.get(name.replace("_", "-"), known)
