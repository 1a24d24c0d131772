from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import BrowserContext

from cetr.document import decode_html, decoding, parse_content_type

TEXT = "Grüße – “Käse”, naïve façade"


@pytest.mark.parametrize(
    ("data", "declared", "expected", "encoding"),
    [
        (TEXT.encode(), None, TEXT, "utf-8"),
        (TEXT.encode("cp1252"), None, TEXT, "windows-1252"),
        (TEXT.encode("cp1252"), "ISO-8859-1", TEXT, "windows-1252"),
        (codecs.BOM_UTF8 + TEXT.encode(), "windows-1251", TEXT, "utf-8"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-8", TEXT, "utf-16-le"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), None, TEXT, "utf-16-be"),
        (codecs.BOM_UTF8 + b"na\xefve", "windows-1252", "na\ufffdve", "utf-8"),
        (f"<p>{TEXT}".encode("utf-16-le"), None, f"<p>{TEXT}", "utf-16-le"),
        (f"<p>{TEXT}".encode("utf-16-be"), None, f"<p>{TEXT}", "utf-16-be"),
        ("<meta charset=koi8-r>Привет".encode("koi8-r"), None, "<meta charset=koi8-r>Привет", "koi8-r"),
        ("<meta charset=gb2312>中文網".encode("gbk"), None, "<meta charset=gb2312>中文網", "gb18030"),
        ("日本".encode("shift_jis"), "Shift_JIS", "日本", "cp932"),
        ("<meta charset=utf-16>né".encode(), None, "<meta charset=utf-16>né", "utf-8"),
        ("<?xml encoding='koi8-r'?>Привет".encode("koi8-r"), None, "<?xml encoding='koi8-r'?>Привет", "koi8-r"),
        (
            "<!--\n<meta charset=koi8-r> --><META content='text/html; charset=cp1251'>Привет".encode("cp1251"),
            None,
            "<!--\n<meta charset=koi8-r> --><META content='text/html; charset=cp1251'>Привет",
            "windows-1251",
        ),
        (
            "<!--><meta charset=cp1251><!-- -->Привет".encode("cp1251"),
            None,
            "<!--><meta charset=cp1251><!-- -->Привет",
            "windows-1251",
        ),
        (b"plain", "no-such-charset", "plain", "utf-8"),
        (b"", None, "", "utf-8"),
        (b"a\0b", None, "a\0b", "utf-8"),
        (b"\x1b[1mbold", None, "\x1b[1mbold", "utf-8"),
        (b"plain", "latin-1", "plain", "windows-1252"),
    ],
)
def test_the_right_charset_is_found(data: bytes, declared: str | None, expected: str, encoding: str) -> None:
    """Marks, headers, declarations and guesses, in this order, give the text and name the encoding."""
    assert decode_html(data, declared) == (expected, encoding)


def test_a_header_wins_over_the_page() -> None:
    """Where both can be, the header is believed."""
    data = b"<meta charset=windows-1251>" + b"\xe9"
    assert decode_html(data, "windows-1252")[0].endswith("é")
    assert decode_html(data)[0].endswith("й")


def test_utf8_that_claims_a_single_byte_charset_is_seen_through() -> None:
    """Valid UTF-8 beyond ASCII is not the Latin-1 it is said to be; Chinese may look like it by chance."""
    data = "<meta charset=iso-8859-1>Grüße".encode()
    assert decode_html(data, "latin-1") == (data.decode(), "utf-8")
    assert decode_html("é".encode(), "gbk") == ("茅", "gb18030")


def test_some_wrong_bytes_do_not_spoil_the_page() -> None:
    """UTF-8 that was cut in the middle of a character stays UTF-8; what is no UTF-8 does not become so."""
    text, encoding = decode_html("Ж".encode() * 50 + b"\xd0", "utf-8")
    assert (text, encoding) == ("Ж" * 50 + "\ufffd", "utf-8")
    assert decode_html(b"caf\xe9 na\xefve", "utf-8") == ("café naïve", "windows-1252")
    codecs_found = [decode_html("Ж".encode() * valid + b" \xd0", "utf-8")[1] for valid in (9, 10)]
    assert codecs_found[0] != codecs_found[1] == "utf-8"


RUSSIAN = "Сегодня утром первый паром отошёл от причала, и пассажиры ждали на холодной набережной."
JAPANESE = "今朝、最初のフェリーは日の出前に出港しました。乗客は寒い埠頭で待っていました。"
POLISH = "Wczoraj słońce długo świeciło, a żółte łódki pływały po całej małej zatoce i wokół mostu w Łodzi."


@pytest.mark.parametrize(
    ("text", "codec", "encoding"),
    [
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-u"),
        ("Сьогодні вранці перший пором відійшов від причалу, і пасажири чекали на набережній.", "koi8-u", "koi8-u"),
        (RUSSIAN, "iso8859-5", "iso8859-5"),
        ("Σήμερα το πρωί το πρώτο πλοίο έφυγε πριν την ανατολή του ηλίου.", "cp1253", "windows-1253"),
        ("הבוקר יצאה המעבורת הראשונה לפני הזריחה מן הנמל, כך מסרה הנהלת הנמל.", "cp1255", "windows-1255"),
        ("غادرت العبارة الأولى الميناء هذا الصباح قبل شروق الشمس.", "cp1256", "windows-1256"),
        ("เช้านี้เรือข้ามฟากลำแรกออกเดินทางก่อนพระอาทิตย์ขึ้น", "cp874", "cp874"),
        (JAPANESE, "shift_jis", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        ("今天早上，第一班渡轮在日出前离开了码头，乘客们在寒冷的码头上等候。", "gbk", "gb18030"),
        ("今天早上，第一班渡輪在日出前離開了碼頭，乘客們在寒冷的碼頭上等候。", "big5", "big5hkscs"),
        ("오늘 아침 첫 페리는 해가 뜨기 전에 출항했다. 승객들은 추운 부두에서 기다렸다.", "euc_kr", "cp949"),
        (POLISH, "iso8859-2", "iso8859-2"),
        (
            "À l'aube, le « bateau » est parti à l’heure : l’été, c’est élégant, n° 5·6 — ça coûte 5 £.",
            "cp1252",
            "windows-1252",
        ),
    ],
)
def test_bytes_that_declare_nothing_are_read_as_what_they_look_like(text: str, codec: str, encoding: str) -> None:
    """By their letters; also if the page wrongly says that it is UTF-8."""
    html = f"<html><title>Ferry</title><p>{text}</p>"
    assert decode_html(html.encode(codec)) == (html, encoding)
    assert decode_html(html.encode(codec), "utf-8") == (html, encoding)


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252"])
@pytest.mark.parametrize(
    ("text", "codec"),
    [(RUSSIAN, "koi8-u"), (JAPANESE, "euc_jp"), ("เช้านี้เรือข้ามฟากลำแรกออกเดินทางก่อนพระอาทิตย์ขึ้น", "cp874")],
)
def test_latin_1_is_declared_for_anything(text: str, codec: str, label: str) -> None:
    """By servers and editors: it does not count for a page that looks like another script, but does for Latin."""
    html = f"<html><title>Ferry</title><script>{'ferry()' * 20}</script><p>{text}</p>"
    assert decode_html(html.encode(codec), label) == (html, codec)
    declared = f"<meta charset={label}>{html}"
    assert decode_html(declared.encode(codec)) == (declared, codec)
    assert decode_html(POLISH.encode("iso8859-2"), label)[1] == "windows-1252"
    assert decode_html(html.encode(codec), "koi8-r")[1] == "koi8-r"


def test_long_scripts_do_not_hide_the_script_of_a_page() -> None:
    """Inline scripts with a few comments in the page's language are no text."""
    line = "ferry.departs(harbour, captain.watch, passengers.count);\n"
    html = f"<script>{line * 200}// {RUSSIAN}\n</script><p>{RUSSIAN}</p>"
    assert decode_html(html.encode("cp1251"), "iso-8859-1") == (html, "windows-1251")


def test_japanese_in_seven_bits_is_found_by_its_escapes() -> None:
    """ISO-2022-JP looks like ASCII otherwise, declared or not."""
    for declared in (None, "utf-8", "iso-8859-1"):
        assert decode_html(JAPANESE.encode("iso2022_jp"), declared) == (JAPANESE, "iso2022_jp")


def test_the_language_of_a_page_tells_its_latin_letters_apart() -> None:
    """Of Czech letters alone one cannot know."""
    html = '<html lang="cs"><p>Dnes ráno před východem slunce odplul první přívoz, říká kapitán.'
    assert decode_html(html.encode("cp1250")) == (html, "windows-1250")
    vietnamese = '<html lang="vi"><p>Sáng nay chuyê\u0301n pha\u0300 đâ\u0300u tiên rơ\u0300i bê\u0301n.'
    assert decode_html(vietnamese.encode("cp1258")) == (vietnamese, "windows-1258")


@pytest.mark.parametrize(
    ("html", "codec", "encoding"),
    [
        ("<p>Москва", "cp1251", "windows-1251"),
        ("<p>Москва 1234567890", "cp1251", "windows-1251"),
        (f"<p>Москва{chr(0xA0) * 9}", "cp1251", "windows-1251"),
        ("<HTML LANG='CS'><p>Praha, říjen", "cp1250", "windows-1250"),
        ("<html lang=tr><p>Bağış", "cp1254", "windows-1254"),
        ("<html lang=lt><p>Kaišiadorių", "cp1257", "windows-1257"),
        ("<p>café à la crème", "cp1252", "windows-1252"),
        ("<p>gałka małpa skała biała cała", "cp1250", "windows-1250"),
        ("<p>gałka małpa skała biała", "cp1250", "windows-1252"),
    ],
)
def test_a_few_letters_are_enough(html: str, codec: str, encoding: str) -> None:
    """In another script, with the language, or with more than four signs within words."""
    assert decode_html(html.encode(codec))[1] == encoding


@pytest.mark.parametrize(("sentences", "encoding"), [(1, "windows-1252"), (2, "euc_jp")])
def test_nearly_all_bytes_make_characters_of_several(sentences: int, encoding: str) -> None:
    """One byte of a hundred may be wrong."""
    assert decode_html(JAPANESE.encode("euc_jp") * sentences + b"\xff")[1] == encoding


def test_a_declaration_far_down_is_found() -> None:
    """Scripts before the declaration do not hide it."""
    page = "<script>" + "x" * 5000 + "</script><meta charset=windows-1251>Привет"
    assert decode_html(page.encode("cp1251"))[0] == page


@pytest.mark.parametrize(
    ("labels", "text", "codec", "encoding"),
    [
        ("x-sjis windows-31j MS932 Shift-JIS sjis", "\u2460日本", "cp932", "cp932"),
        ("x-gbk GB2312 gb_2312-80 chinese", "編碼\u3400", "gb18030", "gb18030"),
        ("x-x-big5 cn-big5 Big5-HKSCS", "繁體㗎", "big5hkscs", "big5hkscs"),
        ("windows-949 ks_c_5601-1987 euc-kr korean", "한국똠", "cp949", "cp949"),
        ("x-euc-jp EUC-JP", "日本", "euc_jp", "euc_jp"),
        ("x-cp1251 cp1251 windows-1251", "Привет", "cp1251", "windows-1251"),
        ("iso-8859-1 ascii us-ascii latin1 x-cp1252 x-user-defined", "“é”", "cp1252", "windows-1252"),
        ("iso-8859-9 latin5 x-cp1254", "“ğ”", "cp1254", "windows-1254"),
        ("dos-874 tis-620 iso-8859-11 windows-874", "ภาษา…", "cp874", "cp874"),
        ("iso-8859-8-i logical visual hebrew", "שלום", "iso8859-8", "iso8859-8"),
        ("x-mac-cyrillic x-mac-ukrainian", "Привет", "mac-cyrillic", "mac-cyrillic"),
        ("macintosh x-mac-roman csMacintosh", "café", "mac-roman", "mac-roman"),
        ("koi8-ru KOI8-U", "їжак", "koi8-u", "koi8-u"),
        ("cp949 UHC ms949", "한국똠", "cp949", "cp949"),
        ("euckr", "한국", "euc_kr", "cp949"),
        ("maccyrillic", "Привет", "mac-cyrillic", "mac-cyrillic"),
        ("unicode ucs-2 utf-16", "Привет", "utf-16-le", "utf-16-le"),
        ("hz-gb-2312 iso-2022-kr iso-2022-cn", "é", "utf-8", "utf-8"),
    ],
)
def test_labels_mean_what_they_mean_to_browsers(labels: str, text: str, codec: str, encoding: str) -> None:
    """Each label of the Encoding Standard stands for the codec of its row, and others for what Python knows by them."""
    for label in labels.split():
        assert decode_html(text.encode(codec), f" {label} ") == (text, encoding), label


def test_every_label_of_the_web_has_a_codec() -> None:
    """One that Python lacks would end the reading of a page."""
    for label, codec in decoding._CODECS.items():
        assert codecs.lookup(codec).name == codecs.lookup(decode_html(b"", label)[1]).name


def test_a_browser_sorts_the_labels_in_the_same_way(browser: BrowserContext) -> None:
    """Labels of one encoding have one codec, and a codec has labels of one encoding, but for what is decoded alike."""
    labels = list(decoding._CODECS)
    page = browser.new_page()
    names = page.evaluate("labels => labels.map(label => new TextDecoder(label).encoding)", labels)
    page.close()
    encodings: dict[str, set[str]] = {}
    for label, name in zip(labels, names, strict=True):
        encodings.setdefault(decoding._CODECS[label], set()).add(name)
    alike = [{"iso-8859-8", "iso-8859-8-i"}, {"windows-1252", "x-user-defined"}, {"gbk", "gb18030"}]
    assert [found for found in encodings.values() if len(found) > 1] == alike
    assert len(set(names)) == len(encodings) + 3 == 39


DECLARATIONS = st.tuples(st.sampled_from([b"<meta charset=", b"<?xml encoding='"]), st.binary(max_size=30))
LABELS = "zlib hex rot13 idna undefined utf-7 utf-8-sig unicode_escape a\0b utf-32 utf-16 iso-2022-jp".split(" ")


@given(
    st.binary(max_size=200) | DECLARATIONS.map(b"".join),
    st.none() | st.text(max_size=20) | st.sampled_from(LABELS),
)
def test_any_bytes_decode(data: bytes, declared: str | None) -> None:
    """No bytes and no label, not that of a codec that is no charset, make decoding fail."""
    text, encoding = decode_html(data, declared)
    assert isinstance(text, str)
    assert encoding


def test_hostile_declarations_cost_no_time() -> None:
    """Megabytes of unfinished declarations are decoded at once."""
    start = time.process_time()
    decode_html(b"<meta " * 2_000_000)
    decode_html(b"<meta charset" * 1_000_000 + b"\xff")
    decode_html(b"<!--" * 1_000_000)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("header", "parsed"),
    [
        ("text/html", ("text/html", None)),
        ("Text/HTML ;\tCharset = 'KOI8-R'\t; x=y", ("text/html", "KOI8-R")),
        ('text/plain;format=flowed;charset="utf-8"', ("text/plain", "utf-8")),
        ("text/html; charset=", ("text/html", None)),
        ("text/plain, Text/HTML; charset=utf-8, text/html", ("text/html", "utf-8")),
        ("", ("", None)),
    ],
)
def test_content_type(header: str, parsed: tuple[str, str | None]) -> None:
    """Servers write it in many ways."""
    assert parse_content_type(header) == parsed
