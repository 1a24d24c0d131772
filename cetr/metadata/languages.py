"""Guess the language of a text by script, letters and function words.

If it is not sure, it says nothing. Some languages are too similar to be told apart (`are_alike`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from cetr.document import find_language, split_words

MINIMUM = 30
"""How many words a guess by function words needs."""

_FEWEST = 5
"""How many different function words a guess by them needs: other languages, and code, may be full of one of them."""

_SAMPLE = 10_000
"""How many characters are used, so that a text of megabytes takes no longer."""

_SCRIPTS = (
    ("Hangul", "ko", 0xAC00, 0xD7A3),
    ("Kana", "ja", 0x3040, 0x30FF),
    ("Han", "zh", 0x4E00, 0x9FFF),
    ("Arabic", "ar", 0x0600, 0x06FF),
    ("Hebrew", "he", 0x0590, 0x05FF),
    ("Greek", "el", 0x0370, 0x03FF),
    ("Thai", "th", 0x0E00, 0x0E7F),
    ("Georgian", "ka", 0x10A0, 0x10FF),
    ("Armenian", "hy", 0x0530, 0x058F),
    ("Devanagari", "hi", 0x0900, 0x097F),
    ("Bengali", "bn", 0x0980, 0x09FF),
    ("Gurmukhi", "pa", 0x0A00, 0x0A7F),
    ("Gujarati", "gu", 0x0A80, 0x0AFF),
    ("Odia", "or", 0x0B00, 0x0B7F),
    ("Tamil", "ta", 0x0B80, 0x0BFF),
    ("Telugu", "te", 0x0C00, 0x0C7F),
    ("Kannada", "kn", 0x0C80, 0x0CFF),
    ("Malayalam", "ml", 0x0D00, 0x0D7F),
    ("Sinhala", "si", 0x0D80, 0x0DFF),
    ("Lao", "lo", 0x0E80, 0x0EFF),
    ("Tibetan", "bo", 0x0F00, 0x0FFF),
    ("Myanmar", "my", 0x1000, 0x109F),
    ("Ethiopic", "am", 0x1200, 0x137F),
    ("Khmer", "km", 0x1780, 0x17FF),
    ("Cyrillic", "ru", 0x0400, 0x04FF),
    ("Vietnamese Latin", "vi", 0x1EA0, 0x1EF9),
)
"""(script, its most usual language, first and last code point); other languages of a script are told by `_FAMILIES`.

The letters of Vietnamese with two marks, a tenth of its text, are what its old encodings lose if misread.
"""

_TOLD_APART = (
    ("ru", "әғқңұһөүӣӯҷҳӕ", 0.01, None),  # Kazakh, Kyrgyz, Mongolian, Ossetian, Tajik, Tatar, Uzbek
    ("ru", "ў", 0.005, "be"),
    ("ru", "їєґ", 0.004, "uk"),
    ("ru", "ѓќѕ", 0.002, "mk"),
    ("ru", "ђћџљњј", 0.015, "sr"),
    ("ru", "ыэ", 0.002, "ru"),
    ("ru", "ъ", 0.01, "bg"),
    ("ar", "ټډړږښڼ", 0.01, "ps"),
    ("ar", "ڕێڵ", 0.01, "ckb"),
    ("ar", "ۇې", 0.01, "ug"),
    ("ar", "ٹڈڑے", 0.01, "ur"),
    ("ar", "پچگژ", 0.01, "fa"),
    ("ar", "یک", 0.05, "fa"),
    ("hi", "ळ", 0.004, "mr"),
    ("hi", "छ", 0.015, "ne"),
)
"""(the most usual language of a script, letters, their least share of the text in that script, the language that has so
many of them); the first that holds counts.
"""

_DENSE = ("ja", "zh", "ko")
"""Languages whose letters stand for syllables or words, so that they count twice beside the Latin letters of names."""

_WORDS = {
    "en": "the and of to in is that for it with as was on are this be by at from have not you they which",
    "de": "der die und das ist nicht ein eine mit von zu den dem auf für sich auch es im des als wird bei",
    "fr": "le la les et de des est une dans que pour qui pas sur par au avec plus sont du ce en il nous mais",
    "es": "el los las de que en por con una para del se es como más pero su al lo fue sus este son",
    "it": "il di che è la per un una del della sono con non gli nel anche più alla dei come da ma",
    "pt": "o os as de que em um uma para com não por do da dos mais como ao foi se na no são",
    "nl": "de het een van en is dat op te zijn met voor niet aan er ook als bij maar om uit wordt",
    "sv": "och att det som är en på för av med den till inte har ett om de var jag men",
    "da": "og at det er en som på til af for med den ikke der har et de var jeg men fra",
    "no": "og at det er en som på til av for med den ikke har et de var jeg men fra ble",
    "fi": "ja on ei että se hän oli mutta kun myös ovat tai niin joka sekä mitä jos",
    "pl": "i w na z do się nie że to jest o jak po za od przez dla są oraz ale",
    "cs": "a v na se je že s z do to o i ve jsou by pro ale jako jeho které",
    "tr": "ve bir bu da de için ile olarak çok daha gibi olan en kadar ne ama var her",
    "az": "və bir bu da də üçün ilə olan daha ki onun çox kimi hər isə",
    "id": "yang dan di ini dengan untuk dari pada tidak itu dalam akan adalah ke juga oleh karena",
    "ro": "și de în la a cu pe că nu este din o un pentru care mai sau au fost",
    "hu": "a az és hogy nem is egy ez volt de csak meg már van mint vagy ki",
    "vi": "và của là có cho không được các trong một với người này những để",
    "ca": "el els les de que i en per amb una del és la al més com no són seva",
}
_LETTERS = {"tr": "ğı", "az": "ə", "pl": "łśźż", "cs": "ěřů", "hu": "őű"}
"""Letters that only one of the languages has. A word with one of them counts like a function word, of which these
languages have few.
"""
_FAMILIES = tuple(
    frozenset(family.split())
    for family in (
        "ru uk bg sr be mk kk mn ky tg ba ce crh cv os rue sah tk tt udm uz",
        "ar fa ur ps ug ckb arz ary apc azb ks pnb sd",
        "hi mr ne sa awa bho kok mai",
        "zh yue wuu",
        "he yi",
        "da no nb nn sv fo is",
        "id ms jv su min",
        "cs sk sl hr bs sr dsb hsb",
        "pl csb dsb hsb szl",
        "bn as",
        "bo dz",
        "am ti",
        "my shn mnw",
        "tr az crh gag tk",
        "de bar gsw lb nds",
        "nl af fy li",
        "en sco",
        "es an ast gl oc",
        "pt gl",
        "ca oc",
        "fr oc wa",
        "it co fur lmo nap sc scn vec",
        "fi et krl",
    )
)
"""Languages too similar to be told apart here."""


@lru_cache(maxsize=1)
def _function_words() -> dict[str, dict[str, float]]:
    """Map each language to its words and their weights; a word of several different languages weighs less for each."""
    lists = {language: frozenset(words.split()) for language, words in _WORDS.items()}
    return {
        language: {
            w: 1 / sum(w in other for name, other in lists.items() if name == language or not are_alike(name, language))
            for w in words
        }
        for language, words in lists.items()
    }


def guess_language(text: str) -> str | None:
    """Guess the language (BCP 47) of a text from its first 10,000 characters; None if unknown."""
    sample = text[:_SAMPLE]
    letters = {sign: count for sign, count in Counter(sample).items() if sign.isalpha()}
    if sum(letters.values()) < MINIMUM:
        return None
    counts: Counter[str | None] = Counter()
    for letter, number in letters.items():
        counts[_find_script(ord(letter))] += number
    if counts["ja"] > 0.1 * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts.pop("zh", 0)
    for dense in _DENSE:
        counts[dense] *= 2
    language, count = counts.most_common(1)[0]
    if count <= 0.6 * counts.total():
        return None
    return _tell_apart(language, letters) if language else _guess_by_words(split_words(sample), letters)


def _tell_apart(usual: str, letters: Mapping[str, int]) -> str | None:
    """Tell the languages of a script apart by letters that not all of them have; None if several have these."""
    total = sum(number for letter, number in letters.items() if _find_script(ord(letter)) == usual)
    for script, own, least, language in _TOLD_APART:
        if script == usual and sum(letters.get(one, 0) for one in {*own, *own.upper()}) >= least * total:
            return language
    return usual


def lacks_script(text: str, tag: str) -> bool:
    """Whether a text has hardly a letter of the usual script of a language (a BCP 47 tag)."""
    language, *subtags = tag.lower().split("-")
    scripts = {"zh", "ja"} if language == "ja" else {language}
    letters = [c for c in normalize("NFC", text) if c.isalpha()]
    if "latn" in subtags or len(letters) < MINIMUM or not any(language == known for _, known, _, _ in _SCRIPTS):
        return False
    return sum(_find_script(ord(c)) in scripts for c in letters) < 0.02 * len(letters)


@lru_cache(maxsize=4096)
def _find_script(code: int) -> str | None:
    """Return the usual language of a letter's script; None for Latin and the rest."""
    if code < 0x0370:
        return None
    return next((language for _, language, first, last in _SCRIPTS if first <= code <= last), None)


def _guess_by_words(words: Sequence[str], letters: Collection[str]) -> str | None:
    if len(words) < MINIMUM:
        return None
    counts = Counter(words)

    def share(language: str, known: Mapping[str, float]) -> float:
        own = set(_LETTERS.get(language, "")) & set(letters)
        found = {word: weight for word, weight in known.items() if word in counts}
        if own:
            found |= dict.fromkeys((word for word in counts if not own.isdisjoint(word)), 1.0)
        if len(found) < _FEWEST:
            return 0.0
        return sum(counts[word] * weight for word, weight in found.items()) / len(words)

    shares = sorted(((share(*language), language[0]) for language in _function_words().items()), reverse=True)
    (best, language), others = shares[0], shares[1:]
    second = next((share for share, other in others if not are_alike(language, other)), 0.0)
    return language if best >= 0.1 and best >= 1.5 * second else None


def are_alike(one: str, other: str) -> bool:
    """Whether two BCP 47 tags name one language, or two that `guess_language` cannot tell apart."""
    a, b = find_language(one), find_language(other)
    return a == b or any(a in family and b in family for family in _FAMILIES)
