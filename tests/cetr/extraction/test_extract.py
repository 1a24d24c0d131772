from __future__ import annotations

import io
import json
import os
import shutil
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import cetr as cetr_package
from cetr.cli import cetr
from cetr.commandline import run
from cetr.errors import InputError
from cetr.extraction.source import read_page
from tests.servers import Quiet, serving

PAGE = "<title>T</title>\n<ul>\n" + "<li><a href=x>Item</a></li>\n" * 20 + "</ul>\n" + "Text without a tag in it.\n" * 9


class _Site(Quiet, BaseHTTPRequestHandler):
    """A site with one page for each way to fail."""

    def do_GET(self) -> None:
        kind = {"/pdf": "application/pdf", "/latin": "text/html; charset=iso-8859-1"}.get(self.path, "text/html")
        self.send_response(404 if self.path == "/none" else 200)
        self.send_header("Content-Type", kind)
        if self.path == "/short":
            self.send_header("Content-Length", "1000")
        self.end_headers()
        body = {"/latin": b"<p>caf\xe9", "/really-pdf": b"%PDF-1.4"}.get(self.path, b"<p>page")
        self.wfile.write(body)
        while self.path == "/slow":
            time.sleep(0.05)
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a running site."""
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Site)) as address:
        yield f"http://{address}"


def test_a_page_from_the_web_is_decoded_by_its_header(site: str) -> None:
    """The charset of the Content-Type header is believed."""
    assert read_page(f"{site}/latin") == "<p>caf\xe9"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/none", "answers 404"),
        ("/pdf", "is application/pdf, not HTML"),
        ("/really-pdf", "is a PDF, not HTML"),
        ("/slow", "did not arrive within 0.5 seconds"),
        ("/short", "broken"),
    ],
)
def test_what_is_no_page_is_one_line(site: str, path: str, message: str) -> None:
    """Errors of servers, other media, dribbling and torn answers name the URL and what is wrong."""
    with pytest.raises(InputError, match=message) as caught:
        read_page(f"{site}{path}", timeout=0.5)
    assert f"{site}{path}" in str(caught.value)


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    """A server that is not there is a wrong input, in one line."""
    assert run(cetr, ["extract", "http://127.0.0.1:1/x"]) == 2
    assert capsys.readouterr().err.startswith("cetr: http://127.0.0.1:1/x: ")


def test_formats_of_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text, spans, JSON and lines of the same page agree; standard input is read for '-'."""
    path = tmp_path / "p.html"
    path.write_text(PAGE)

    def output(*arguments: str) -> str:
        assert run(cetr, ["extract", str(path), *arguments]) == 0
        return capsys.readouterr().out

    text = output("--method", "cetr-tm@radius=0")
    assert text == "Text without a tag in it. " * 8 + "Text without a tag in it.\n"
    assert json.loads(output("--format", "json", "--method", "cetr-tm", "--option", "radius=0"))["text"] + "\n" == text
    start = PAGE.index("Text")
    assert output("--format", "spans", "--method", "cetr-tm@radius=0") == f"start\tend\n{start}\t{len(PAGE) - 1}\n"
    rows = [line.split("\t") for line in output("--format", "lines", "--method", "cetr-tm@radius=0").splitlines()]
    assert rows[0] == ("number,start,end,text characters,tags,ratio,smoothed,derivative,label,text".split(","))
    assert rows[1][:6] == ["1", "0", "16", "1", "2", "0.5"]
    assert [row[0] for row in rows[1:] if row[8] == "1"] == [str(n) for n in range(24, 33)]
    assert rows[24][9] == "Text without a tag in it."
    plain = [line.split("\t") for line in output("--format", "lines", "--method", "plain").splitlines()]
    assert [row[8] for row in plain[1:]].count("1") == 29
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert run(cetr, ["extract", "-", "--method", "cetr-tm@radius=0"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.html"], "nowhere.html: No such file"),
        (["-", "--method", "none"], "no method named 'none'"),
        (["-", "--option", "z=1"], "'z=1' is not an option"),
        (["-", "--option", "k=three"], "'three' is not of type int"),
        (["-", "--option", "wrap=-1"], "wrap"),
        (["-", "--option", "k=0"], "k"),
        (["-", "--method", "lp@links=0"], "lp: links: 0 is not a whole number from 1 to 1000000"),
        (["-", "--method", "dsc@window=0"], "dsc: window: 0 is not a whole number from 1 to 1000000"),
        (["-", "--method", "adsc@slope=nan"], "adsc: slope: nan is not a number from 0 to 1000"),
        (["-", "--method", "ccb@radius=0"], "ccb: radius: 0 is not a whole number from 1 to 1000"),
        (["-", "--method", "accb@threshold=2"], "accb: threshold: 2.0 is not a number from 0 to 1"),
        (["-", "--method", "lqf-50@threshold=50"], "lqf-50: threshold: 50.0 is not a number from 0 to 1"),
        (["-", "--method", "crunch@item_words=-1"], "crunch: item_words: -1 is not a whole number from 0 to 1000"),
        (["-", "--method", "kfe@k=0"], "kfe: k: 0 is not a whole number from 1 to 100"),
        (["-", "--method", "vips@pdoc=11"], "vips: pdoc: 11 is not a number from 1 to 10"),
        (["-", "--method", "vips", "--option", "layout=x"], "'layout=x' is not an option"),
        ([".", "--method", "learned:nowhere.npz"], "learned:nowhere.npz: no such model file: 'nowhere.npz'"),
        ([".", "--method", "mss@model=nowhere"], "mss: no such model file: 'nowhere'"),
    ],
)
def test_wrong_use_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong names and values are named in one line with exit code 2."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert run(cetr, ["extract", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "internal error" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("more", [(), ("p.html",)])
def test_nobody_waits_for_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]) -> None:
    """A layout that is no regular file is told, for one page and for many."""
    for name in ("p.html", "q.html"):
        (tmp_path / name).write_text(PAGE)
    os.mkfifo(tmp_path / "q.layout.json.gz")
    pages = [str(tmp_path / name) for name in ("q.html", *more)]
    assert run(cetr, ["extract", *pages, "--method", "vips"]) == (3 if more else 2)
    assert f"{tmp_path / 'q.layout.json.gz'}: is no regular file" in capsys.readouterr().err


def test_a_model_may_lie_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a path has in it is not taken for options: the file of the model is the one that is named."""
    page, model = tmp_path / "p.html", tmp_path / "a@b,c.npz"
    page.write_text(PAGE)
    shutil.copy(Path(cetr_package.__file__).parent / "learned" / "model.npz", model)
    outputs = []
    for method in ("learned", f"learned:{model}"):
        assert run(cetr, ["extract", str(page), "--method", method]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != ""


def test_python_takes_text_and_bytes() -> None:
    """Bytes are decoded by what they declare; what is neither is told by its type."""
    page = "<meta charset=iso-8859-1><p>Füße"
    assert cetr_package.extract(page, "plain") == "Füße"
    assert cetr_package.extract(page.encode("iso-8859-1"), "plain") == "Füße"
    with pytest.raises(TypeError, match="html: is NoneType, not str or bytes"):
        cetr_package.extract(None)
