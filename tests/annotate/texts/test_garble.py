"""UTF-8 that was read as Windows-1252 is distinguished from real text."""

import pytest

from annotate.texts.garble import find_garbled
from tests.samples import SAMPLES


def garble(text, encoding="cp1252"):
    """A text as it is after its UTF-8 was read in an encoding; browsers have control characters where that has gaps."""
    return "".join(bytes([b]).decode(encoding, "ignore") or chr(b) for b in text.encode())


@pytest.mark.parametrize(
    "text",
    "für Öl-Straße don’t “so” a–b 10€ café mañana São più où Größe smörgås pålegg 20°C ©2020 żółć Łódź žluťoučký "
    "ığdır Việt\xa0ngữ Приве́т αβγ سلام 日本語 한국어 ไทย हिन्दी 😀 ✓".split(" "),
)
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_garbled_text_is_found(text, encoding):
    """In whichever of the two encodings UTF-8 is read, a word or two are enough."""
    found = list(find_garbled(garble(text, encoding)))
    assert found and all(meant in text and garble(meant)[0] == shown[0] for shown, meant in found)


@pytest.mark.parametrize("language", SAMPLES)
def test_real_text_is_not_garbled(language):
    """The first article of the Declaration of Human Rights is as it should be."""
    assert list(find_garbled(SAMPLES[language])) == []


@pytest.mark.parametrize(
    "text",
    [
        "„Das macht Spaß“, sagt er – Spaß… „Gruß“–„Fuß“ Fuß² GROẞ”",
        "« Été » “café”… l’été’ qualité³ société², déjà™ à€ NESTLÉ® RÉSUMÉ : CAFÉ» ÉTÉ² « Ça » ÂGE",
        "“AMANHÃ” «AMANHû AMANHÃ… IRMÃ– MAÇÃ; «à» ‘Lembrança’ à—lá Â B",
        "Ngày mai ở Việt Nam… “à” ‘ã’ â… TIẾNG “Ô Ê Ă Đ",
        "„Máš…“ náš“ víš“ každý– ČÍŠ ŽLUŤ",
        "SMÅ… PÅ– Å” Ö” ’Å’ «Ø» Ø–Ø Ñ… «Ñ» Î× 2×½? Þ",
        "",
    ],
)
def test_letters_with_signs_behind_them_are_not_garbled(text):
    """Quotes, dashes, dots and footnotes behind words that end with the letters in question."""
    assert list(find_garbled(text)) == []


def test_what_was_meant_is_named():
    """Both as they are read, control characters of Latin-1 as Windows-1252 has them."""
    assert list(find_garbled("Iâ\x80\x99m fÃ¼r CafÃ©”")) == [("â€™", "’"), ("Ã¼", "ü"), ("Ã©", "é")]
