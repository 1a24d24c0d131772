"""The guess of a text's language: right where it is sure, silent where it is not."""

from unicodedata import normalize

import pytest

from cetr.metadata import Fact, are_alike, guess_language, lacks_script, read_metadata
from tests.samples import SAMPLES


@pytest.mark.parametrize("language", SAMPLES)
def test_samples(language):
    """The first article of the Declaration of Human Rights is told in each language."""
    text = SAMPLES[language]
    assert guess_language(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Too short to tell",
        "Lorem ipsum dolor sit amet consectetur adipiscing elit " * 10,
        "1 2 3 4 5 " * 20,
        "The open door of Ann is as old as any. " * 20,
        "Ko te katoa o nga tangata i te whanaungatanga mai e watea ana i nga here katoa; e tauriterite ana hoki nga "
        "mana me nga tika. E whakawhiwhia ana hoki ki a ratou te ngakau whai whakaaro me te hinengaro mohio ki te "
        "tika.",
    ],
)
def test_says_nothing_when_not_sure(text):
    """Few words, numbers, few function words over and over, and languages it does not know give no guess."""
    assert guess_language(text) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("tr", "Güneyli esnafı çocuk hastanesi kararını protesto etmek amacıyla kepenklerini kapattı. Çalışmalar "
               "martta başladı, haziranda durdu, sonbahardan önce yeniden başlamayacak. Bize kimse sormadı, diyor "
               "mahallede yaşayan Çiğdem Öztürk. Belediye başkanı sorularımıza yanıt vermedi."),
        ("pl", "Radni odłożyli budowę obwodnicy. Mieszkańcy czekają już dwadzieścia lat, większość straciła "
               "nadzieję. Burmistrz milczy. Prace ruszyły wiosną, latem stanęły, jesienią może ruszą znowu, "
               "zapowiedział rzecznik urzędu miejskiego, pytany przez dziennikarzy."),
        ("cs", "Zastupitelé odložili stavbu obchvatu. Obyvatelé čekají dvacet let, většina ztratila naději. Starosta "
               "mlčí. Práce začaly letos uprostřed března, během léta stály, říjen přinese pokračování, oznámil mluvčí "
               "úřadu, dotázaný novináři. Dělníci přitom přijeli třikrát."),
        ("hu", "Képviselőink elhalasztották elkerülőutunk építését. Lakosok ezrei várnak húsz éve, többségük reményt "
               "vesztett. Polgármesterünk hallgat. Munkálatok tavasszal kezdődtek, nyáron szüneteltek, ősszel talán "
               "folytatódnak, közölte szóvivőnk, újságírók kérdéseire felelve. Gépek, erőgépek tűntek el."),
        ("az", "Deputatlar yolun tikintisini təxirə saldılar. Sakinlər iyirmi ildir gözləyirlər, əksəriyyəti ümidini "
               "itirib. Bələdiyyə sədri susur. İşlər yazda başladı, yayda dayandı, payızda bəlkə davam edəcək, rəsmi "
               "nümayəndə jurnalistlərin suallarını cavablandırarkən bildirdi. Fəhlələr gəlmədilər."),
    ],
)  # fmt: skip
def test_letters_of_one_language_tell_it(language, text):
    """Few words of these languages are function words."""
    assert guess_language(text) == language


def test_mixed_scripts_are_told_by_the_greater_part():
    """A Japanese text with many Chinese characters is Japanese; English with a Chinese name is English."""
    japanese = "東京都庁舎移転計画の概要について発表された文書によると費用総額は三百億円に達する見込みである"
    assert guess_language(japanese) == "ja"
    english = SAMPLES["en"] + " 中文"
    assert guess_language(english) == "en"


def test_commands_and_quotations_do_not_name_the_language():
    """A manual in Japanese has as many Latin letters; half of a Russian one in English makes it neither."""
    english = "It is the name of the file that you have to open with the editor. "
    assert guess_language(SAMPLES["ja"] + "x" * sum(map(str.isalpha, SAMPLES["ja"]))) == "ja"
    assert guess_language(SAMPLES["ru"] + english * 2) is None
    assert guess_language("ا" * 95 + "ъ" * 5) == "ar"


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "ar", "ru"])
def test_garbled_text_lacks_the_script(language):
    """UTF-8 taken for Latin-1 leaves no letter of the language's script, whose label the text itself fits."""
    text = SAMPLES[language]
    assert not lacks_script(text, language)
    assert lacks_script(text.encode().decode("latin-1"), f"{language}-XX")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("km", "សាលារៀនថ្មីមួយត្រូវបានបើកនៅក្នុងភូមិនេះកាលពីថ្ងៃចន្ទ។"),
        ("lo", "ໂຮງຮຽນໃໝ່ໄດ້ເປີດຢູ່ໃນບ້ານນີ້ໃນວັນຈັນ"),
        ("my", "ကျောင်းသစ်တစ်ကျောင်းကို ယခုရွာတွင် တနင်္လာနေ့က ဖွင့်လှစ်ခဲ့သည်။"),
    ],
)
def test_a_script_of_one_language_tells_it(language, text):
    """Also one without spaces; garbled, it is missed."""
    assert guess_language(text * 2) == language
    assert not lacks_script(text * 2, language)
    assert lacks_script(text.encode().decode("latin-1"), language)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_misread_vietnamese_lacks_letters(form):
    """Its old encodings look like other Latin letters; marks may be characters of their own."""
    text = normalize(
        form,
        "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hoá "
        "ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.",
    )
    assert guess_language(text) == "vi"
    assert not lacks_script(text, "vi")
    assert lacks_script("Viêòc chuyêÒn ðôÒi sang Debian seÞ ðýõòc tiêìn haÌnh", "vi")


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
    assert are_alike("dz", "bo") and are_alike("ti", "am") and are_alike("shn", "my")
    assert not are_alike("en", "de")


def test_of_a_long_text_the_beginning_tells() -> None:
    """A page of megabytes, of which the rest is in another script."""
    english = "It is not that the bread was bad, but that they have been at it for so long, and with this oven. "
    assert guess_language(english * 600 + "По" * 1_000_000) == "en"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Эта статья рассказывает об истории русского языка и о людях, которые жили в разных городах"),
        ("uk", "Ця стаття розповідає про історію української мови та про її сьогодення в різних країнах світу"),
        ("be", "Гэты артыкул распавядае пра гісторыю беларускай мовы і пра людзей, якія доўга жылі ў вёсках"),
        ("bg", "Тази статия разказва за историята на българския език и за къщите, в които живеят хората"),
        ("sr", "Овај чланак говори о историји српског језика и о људима који су живели у разним крајевима"),
        ("mk", "Оваа статија раскажува за историјата на македонскиот јазик и за луѓето што живеат во куќите"),
        (None, "Бұл мақала қазақ тілінің тарихы туралы және әртүрлі қалаларда өмір сүрген адамдар туралы"),
        (None, "Ушбу мақола ўзбек тили тарихи ҳақида ва турли шаҳарларда яшаган одамлар ҳақида ҳикоя қилади"),
        ("ar", "هذا المقال يتحدث عن تاريخ اللغة العربية وعن الناس الذين عاشوا في مدن مختلفة من العالم"),
        ("fa", "این مقاله درباره تاریخچه زبان فارسی است و گفتگوهای پژوهشگران را در چهار بخش گزارش می‌کند"),
        ("fa", "این سامانه دسترسی کاربران را با خط مشی و زمینه امنیتی و نقش آن‌ها مدیریت می‌کند تا عملیات مجاز باشد"),
        ("ur", "یہ مضمون اردو زبان کی تاریخ کے بارے میں ہے اور اس میں بہت سے بڑے شاعروں کا ذکر ہے"),
        ("ps", "دا مقاله د پښتو ژبې د تاریخ په اړه ده او په هغې کې د ډېرو خلکو ژوند بیانېږي چې په ښارونو کې اوسېدل"),
        ("ckb", "ئەم وتارە دەربارەی مێژووی زمانی کوردییە و بۆ هەموو خوێنەران نووسراوە لە کوردستان"),
        ("ug", "بۇ ماقالە ئۇيغۇر تىلىنىڭ تارىخى توغرىسىدا يېزىلغان بولۇپ كۆپ كىشى ئوقۇيدۇ"),
    ],
)
def test_letters_tell_the_languages_of_a_script_apart(language, text):
    """In capitals, too, and beside names in Latin letters; several languages with the same letters are not told."""
    assert guess_language(text) == language
    assert guess_language(f"{text.upper()} Wikipedia") == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("mr", "शाळेच्या इमारतीसमोर मुळात एक मोठे वडाचे झाड होते आणि सगळी मुले तिथे खेळत असत. पावसाळ्यात ते झाड कोसळले."),
        ("ne", "गाउँमा नयाँ विद्यालय खुलेको छ। त्यहाँ धेरै बालबालिका पढ्छन् र शिक्षकहरू पनि छन्। बाटो अझै बनेको छैन।"),
        ("hi", "गाँव में नया विद्यालय खुला है। वहाँ बहुत से बालक पढ़ते हैं और शिक्षक भी हैं। सड़क अभी नहीं बनी है, पर काम चल रहा है।"),
        ("az", "Kənddə yeni məktəb açıldı və uşaqlar üçün çox böyük bir sevinc oldu. Müəllimlər deyirlər ki, bu bina "
               "əvvəlki binadan daha işıqlıdır. Yol isə hələ də çəkilməyib, onun üçün pul yoxdur."),
    ],
)  # fmt: skip
def test_languages_of_one_script_are_told_by_their_letters(language: str, text: str) -> None:
    """Even a few that others lack, or have seldom."""
    assert guess_language(text) == language


def test_a_guess_needs_thirty_letters_and_thirty_words() -> None:
    """The latter where the letters do not tell."""
    assert [guess_language("ا" * count) for count in (29, 30)] == [None, "ar"]
    words = ["the", "of", "to", "is", "it"] * 6
    assert [guess_language(" ".join(words[:count]) + " 1.") for count in (28, 29)] == [None, "en"]
    assert not lacks_script("a" * 29, "ru") and lacks_script("a" * 30, "ru")


@pytest.mark.parametrize(("language", "title"), [("en", "They have this and that "), ("tr", "Ağ, bağ, dağ, sağ, yağ ")])
def test_a_guess_needs_a_tenth_of_its_words(language: str, title: str) -> None:
    """A name such as that of a song may have five of them."""
    assert [guess_language(title + "lorem " * others) for others in (45, 46)] == [language, None]


def test_a_text_in_two_languages_is_in_none() -> None:
    """Unless one has far more of the function words."""
    assert guess_language(SAMPLES["de"] + " " + SAMPLES["fr"]) is None
    assert guess_language(SAMPLES["de"] * 4 + " " + SAMPLES["fr"]) == "de"
    english, german = "they have this and that ".split(), "nicht für sich auch wird ".split()
    words = [*english * 6, *german * 4, *["lorem"] * 10]
    assert [guess_language(" ".join(words[skipped:])) for skipped in (0, 1)] == ["en", None]


def test_japanese_may_be_without_kana() -> None:
    """A label is not wrong because of it; a tenth of kana makes a text Japanese."""
    assert not lacks_script("漢" * 40, "ja-JP")
    assert lacks_script("漢" * 40, "ko")
    assert [guess_language("漢" * (100 - kana) + "か" * kana) for kana in (10, 11)] == ["zh", "ja"]


@pytest.mark.parametrize(
    ("usual", "own", "least", "languages"),
    [
        ("и", "ң", 10, ["ru", None]),
        ("क", "ळ", 4, ["hi", "mr"]),
        ("क", "छ", 15, ["hi", "ne"]),
        ("ا", "ټ", 10, ["ar", "ps"]),
        ("ا", "ک", 50, ["ar", "fa"]),
    ],
)
def test_so_many_letters_of_a_thousand_tell_a_language(
    usual: str, own: str, least: int, languages: list[str | None]
) -> None:
    """Fewer may be in names and quotations."""
    assert [guess_language(usual * (1000 - count) + own * count) for count in (least - 1, least)] == languages


def test_letters_without_case_count_once() -> None:
    """Two of a hundred letters are not enough for Pashto, which needs one, if only one of them is of its own."""
    text = "كتاب " * 49 + "ټا"
    assert guess_language(text) == "ar"
    assert guess_language(text + "ټټ") == "ps"


def test_letters_of_another_script_do_not_count() -> None:
    """A manual has names of commands; one of a hundred letters is enough, however many Latin ones there are."""
    assert guess_language("ا" * 99 + "ټ" + "x" * 60) == "ps"
    assert guess_language("ا" * 100 + "ټ" + "x" * 60) == "ar"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("en", "en-GB", True), ("nb", "no", True), ("af", "nl", True), ("gl", "pt-BR", True), ("gl", "es", True),
        ("es", "pt", False), ("cs", "pl", False), ("hsb", "pl", True), ("", "en", False), ("pt_BR", "pt", True),
        ("is", "no", True), ("sl", "cs", True), ("sr-Latn", "cs", True), ("oc", "es", True), ("fur", "it", True),
    ],
)  # fmt: skip
def test_neighbours_are_alike(one: str, other: str, alike: bool) -> None:
    """The guess may name the greater one of two, so it does not contradict the other."""
    assert are_alike(one, other) == are_alike(other, one) == alike


@pytest.mark.parametrize(
    ("declared", "language", "fact"),
    [
        ("", "de", Fact("de", "text")),
        ("de-AT", "de", Fact("de-AT", "html lang")),
        ("en", "de", Fact("de", "text")),
        ("af", "nl", Fact("af", "html lang")),
        ("en", "", Fact("en", "html lang")),
    ],
)
def test_the_content_counts_more_than_what_a_page_declares(declared: str, language: str, fact: Fact) -> None:
    """Only where it is clear, and only if it is known which part of the page that is."""
    html = f"<html lang='{declared}'><p>{SAMPLES.get(language, 'Short')}</p><p>{SAMPLES['fr'] * 3}</p>"
    start, end = html.index("<p>"), html.index("</p>")
    assert read_metadata(html, spans=((start, end),))["language"] == fact
    assert read_metadata(html).get("language") == (Fact(declared, "html lang") if declared else None)


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (f"<p>{SAMPLES['de']}</p><pre>{SAMPLES['en'] * 5}</pre>", "de"),
        (f"<pre>{SAMPLES['en']}</pre><p>{SAMPLES['de']}</p><pre>{SAMPLES['en'] * 5}", "en"),
        (f"<pre>{SAMPLES['en']}<pre>x</pre>{SAMPLES['de']}<pre>{SAMPLES['en'] * 5}</pre>", "de"),
        (f"<p>Kurz</p><pre>{SAMPLES['en']}</pre>", "en"),
        (f"{SAMPLES['de']}</pre>", "de"),
    ],
)
def test_code_does_not_tell_the_language_of_the_text_around_it(html: str, language: str) -> None:
    """Its comments are often English. Of a text that is nothing else, it does."""
    assert read_metadata(html, spans=((0, len(html)),)) == {"language": Fact(language, "text")}
