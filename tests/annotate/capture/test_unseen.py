"""What nobody sees is not marked."""

from __future__ import annotations

from pathlib import Path

from annotate.capture.session import Session
from evaluate.package import read_document
from tests.annotate.capture.drags import mark, save
from tests.annotate.capturing import capture

CLIP = "position: absolute; width: 1px; height: 1px; overflow: hidden"


def _slotted(style: str, light: str) -> str:
    return f"<div><template shadowrootmode=closed><div style='{style}'><slot></slot></div></template>{light}</div>"


PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_slotted("visibility: hidden", "Hidden."), ()),
    (_slotted(CLIP, "Hidden.<b>And this.</b>"), ()),
    (_slotted("height: 0; overflow: hidden", "<p>Hidden."), ()),
    (_slotted("color: black", "Shown."), ("Shown.",)),
    ("<svg><symbol><text>A</text></symbol><defs><text>B</text></defs><text y=20>Shown.</text></svg>", ("Shown.",)),
    ("<svg style='position: absolute; width: 0; height: 0'><text y=20>Hidden.</text></svg>", ()),
    (f"<div style='zoom: 2'><span style='{CLIP}'>Hidden.</span></div>", ()),
    ("<div style='overflow: hidden'><p style='position: absolute; top: 300px'>Shown.</div>", ("Shown.",)),
    (
        "<div style='overflow: hidden; height: 0'><div style='position: relative'>"
        "<p style='position: absolute'>Hidden.</div></div>",
        (),
    ),
    ("<iframe width=0 height=0 srcdoc='Hidden.'></iframe>", ()),
    (f"<div style='{CLIP}'><iframe srcdoc='Hidden.'></iframe></div>", ()),
    ("<iframe src='http://127.0.0.1:9/'></iframe>", ()),
    ("<iframe style='position: absolute; left: -9999px' srcdoc='Hidden.'></iframe>", ()),
    ("<div style='position: absolute; top: -5000px'><iframe srcdoc='Hidden.'></iframe></div>", ()),
    (
        "<p>Shown.</p><script>for (const data of ['x --> <b>Hidden.</b>', '--!> Hidden.', '> Hidden.', '-> Hidden.'])"
        "document.body.append(document.createComment(data))</script>",
        ("Shown.",),
    ),
)
"""Parts of a page, and what is seen of each."""


def test_what_is_not_seen(session: Session, tmp_path: Path) -> None:
    """In slots, pictures, boxes and frames; the browser's own words about a frame that failed are not the page's."""
    parts = (f"<section>{body.replace('Hidden', f'Hidden {n}')}</section>" for n, (body, _) in enumerate(PARTS))
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><title>T</title><p>First.</p>{''.join(parts)}<p>Last.</p>")
    seen = sorted(["First.", *(text for _, shown in PARTS for text in shown), "Last."])
    assert sorted(capture(session, str(page), ["html"]).text.splitlines()) == seen
    session.open(str(page))  # the layout is collected before, and tells where to look
    mark(session, "html")
    assert sorted(save(session).text.splitlines()) == seen


def test_a_character_without_width_does_not_cut_a_word(session: Session, tmp_path: Path) -> None:
    """Alone between two elements it is not seen, and yet the word goes on."""
    characters = "\u200b\u200c\u00ad\u2060"
    page = tmp_path / "page.html"
    page.write_text(
        "".join(f"<p>{c}<b>One</b>{c}<i>word</i> of two.</p><h2>Other.</h2>" for c in characters), encoding="utf-8"
    )
    assert capture(session, str(page), ["p"]).text.splitlines() == [f"One{c}word of two." for c in characters]


def test_an_instruction_for_another_program_is_not_seen(session: Session) -> None:
    """In XML it may hold tags, which in HTML would be the page's."""
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a<?php echo '<b>x</b>' ?>b</p></body></html>"
    assert capture(session, f"data:application/xhtml+xml,{page}", ["p"]).text == "ab"


def test_what_is_not_rendered_splits_and_stays_out(session: Session, site: str) -> None:
    """Templates, ``noscript``, hidden elements and styles are in the document and not in the gold."""
    saved = capture(session, f"{site}/templates.html", ["body"])
    assert saved.text == "Text beside a template.\nThe end."
    document = read_document(session.folder, saved.name)
    assert '<template id="t"><p>Not rendered <b>at all</b>.</p></template>' in document.html
    assert not document.meta.fragmented
