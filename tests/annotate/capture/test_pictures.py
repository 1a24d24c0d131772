"""The layout and the picture of a page."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from annotate.capture.session import Session
from cetr.document import Kind, lex
from evaluate.package import read_document
from tests.annotate.capturing import capture


def test_layout_has_every_element_under_its_start_tag(session: Session, site: str) -> None:
    """Keys are the offsets of start tags in the saved HTML, frames, shadow roots and templates included."""
    for page, selector in (("templates.html", "#main"), ("frames.html", "#top"), ("shadow.html", "#before")):
        saved = capture(session, f"{site}/{page}", [selector])
        document = read_document(session.folder, saved.name)
        layout = json.loads(gzip.decompress(document.path(".layout.json.gz").read_bytes()))
        columns = layout["elements"]
        assert {len(column) for column in columns.values()} == {len(columns["start"])}
        tokens = lex(document.html)
        opening = set(tokens.start[tokens.kind == Kind.OPEN].tolist())
        assert set(columns["start"]) <= opening
        assert columns["start"] == sorted(columns["start"])
        at = columns["start"].index(document.html.index(f'<p id="{selector[1:]}"'))
        assert (columns["visible"][at], columns["font_size"][at], columns["font_weight"][at]) == (1, 16, 400)
        assert columns["width"][at] == 1280 - 16
        assert layout["viewport"] == [1280, 900]


def test_the_meta_data_tell_whether_the_picture_is_cut(session: Session, tmp_path: Path) -> None:
    """A picture ends at 8,192 pixels; the height of the page stands beside it."""
    session.settings = replace(session.settings, screenshot=True)
    for height in (3000, 9000):
        page = tmp_path / f"{height}.html"
        page.write_text(
            "<!DOCTYPE html><body style='margin: 0'><p id=main style='margin: 16px 0; line-height: 18px'>Text</p>"
            f"<div style='height: {height}px'></div>"
        )
        document = read_document(session.folder, capture(session, page.as_uri(), ["#main"]).name)
        assert document.meta.captured is not None
        assert document.meta.captured.page == (1280, height + 50)
        assert imread(document.path(".png")).shape[:2] == (min(height + 50, 8192), 1280)


FIXED = "<div style='position: fixed; bottom: 0; width: 100%; height: 50px; background: lime'></div>"


@pytest.mark.parametrize(("extra", "green"), [("", []), (FIXED, range(850, 900))])
def test_the_picture_shows_the_page_as_it_is_laid_out(session: Session, extra: str, green: Sequence[int]) -> None:
    """It is taken in a higher window where that changes nothing, else beyond it; the window is then as before."""
    session.settings = replace(session.settings, screenshot=True)
    page = f"<body style='margin: 0; background: white'><p id=main>Tall.<div style='height: 2000px'></div>{extra}"
    session.open(f"data:text/html,{page}")
    assert session.frozen.screenshot and session.frozen.layout
    picture = imread(BytesIO(session.frozen.screenshot))
    assert [*picture.shape[1::-1]] == json.loads(gzip.decompress(session.frozen.layout))["page"]
    assert np.flatnonzero((picture[:, 640, :3] == (0, 1, 0)).all(axis=1)).tolist() == [*green]
    assert session.tab.world.peek("[innerWidth, innerHeight, scrollY]") == [1280, 900, 0]


@pytest.mark.parametrize("style", ["", "direction: rtl", "writing-mode: vertical-rl"])
@pytest.mark.parametrize("doctype", ["", "<!DOCTYPE html>"])
def test_boxes_are_where_the_picture_shows_them(session: Session, style: str, doctype: str) -> None:
    """On a page that is wider than its window, they are so wherever its writing begins, in frames too."""
    session.settings = replace(session.settings, screenshot=True)
    session.open(
        f"data:text/html,{doctype}<style>body {{ margin: 0; {style} }} p {{ margin: 0; width: 400px; height: 90px }}"
        "iframe { display: block; width: 200px; border: 0 } div { width: 1500px; height: 20px }</style>"
        "<p id=main style='background: lime'>Text<iframe srcdoc='<body style=margin:0>"
        "<p style=margin:0;height:40px;background:blue>In it'></iframe><div></div>"
    )
    assert session.frozen.screenshot and session.frozen.layout
    picture = imread(BytesIO(session.frozen.screenshot))
    layout = json.loads(gzip.decompress(session.frozen.layout))
    columns = layout["elements"]
    for colour, at in (((0, 1, 0), "rgb(0, 255, 0)"), ((0, 0, 1), "rgb(0, 0, 255)")):
        index = columns["background"].index(layout["colours"].index(at))
        rows, places = np.nonzero((picture[:, :, :3] == colour).all(axis=2))
        assert (columns["x"][index], columns["y"][index]) == (places.min(), rows.min())


def test_a_picture_shows_nothing_on_its_way(session: Session, tmp_path: Path) -> None:
    """What has another place in a narrow window, and moves there slowly, stands where it stood."""
    session.settings = replace(session.settings, screenshot=True)
    style = """#bar { position: absolute; left: 300px; width: 100px; height: 50px; background: #f00 }
        @media (min-width: 769px) { #bar { transition: left 9s } } @media (max-width: 768px) { #bar { left: 0 } }
        #tall { height: 200vh }"""
    html = f"<!doctype html><style>{style}</style><div id=bar></div><p id=tall>Text"
    (tmp_path / "page.html").write_text(html, "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    assert session.frozen.screenshot
    picture = imread(BytesIO(session.frozen.screenshot))
    assert [picture[30, x, :3].tolist() for x in (290, 310, 390, 410)] == [[1, 1, 1], [1, 0, 0], [1, 0, 0], [1, 1, 1]]


def test_a_picture_shows_frames_of_other_origins_that_are_out_of_view(session: Session, tmp_path: Path) -> None:
    """The browser does not draw them before they come into view."""
    session.settings = replace(session.settings, screenshot=True)
    frame = "<iframe sandbox srcdoc='<body style=background:lime>In it'></iframe>"
    (tmp_path / "page.html").write_text(f"<!doctype html><p style='height: 3000px'>Text</p>{frame}", "utf-8")
    session.open((tmp_path / "page.html").as_uri())
    assert session.frozen.screenshot
    picture = imread(BytesIO(session.frozen.screenshot))
    assert (picture[3000:, :, :3] == (0, 1, 0)).all(axis=2).sum() > 20_000
