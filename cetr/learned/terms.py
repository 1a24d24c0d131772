"""The terms of tags: the names in the values of their attributes, digits as one 0, the words in names, and the tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cetr.document import Bools, Ints, Numbers
from cetr.learned.hashes import Codes, Hashes, encode, find_changes, hash_runs

_NEITHER, _SMALL, _CAPITAL, _FOREIGN = range(4)
"""Kinds of letters in names: ASCII ones, small or capital, and those of other alphabets."""

MOST_NAMES = 12
"""How many names of a value count."""

_NAMES = {
    "ad": "annons anzeige guanggao hirdetes pubblicita publicidad publicite reklam reklama werbung",
    "article": (
        "arthro articol articolo articulo artikel artikkel artikkeli artykul cikk clanek clanok kiji statja "
        "statya wenzhang"
    ),
    "author": "auteur autor autore avtor zuozhe",
    "body": "corpo corps cuerpo",
    "comment": (
        "binhluan comentario commentaire hozzaszolas koment komentar komentarz kommentar kommentarij "
        "kommentariy pinglun reactie sxolio yorum"
    ),
    "comments": (
        "comentarii comentarios commentaires commenti diskuse diskusia diskuze hozzaszolasok komentare "
        "komentarze kommentare kommentarer kommentarii kommentit kommenty leserkommentare otzyvy reacties "
        "sxolia yorumlar"
    ),
    "content": (
        "contenido contenu contenuto conteudo continut honbun icerik inhalt inhoud innehall innhold neirong "
        "noidung obsah sisalto tartalom tresc zhengwen"
    ),
    "footer": "dibu fusszeile lablec paticka podval rodape sidfot stopka",
    "header": "entete fejlec hlavicka kopfzeile naglowek shapka",
    "nav": "daohang",
    "news": (
        "actualites berita haber haberler hirek nachrichten nieuws noticia noticias notizia notizie novost "
        "novosti nyheter spravy stiri uutiset wiadomosci xinwen zpravy"
    ),
    "post": "baiviet beitrag",
    "recommend": "tuijian",
    "related": "correlati powiazane relacionadas relacionados souvisejici xiangguan",
    "search": "poisk sousuo suche szukaj",
    "sidebar": "seitenleiste",
    "teaser": "zajawka",
    "text": "keimeno tekst testo texte",
    "title": "baslik biaoti nadpis overskrift tieude titel titlos titolo titre titulo tytul ueberschrift zagolovok",
}
"""English names of page parts, and names of the same meaning in other languages, in Latin letters as in class names."""


@lru_cache(maxsize=1)
def translate_names() -> dict[str, str]:
    """Map the names in other languages to the English ones."""
    return {name: english for english, names in _NAMES.items() for name in names.split()}


@dataclass(frozen=True)
class Terms:
    """The t terms in the values of attributes and of tags, some of them more than once in a tag.

    ``owner`` (t,) is the number of the tag, ``hash`` (t,) the hash of the term. A term is its ``prefix`` (t,), a code
    or 0, followed by ``text`` from ``start`` (t,) to the next place that ``outside`` (len(text) + 1,) marks.
    """

    owner: Ints
    hash: Hashes
    prefix: Numbers
    start: Ints
    text: str
    outside: Bools


SALTS = {".": 0x9E3779B97F4A7C15, "#": 0xBF58476D1CE4E5B9, "@": 0x94D049BB133111EB}
"""The prefixes that distinguish the names of different attributes in hashes."""


@lru_cache(maxsize=1)
def _salt_table() -> Hashes:
    table = np.zeros(256, dtype=np.uint64)
    for prefix, salt in SALTS.items():
        table[ord(prefix)] = salt
    return table


@lru_cache(maxsize=1)
def _letter_table() -> Numbers:
    """Tabulate the kind of letter of each character of the Basic Multilingual Plane; others count as the last one."""
    table = np.full(65536, _NEITHER, dtype=np.uint8)
    foreign = re.compile(r"[^\x00-\x7f\W\d_]")
    table[[code for code in range(65536) if foreign.match(chr(code))]] = _FOREIGN
    table[ord("a") : ord("z") + 1], table[ord("A") : ord("Z") + 1] = _SMALL, _CAPITAL
    return table


def _find_words(codes: Codes) -> tuple[Bools, Bools]:
    """Mark the characters that begin the words of names, and those inside one.

    Words are two or more small letters, with one capital before if there is just one (postBody), two or more capitals,
    and letters of other alphabets.
    """
    letters = _letter_table().take(codes, mode="clip")
    changes = find_changes(letters)
    start = np.flatnonzero(changes)
    kind, is_long = letters[start], np.append(start[1:], len(codes)) - start > 1
    small = (kind == _SMALL) & is_long
    initial = np.append(small[1:], False) & (kind == _CAPITAL) & ~is_long
    is_word = small | initial | (kind == _CAPITAL) & is_long | (kind == _FOREIGN)
    begins = np.zeros(len(codes), dtype=np.bool_)
    begins[start[is_word & ~np.append(False, initial[:-1])]] = True
    return begins, is_word[np.cumsum(changes) - 1]


def _find_names(codes: Codes) -> tuple[Bools, Bools]:
    """Mark the characters that begin a name, and those inside one: all except white space."""
    inside = codes > ord(" ")
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    return begins, inside


def hash_terms(terms: Sequence[str]) -> Hashes:
    """Hash terms, (t,)."""
    salt = np.array([SALTS.get(term[0], 0) for term in terms], dtype=np.uint64)
    codes = encode("\0".join([term[1:] if term[0] in SALTS else term for term in terms]))
    return hash_runs(codes, *_find_names(codes))[1] ^ salt


def spell_terms(terms: Terms) -> list[str]:
    """Spell the terms as strings."""
    stops = np.flatnonzero(terms.outside)
    ends = stops[np.searchsorted(stops, terms.start, side="right")]
    spelled = [terms.text[start:end] for start, end in zip(terms.start.tolist(), ends.tolist(), strict=True)]
    prefixes = [chr(code) if code else "" for code in terms.prefix.tolist()]
    return [translate_names().get(name, name) for name in map(str.__add__, prefixes, spelled)]


def fold_digits(text: str) -> str:
    """Replace each run of digits by one 0."""
    for digit in "123456789":
        text = text.replace(digit, "0")
    while "00" in text:
        text = text.replace("00", "0")
    return text


def split_values(owner: Sequence[int], prefixes: str, values: Sequence[str], tags: Sequence[str]) -> Terms:
    """Split the values of attributes into terms, given their tags and prefixes, and add the terms of the tags
    themselves. All are processed at once as parts of one text, in few calls.
    """
    joined = "\0".join(values)
    # The only letter that would not stay one.
    words = joined.replace("\u0130", "i").lower()
    names = fold_digits(words)
    text = "\0".join((names, words, *tags) if values else tags)
    codes = encode(text)
    begins, inside = _find_names(codes)
    if values:
        at = slice(len(names) + 1, len(names) + 1 + len(words))
        begins[at], inside[at] = _find_words(encode(joined))
    start, hashes = hash_runs(codes, begins, inside)
    part = np.cumsum(codes == 0)[start]
    place = np.arange(len(start)) - np.searchsorted(part, part)
    kept = np.flatnonzero((part >= len(values)) | (place < MOST_NAMES))
    start, hashes, part = start[kept], hashes[kept], part[kept]
    owners = np.concatenate((np.array([*owner, *owner], dtype=np.int64), np.arange(len(tags))))
    marks = prefixes.encode("ascii") + bytes(len(values) + len(tags))
    prefix = np.frombuffer(marks, dtype=np.uint8)[part]
    return Terms(owners[part], hashes ^ _salt_table()[prefix], prefix, start, text, np.append(begins | ~inside, True))
