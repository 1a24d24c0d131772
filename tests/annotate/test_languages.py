"""The guess of a text's language: right where it is sure, silent where it is not."""

import pytest

from annotate.languages import are_alike, guess_language, lacks_script
from cetr.document import split_words

SAMPLES = {
    "en": "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience"
    " and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights.",
    "de": "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt"
    " und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in dieser Erklärung"
    " verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied, etwa nach Rasse, Hautfarbe oder Geschlecht.",
    "fr": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de"
    " conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de"
    " tous les droits et de toutes les libertés proclamés dans la présente Déclaration.",
    "es": "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y"
    " conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene todos los derechos y"
    " libertades proclamados en esta Declaración, sin distinción alguna de raza o de sexo.",
    "nl": "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en"
    " geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen. Een ieder heeft aanspraak"
    " op alle rechten en vrijheden, in deze Verklaring opgesomd.",
    "zh": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神互相对待。",
    "ja": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
    "人間は理性と良心を授けられている。",
    "ko": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."
    " 인간은 천부적으로 이성과 양심을 부여받았으며",
    "ar": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق."
    " وقد وهبوا عقلًا وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.",
    "ru": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_samples(language):
    """The first article of the Declaration of Human Rights is told in each language."""
    text = SAMPLES[language]
    assert guess_language(text, split_words(text)) == language


@pytest.mark.parametrize(
    "text", ["", "Too short to tell", "Lorem ipsum dolor sit amet consectetur adipiscing elit " * 10, "1 2 3 4 5 " * 20]
)
def test_says_nothing_when_not_sure(text):
    """Few words, numbers and languages it does not know give no guess."""
    assert guess_language(text, split_words(text)) is None


def test_mixed_scripts_are_told_by_the_greater_part():
    """A Japanese text with many Chinese characters is Japanese; English with a Chinese name is English."""
    japanese = "東京都庁舎移転計画の概要について発表された文書によると費用総額は三百億円に達する見込みである"
    assert guess_language(japanese, split_words(japanese)) == "ja"
    english = SAMPLES["en"] + " 中文"
    assert guess_language(english, split_words(english)) == "en"


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "ar", "ru"])
def test_garbled_text_lacks_the_script(language):
    """UTF-8 taken for Latin-1 leaves no letter of the language's script, whose label the text itself fits."""
    text = SAMPLES[language]
    assert not lacks_script(text, language)
    assert lacks_script(text.encode().decode("latin-1"), f"{language}-XX")


def test_a_script_lacks_only_where_it_is_sure():
    """Nothing is said of few letters, of languages in Latin letters, and of others that are labelled as such."""
    assert not lacks_script("CETR, 2010", "zh")
    assert not lacks_script(SAMPLES["de"], "en")
    assert not lacks_script(SAMPLES["de"], "ru-Latn")


def test_are_alike():
    """Regions do not matter, nor do languages that are not told apart."""
    assert are_alike("en", "en-GB")
    assert are_alike("zh-Hant-TW", "zh")
    assert are_alike("uk", "ru")
    assert not are_alike("en", "de")
