"""The encoding of a page that declares none: the one in which its letters are those that languages use most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_CYRILLIC = "оеаинтсрвлкм"
_HAN = "的一是在不了有和人中大为上个国我以要他时来用们生到作地于出会可也你对就年月日新成发行方"
_WIDE = {
    "cp932": "のにはをたがでてとしいるなれらもさっりこすかーンスイトルラ、。",
    "euc_jp": "のにはをたがでてとしいるなれらもさっりこすかーンスイトルラ、。",
    "gb18030": f"{_HAN}这说后多过经，。、",
    "big5hkscs": f"{_HAN.translate(str.maketrans('为个国时来们于会对发', '為個國時來們於會對發'))}這說後多過經，。、",
    "cp949": "이다는에의가을고지를하한은로기도리사자대시인어서들있해나그정",
}
_NARROW = {
    "cp1251": _CYRILLIC,
    "koi8-u": _CYRILLIC,  # where koi8-r has some signs for drawing, it has the letters of Ukrainian
    "iso8859-5": _CYRILLIC,
    "cp1253": "αοιετσνηυρπκΆ",
    "iso8859-7": "αοιετσνηυρπκΆ",
    "cp1255": "יוהלאתרמבשנד",
    "cp1256": "ايلمنورتبةدع",
    "cp874": "านรอกเงมยลวท่",
}
"""The characters that are most common in each encoding: of several bytes, and of one byte for scripts but Latin."""
_LATIN = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "cp1258")
_BY_LANGUAGE = dict.fromkeys("bs cs hr hu pl ro sk sl sq".split(), "cp1250")
_BY_LANGUAGE |= dict.fromkeys("az ku tr".split(), "cp1254") | dict.fromkeys("et lt lv".split(), "cp1257")
_BY_LANGUAGE["vi"] = "cp1258"
_LANGUAGE = re.compile(r"<html\b[^>]{0,500}?\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
_HIGH = re.compile(rb"[\x80-\xff]")
_MIXED = re.compile(rb"[a-zA-Z][\x80-\xff]|[\x80-\xff][a-zA-Z]")
_ODD = re.compile(
    r"(?<=[^\W\d_])(?:[^\w\s\x00-\x7f\xad\xb4\xb7\u0300-\u0323\u2010-\u2019]|[\xb2\xb3\xb9])(?=[^\W\d_])"
    r"|[\xa6\xac\xb1\xb6\xbc\xbe](?=[^\W\d_])|[\x80-\x9f]"
)
"""A sign in a word that is no accent, apostrophe, dash or soft hyphen, one that begins no word, and control
characters."""
_SCANNED, _SAMPLE, _LEAST = 300_000, 10_000, 8


def guess_codec(data: bytes) -> str:
    """Guess the codec of a page that is not UTF-8 and does not say what it is; windows-1252 if nothing else is likely.

    Several bytes are one character if nearly all make one and some are common. In a script other than Latin, most
    characters are common, and they do not stand beside Latin letters. Between encodings of Latin script, the page's
    language or signs within words decide.
    """
    sample = _take_sample(data)
    high = len(_HIGH.findall(sample))
    if script := _find_script(sample, high):
        return script
    named = _LANGUAGE.search(data[:2000].decode("ascii", "replace"))
    hinted = _BY_LANGUAGE.get(named[1].lower(), "") if named else ""
    odd = {codec: len(_ODD.findall(sample.decode(codec, "replace"))) for codec in _LATIN}
    fewest = min(_LATIN, key=lambda codec: (odd[codec], codec != hinted))
    surely = odd["cp1252"] > max(4, high // 20) and odd["cp1252"] > 4 * odd[fewest]
    return fewest if hinted or surely else "cp1252"


def guess_other_script(data: bytes) -> str:
    """Guess the codec of a page that says it is in Latin script, but cannot be; empty if it may be.

    In most Latin text, few characters are outside ASCII, even between those tags where some are. To see that is faster
    than to guess.
    """
    sample = _take_sample(data)
    high = len(_HIGH.findall(sample))
    return _find_script(sample, high) if high >= max(_LEAST, len(sample) // 20) else ""


def _take_sample(data: bytes) -> bytes:
    """Take the lines between tags that are not ASCII. A long script with few of them is no measure of the text."""
    parts = data[:_SCANNED].replace(b"<", b">").replace(b"\n", b">").split(b">")
    return b" ".join(part for part in parts if not part.isascii())[:_SAMPLE]


def _find_script(sample: bytes, high: int) -> str:
    wide, share = _find_best(sample, _WIDE)
    if share > 0.03 and sample.decode(wide, "replace").count("\ufffd") * 100 < high:
        return wide
    narrow, share = _find_best(sample, _NARROW)
    return narrow if share > 0.5 and len(_MIXED.findall(sample)) * 4 < high else ""


def _find_best(sample: bytes, common: Mapping[str, str]) -> tuple[str, float]:
    """Find the codec with the largest share of common characters among those outside ASCII, and the share."""
    shares: dict[str, float] = {}
    for codec, characters in common.items():
        counts = Counter(sample.decode(codec, "replace"))
        found = [counts[character] for character in characters if character in counts]
        signs = sum(n for character, n in counts.items() if character > "\x7f" and not character.isspace())
        # One sign alone, such as a dot between links, says nothing.
        shares[codec] = sum(found) / signs if len(found) >= _LEAST // 2 else 0.0
    best = max(shares, key=shares.__getitem__)
    return best, shares[best]
