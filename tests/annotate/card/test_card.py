"""`annotate card`: YAML that can be read, counts that are right, and nothing of a page that becomes markup."""

import shutil
from datetime import UTC, datetime

import pytest
import yaml

from annotate.card import collect_facts
from annotate.cli import annotate
from cetr.console import run
from evaluate.package import (
    Decision,
    Meta,
    PackageInfo,
    create_package,
    html_hash,
    make_fragments,
    write_document,
    write_info,
)
from tests.documents import make_document

HTML = "<p>One two three</p>"


@pytest.fixture
def folder(tmp_path):
    """A package of three documents by two annotators."""
    info = PackageInfo(
        name="p",
        title='My "set"',
        description="About it.",
        guideline="Take *all*.",
        license="CC-BY-4.0",
        created="2026-01-02",
    )
    folder = create_package(tmp_path / "pack", info).folder
    facts = [
        {
            "url": "https://www.a.org/1",
            "language": "en-GB",
            "page_type": "a|b\n# x",
            "annotator": "ann",
            "coverage": 1.0,
        },
        {"url": "https://a.org/2", "language": "en", "annotator": "bob", "coverage": 0.5, "fragmented": True},
        {"url": "http://[bad", "language": None, "status": "draft"},
    ]
    for i, values in enumerate(facts):
        html = HTML + str(i)
        meta = Meta(html_sha256=html_hash(html), fragments=make_fragments(html, ((3, 6),)), **values)
        decision = Decision(time=datetime.now(UTC), document=f"d{i}", action="mark", annotator="ann", seconds=90.0)
        write_document(folder, f"d{i}", meta=meta, text="One", html=html, decision=decision)
    return folder


def test_front_matter(folder, capsys):
    """The YAML block has what Hugging Face asks for."""
    assert run(annotate, ["card", str(folder)]) == 0
    _, front, body = capsys.readouterr().out.split("---\n", 2)
    assert yaml.safe_load(front) == {
        "pretty_name": 'My "set"',
        "license": "cc-by-4.0",
        "language": ["en"],
        "task_categories": ["token-classification"],
        "tags": ["web-content-extraction", "boilerplate-removal", "html"],
        "size_categories": ["n<1K"],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*"}]}],
    }
    assert "3 documents, 2 words of main content; 75.00% of the gold words are in the pages (mean)" in body
    assert "Take *all*." in body
    assert "| a\\|b \\# x | 1 |" in body
    assert "| a.org | 2 |" in body
    assert "| ann | 1 | 0 | 3 | 4 | 0 |" in body


def test_what_no_person_did_is_nobodys(folder):
    """Neither a capture without a name and a proposal, nor a page that was accepted unseen."""
    before = collect_facts(folder)
    html = HTML + "x"
    meta = Meta(url="https://a.org/x", html_sha256=html_hash(html), status="harvested")
    for action, who in (("capture", None), ("propose", "learned")):
        decision = Decision(time=datetime.now(UTC), document=action, action=action, annotator=who)
        write_document(folder, action, meta=meta, text="", html=html, decision=decision)
    after = collect_facts(folder)
    assert (after.annotators, after.decisions) == (before.annotators, before.decisions)


def test_own_licence(folder, capsys):
    """A licence that Hugging Face does not know has a name of its own; no language list stays empty."""
    write_info(folder, PackageInfo(name="p", license="Our terms, v. 2"))
    run(annotate, ["card", str(folder), "-o", "-"])
    front = yaml.safe_load(capsys.readouterr().out.split("---\n", 2)[1])
    assert (front["license"], front["license_name"]) == ("other", "our-terms-v.-2")


def test_counts(folder):
    """Facts are counted over documents and journal."""
    facts = collect_facts(folder)
    assert facts.languages == {"en-GB": 1, "en": 1, "unknown": 1}
    assert facts.statuses == {"gold": 2, "draft": 1}
    assert facts.words == 2  # those of drafts are proposals
    assert facts.flags["fragmented"] == 1
    assert facts.minutes == {"ann": 4.5}


def test_complexity_is_told_from_four_documents_on(tmp_path, capsys):
    """The quartiles of gold documents; of fewer nothing is said, and drafts are none."""
    folder = tmp_path / "p"
    for number in range(3):
        make_document(folder, f"d{number}", "<p>gold</p>" + "<p>other</p>" * number, ("gold",))
    make_document(folder, "draft", "<p>gold</p>", ("gold",), status="draft")
    assert collect_facts(folder).complexity is None
    assert run(annotate, ["card", str(folder)]) == 0
    assert "boilerplate." not in capsys.readouterr().out
    make_document(folder, "d3", "<p>gold</p>" + "<p>other</p>" * 3, ("gold",))
    assert collect_facts(folder).complexity == pytest.approx((0.375, 0.6875))
    assert run(annotate, ["card", str(folder)]) == 0
    told = "In the middle half of the documents, 38% to 69% of the words are boilerplate.\n"
    assert told in capsys.readouterr().out


def test_agreement_and_file(folder, tmp_path):
    """With another annotator's package the card says how far they agree; it can be written to a file."""
    out = tmp_path / "README.md"
    shutil.copytree(folder, tmp_path / "other")
    assert run(annotate, ["card", str(folder), "--with", str(tmp_path / "other"), "--out", str(out)]) == 0
    card = out.read_text("utf-8")
    assert "| all | words | 2 | 1.000 (1.000 to 1.000) | 1.000 (1.000 to 1.000) |" in card
    assert "|\n\n| page type | unit |" in card  # a table of its own, not rows of the one above
