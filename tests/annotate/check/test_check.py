"""`annotate check`: every kind of finding on a document made for it, and nothing on clean gold."""

import json
from datetime import datetime

import msgspec
import pytest

from annotate.check import check_package, choose_extractors
from annotate.check.page import make_page
from annotate.check.sentences import check_sentences
from annotate.cli import annotate
from cetr.console import InputError, Limits, run
from cetr.document import derive_text
from evaluate.package import Captured, Source, html_hash, read_document, write_document
from tests import documents
from tests.documents import find_spans
from tests.layouts import pack_layout
from tests.unread import run_unread

PARAGRAPHS = [
    "The committee met on Tuesday to discuss the plans for the new bridge, which is to be built over the river.",
    "It was said that the costs would be higher than expected, but that the work should begin in the spring.",
    "Residents of the old town were not convinced, and many of them asked for a vote on the matter.",
]
MENU = "<ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul>"
GOLD = "".join(f"<p>{p}</p>\n" for p in PARAGRAPHS)
PAGE = f"<html lang=en><body>{MENU}<article>{GOLD}</article><footer>Imprint and privacy</footer></body></html>"


def make_document(folder, name, html=PAGE, gold=(GOLD,), **facts):
    """Write a document whose gold are the given parts of the page."""
    fragmented = len(find_spans(html, *gold)) > 1
    return documents.make_document(folder, name, html, gold, **{"language": "en", "fragmented": fragmented, **facts})


def find(folder, extractors=()):
    """(document, code) of every finding; each says what to do."""
    findings = list(check_package(folder, extractors=extractors))
    assert all(f.message and f.fix for f in findings)
    return [(f.document, f.code) for f in findings]


def test_clean_gold_has_no_findings(tmp_path, capsys):
    """Good gold passes, with the extractors that are asked by default, and the exit code is 0."""
    make_document(tmp_path, "a")
    assert run(annotate, ["check", str(tmp_path), "--jobs", "1"]) == 0
    assert capsys.readouterr().out == "1 document, 0 findings; gold words in the rendered pages 1.0000\n"


def test_findings_count_though_nobody_reads_them(tmp_path):
    """The exit code holds where the reader of the findings, such as ``head``, has gone."""
    make_document(tmp_path, "a")
    (tmp_path / "a.txt").unlink()
    assert run_unread("annotate", "check", str(tmp_path), "--jobs", "1") == (1, "")


def test_unreadable_files(tmp_path):
    """Missing files and broken fields are findings of their documents, and the rest is checked."""
    for name in ("a", "b", "c"):
        make_document(tmp_path, name)
    (tmp_path / "a.txt").unlink()
    (tmp_path / "b.json").write_text("{")
    findings = list(check_package(tmp_path, extractors=()))
    assert [(f.document, f.code) for f in findings] == [("a", "unreadable"), ("b", "unreadable")]
    assert "a.txt: is missing" in findings[0].message
    (tmp_path / "c.txt").unlink()
    (tmp_path / "c.txt").mkdir()
    assert find(tmp_path) == [("a", "unreadable"), ("b", "unreadable"), ("c", "unreadable")]


def test_files_that_no_command_reads(tmp_path):
    """Pages under a name that a document cannot have, and pages without metadata, are not passed over in silence."""
    make_document(tmp_path, "a", attachments={".source.html": b"<p>"})
    (tmp_path / "my page.json").write_text("{}")
    (tmp_path / "my page.html").write_text(PAGE)
    (tmp_path / "b.html").write_text(PAGE)
    (tmp_path / "README.md").write_text("no document")
    findings = list(check_package(tmp_path, extractors=()))
    assert [f.message for f in findings] == [
        "b.html belongs to no document",
        "my page.html belongs to no document",
        "my page.json belongs to no document",
    ]
    assert {(f.document, f.code) for f in findings} == {("", "unlisted")}


def test_changed_files(tmp_path):
    """A page or served response that is not the one that was saved is noticed by its hash."""
    served = b"<p>served</p>"
    source = Source(sha256=html_hash(served.decode()))
    make_document(tmp_path, "a")
    make_document(tmp_path, "b", attachments={".source.html": served}, source=source, html=PAGE + " ")
    make_document(tmp_path, "c", source=source, html=PAGE + "  ")
    make_document(tmp_path, "d", source=Source(status=200), html="<p>x", gold=("x",))
    (tmp_path / "a.html").write_text(PAGE.replace("Tuesday", "Monday"))
    assert [one for one in find(tmp_path) if one[1] != "near-duplicate"] == [
        ("a", "page-changed"), ("c", "source-missing")
    ]  # fmt: skip
    (tmp_path / "b.source.html").write_bytes(b"other")
    assert ("b", "source-changed") in find(tmp_path)


def test_drifted_fragment(tmp_path):
    """A span whose text is not its quote is found, with its place."""
    document = make_document(tmp_path, "a")
    fragment = msgspec.structs.replace(document.meta.fragments[0], start=document.meta.fragments[0].start + 30)
    meta = msgspec.structs.replace(document.meta, fragments=(fragment,))
    write_document(tmp_path, "a", meta=meta, text=derive_text(PAGE, meta.spans))
    (finding,) = [f for f in check_package(tmp_path, extractors=()) if f.code == "fragment-drift"]
    assert (finding.start, finding.end) == (fragment.start, fragment.end)
    assert finding.message.startswith("fragment 0 should read 'The committee met on Tuesday")


def test_words_missing(tmp_path):
    """Gold words that the page does not have are counted and shown."""
    make_document(tmp_path, "a", text="\n".join([*PARAGRAPHS, "Sundry words that nobody wrote here"]))
    (missing, *_) = [f for f in check_package(tmp_path, extractors=()) if f.code == "words-missing"]
    assert missing.message.startswith("6 of 66 gold words are not in the page: sundry words that nobody")


@pytest.mark.parametrize("kept", [slice(0, 2), slice(0, 3)])
def test_text_differs_from_fragments(tmp_path, kept):
    """Text that has less, or more, than the fragments is out of date."""
    gold = GOLD if kept.stop == 2 else GOLD.split("\n")[0]
    make_document(tmp_path, "a", gold=(gold,), text="\n".join(PARAGRAPHS[kept]))
    assert find(tmp_path) == [("a", "text-differs")]


@pytest.mark.parametrize(
    ("gold", "code"),
    [
        (GOLD[: GOLD.index("for the new bridge")], "cut-end"),
        (GOLD[GOLD.index("discuss") :], "cut-start"),
        (GOLD[: GOLD.index("</p>")], None),
        (GOLD[GOLD.index("It was") :], None),
        (GOLD[: GOLD.index("the new bridge")] + "THE NEW", None),
    ],
)
def test_sentences(tmp_path, gold, code):
    """A fragment that ends or begins inside a sentence is found; one at its edge, or before a capital, is not."""
    html = PAGE.replace("the new bridge", "THE NEW bridge") if gold.endswith("THE NEW") else PAGE
    end = html.index("bridge") if gold.endswith("THE NEW") else None
    gold = html[html.index("<p>") : end] if end else gold
    make_document(tmp_path, "a", html=html.replace("bridge, which", "Bridge, which") if end else html, gold=(gold,))
    assert find(tmp_path) == ([("a", code)] if code else [])


def test_optional_text_beside_gold_is_no_cut(tmp_path):
    """Gold that is followed by text that is right either way does not end in mid-sentence."""
    gold = GOLD[: GOLD.index("for the new bridge")]
    end = PAGE.index("for the new bridge")
    make_document(tmp_path, "a", gold=(gold,), optional=(PAGE[end : end + 90],))
    assert find(tmp_path) == []


def test_a_number_before_a_caption_begins_no_sentence(tmp_path):
    """The caption of a picture in a script without capitals is no cut."""
    make_document(
        tmp_path, "a", html="<p><b>3 / 9</b> 青葉町の今後は裁判で決まる。</p>", gold=("青葉町の今後は裁判で決まる。",)
    )
    assert find(tmp_path) == []


def test_a_sentence_goes_on_after_readings_that_are_left_out(tmp_path):
    """Gold without the readings above its characters consists of many fragments, none of which is a cut."""
    html = "<p>町の<ruby>今<rp>(</rp><rt>こん</rt><rp>)</rp>後<rt>ご</ruby>は、裁判で決まる。</p>"
    make_document(tmp_path, "a", html=html, gold=("町の<ruby>今", "後", "は、裁判で決まる。"))
    assert find(tmp_path) == []


def test_many_cuts_are_summed_up(tmp_path):
    """Gold aligned word by word does not drown the report."""
    words = "".join(f"<p>{i}a many words {i}b here {i}c</p>" for i in range(20))
    gold = [f"many words {i}b" for i in range(20)]
    make_document(tmp_path, "a", html=words, gold=gold, language=None)
    codes = [code for _, code in find(tmp_path)]
    assert len(codes) == 6
    assert codes[-1] == "cut-more"


def test_cuts_are_looked_for_in_a_time_that_goes_with_their_number(tmp_path, monkeypatch):
    """Whether text beside a fragment is marked is not asked of all other fragments, of which there may be thousands."""
    asked = []

    class Watched(tuple):
        __slots__ = ()

        def __iter__(self):
            asked.append(len(self))
            return super().__iter__()

    page = "".join(f"<p>{i}a many words {i}b here {i}c</p>" for i in range(50))
    make_document(tmp_path, "a", html=page, gold=[f"many words {i}b" for i in range(50)], language=None)
    document = read_document(tmp_path, "a")
    vars(document)["spans"] = Watched(document.spans)
    assert len(list(check_sentences(make_page(document)))) == 6
    assert len(asked) < 5


def test_amount(tmp_path):
    """Empty gold, very little of a long page, and gold full of links are found; drafts may be empty."""
    long = PAGE.replace("Imprint", "Terms apply. " * 150)
    links = "".join(f"<a href=/{i}>Link number {i} of this page.</a> " for i in range(10))
    make_document(tmp_path, "draft", gold=(), status="draft")
    make_document(tmp_path, "empty", gold=(), html=PAGE + " ")
    make_document(tmp_path, "links", html=PAGE.replace(MENU, MENU + links), gold=(links,))
    make_document(tmp_path, "list", html=PAGE.replace(MENU, MENU + links + " "), gold=(links,), page_type="listing")
    make_document(tmp_path, "rejected", gold=(), html=PAGE + "  ", status="rejected")
    make_document(tmp_path, "short", html=long, gold=(f"<p>{PARAGRAPHS[0]}</p>",))
    found = [f for f in find(tmp_path) if f[1] != "near-duplicate"]
    assert found == [("empty", "empty"), ("links", "link-heavy"), ("short", "short")]


def test_flags(tmp_path):
    """Flags that do not fit the fragments are found, in both directions; an optional gap is no interruption."""
    first, between, last = (f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    make_document(tmp_path, "a", gold=(first, last), fragmented=False)
    make_document(tmp_path, "b", fragmented=True)
    make_document(tmp_path, "c", gold=(first, last), fragmented=False, optional=(between,))
    make_document(tmp_path, "d", gold=(), multiple_articles=True, status="draft")
    found = [f for f in find(tmp_path) if f[1] != "near-duplicate"]
    assert found == [("a", "flag-fragmented"), ("b", "flag-fragmented"), ("d", "flag-multiple-articles")]


def test_wrong_language(tmp_path):
    """A label that the text contradicts is found; a regional one, or none, is fine."""
    for name, language in {"a": "de", "b": "en-GB", "c": None}.items():
        make_document(tmp_path, name, language=language)
    garbled = "我们是学生" * 10
    garbled = f"<p>{garbled}</p>".encode().decode("cp1252", "ignore")
    make_document(tmp_path, "d", html=garbled, gold=(garbled,), language="zh-CN")
    found = [f for f in check_package(tmp_path, extractors=()) if f.code == "language"]
    assert [(f.document, f.message) for f in found] == [
        ("a", "language is 'de', but the main content seems to be in 'en'"),
        ("d", "language is 'zh-CN', but the main content has no letters of its script"),
    ]


def test_garbled_gold(tmp_path):
    """Gold that is garbled in Latin letters is counted once a document, with an example and what to do."""
    sentence = "Er sagte, dass es für die Größe der Stadt zu früh sei."
    for name, text in {"a": sentence, "b": sentence.encode().decode("cp1252", "ignore")}.items():
        make_document(tmp_path, name, html=f"<p>{text}</p>", gold=(text,))
    found = [f for f in check_package(tmp_path, extractors=()) if f.code == "garbled"]
    assert [(f.document, f.message) for f in found] == [
        ("b", "main content has 4 garbled characters, such as 'Ã¼' for 'ü'")
    ]


def test_fields_that_are_not_what_the_format_says(tmp_path):
    """A label that is no language tag, and a time without its zone, are found, also where the page is rejected."""
    captured = Captured(time=datetime(2026, 5, 1, 12, 30), tool="x")
    make_document(tmp_path, "a", language="en_US", status="rejected")
    make_document(tmp_path, "b", language="English", captured=captured)
    make_document(tmp_path, "c", language="zh-Hant-TW", gold=(), status="draft")
    assert [(f.document, f.code, f.message) for f in check_package(tmp_path, extractors=())] == [
        ("a", "language", "language 'en_US' is not a BCP 47 tag such as 'en' or 'pt-BR'"),
        ("b", "language", "language 'English' is not a BCP 47 tag such as 'en' or 'pt-BR'"),
        ("b", "time", "captured.time has no time zone: 2026-05-01T12:30:00"),
    ]


def test_near_duplicates(tmp_path):
    """Documents with almost the same main content are found, the later one named."""
    make_document(tmp_path, "a")
    make_document(tmp_path, "b", html=PAGE.replace("Imprint", "Contact"))
    make_document(tmp_path, "c", html=PAGE.replace("e", "o"), gold=(GOLD.replace("e", "o"),), language=None)
    (finding,) = check_package(tmp_path, extractors=())
    assert (finding.document, finding.code) == ("b", "near-duplicate")
    assert finding.message == "main content is 100% the same as that of a"


def test_a_copy_of_many_pages_is_one_finding(tmp_path):
    """Thirty copies of a page are not hundreds of pairs to look at or to dismiss."""
    for number in range(30):
        make_document(tmp_path, f"p{number:02}", html=PAGE.replace("Imprint", f"Contact {number}"))
    findings = list(check_package(tmp_path, extractors=()))
    assert [(f.document, f.message) for f in findings] == [
        (f"p{number:02}", "main content is 100% the same as that of p00") for number in range(1, 30)
    ]


def test_blocks_of_extractors(tmp_path):
    """Text that all extractors take but the gold lacks is found with its place, and the reverse; optional text is
    neither.
    """
    make_document(tmp_path, "a", gold=(f"<p>{PARAGRAPHS[0]}</p>",))
    findings = list(check_package(tmp_path, extractors=("plain",)))
    assert [f.code for f in findings] == ["left-out"]
    assert PAGE[findings[0].start : findings[0].end].startswith("It was said")
    assert [f.code for f in check_package(tmp_path, extractors=("nothing",))] == ["only-gold"]
    assert find(tmp_path, ("plain", "nothing")) == []
    start = PAGE.index("It was said")
    make_document(tmp_path, "a", gold=(f"<p>{PARAGRAPHS[0]}</p>",), optional=(PAGE[start:],))
    assert find(tmp_path, ("plain",)) == []


def test_extractor_that_fails(tmp_path):
    """An extractor that fails on a page is reported with the reason; the others are still compared."""
    make_document(tmp_path, "a", gold=(f"<p>{PARAGRAPHS[0]}</p>",))
    failed, compared = check_package(tmp_path, extractors=("cmd:false", "plain"))
    assert (failed.document, failed.code, compared.code) == ("a", "extractor-failed", "left-out")
    assert failed.message == "cmd:false fails on this page: 'false' ended with exit code 1"
    assert compared.message.startswith("42 words taken by plain are not gold: ")


def test_unknown_extractor():
    """A name that is not registered is an error that names those that are."""
    with pytest.raises(InputError, match="no extractor named 'x'"):
        choose_extractors(["x"])
    assert choose_extractors() == ("cetr", "cetr-modern", "learned")


def test_formats_and_presence(tmp_path, capsys):
    """JSON has the findings and the shares of gold words in rendered and served pages; TSV and JSONL the findings."""
    make_document(tmp_path, "a", language="de", attachments={".source.html": PARAGRAPHS[0].encode()})
    command = ["check", str(tmp_path), "-e", "none", "--jobs", "1", "--format"]
    assert run(annotate, [*command, "json"]) == 1
    result = json.loads(capsys.readouterr().out)
    count = sum(len(p.split()) for p in PARAGRAPHS)
    assert result["summary"] == {
        "documents": 1,
        "gold words in the rendered pages": 1.0,
        "gold words in the pages as served": len(PARAGRAPHS[0].split()) / count,
    }
    assert result["findings"] == [
        {
            "document": "a",
            "code": "language",
            "message": "language is 'de', but the main content seems to be in 'en'",
            "fix": "set language to 'en' if that is right",
            "start": None,
            "end": None,
        }
    ]
    assert run(annotate, [*command, "jsonl"]) == 1
    assert json.loads(capsys.readouterr().out) == result["findings"][0]
    assert run(annotate, [*command, "tsv"]) == 1
    assert capsys.readouterr().out.split("\n")[0] == "document\tcode\tmessage\tfix\tstart\tend"


@pytest.mark.long
def test_processes_find_the_same(tmp_path):
    """Several processes find what one finds, in the same order."""
    for i in range(9):
        make_document(tmp_path, f"d{i}", html=PAGE + str(i), language="de" if i % 2 else "en")
    one, two = (list(check_package(tmp_path, extractors=("plain",), jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert {f.document for f in one if f.code == "language"} == {"d1", "d3", "d5", "d7"}


def test_no_package(tmp_path, capsys):
    """A folder that is no package gets one line and exit code 2."""
    assert run(annotate, ["check", str(tmp_path)]) == 2
    assert "is not a test package" in capsys.readouterr().err


def test_broken_journal(tmp_path):
    """A line of the journal that cannot be read is a finding."""
    make_document(tmp_path, "a")
    (tmp_path / "journal.jsonl").write_text("x\n")
    assert find(tmp_path) == [("", "journal")]


def test_text_that_nobody_sees_is_left_out_of_account(tmp_path):
    """Where the layout tells, a folded menu, text for screen readers and text beside the page interrupt nothing."""
    hidden = {
        "<nav>menu that is folded up</nav>": (0, 0, 0, 0, 0),
        "<span><b>for screen readers</b></span>": (5, 5, 1, 1, 1),
        "<div>beside the page</div>": (-900, 5, 90, 9, 1),
        "<p>above the page</p>": (5, -99, 9, 9, 1),
    }
    page = PAGE.replace("</p>\n<p>", "</p>\n" + "".join(hidden) + "<p>", 1)
    gold = [f"<p>{p}</p>" for p in PARAGRAPHS]
    for name, boxes in (("a", hidden), ("b", {})):
        layout = {".layout.json.gz": pack_layout(page + name, boxes)}
        make_document(tmp_path, name, html=page + name, gold=gold, fragmented=False, attachments=layout)
    assert [f for f in find(tmp_path) if f[1] != "near-duplicate"] == [("b", "flag-fragmented")]
    (tmp_path / "a.layout.json.gz").write_bytes(b"x")
    assert ("a", "layout-damaged") in find(tmp_path)


def test_a_document_that_takes_too_long_is_named(tmp_path, monkeypatch):
    """The other documents are still checked."""
    monkeypatch.setattr("annotate.check.package.LIMITS", Limits(600))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slow_extractor.py").write_text(
        "from tests.alarms import take_too_long\n"
        "def nap(html):\n    'slow' in html and take_too_long()\n    return ()\n"
    )
    make_document(tmp_path / "p", "a", PAGE.replace("Imprint", "slow"))
    make_document(tmp_path / "p", "b", PAGE)
    found = list(check_package(tmp_path / "p", extractors=["slow_extractor:nap"]))
    assert [(f.document, f.message) for f in found if f.code == "not-checked"] == [
        ("a", "took more than 600 s to be checked")
    ]
