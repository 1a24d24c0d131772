"""What extractors are given of a page's site, and what they are never given."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import msgspec
import pytest

from cetr.console import InputError
from evaluate.extractors import find_extractor
from evaluate.package import read_document
from evaluate.package.writing import write_document
from evaluate.protocols import ALONE, Protocol, find_mates, read_others, split_protocol
from evaluate.protocols.others import MOST_OTHERS, draw_labelled, draw_mates
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs
from tests.documents import make_document
from tests.evaluate.running.calling import call, read_table
from tests.work import count_calls

TELL, SHOW, END = (f"tests.evaluate.protocols.answers:{name}" for name in ("tell", "show", "end"))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Four articles of one site, whose gold has the paragraph that all repeat, and a page of another."""
    for name in "abcd":
        gold = (ABOUT, *write_paragraphs(name))
        make_document(tmp_path / "pack", name, write_article(name), gold, url=f"https://www.one.example/{name}")
    make_document(tmp_path / "pack", "e", write_article("e"), (ABOUT,), url="https://two.example/")
    return tmp_path / "pack"


def read_texts(folder: Path, name: str) -> dict[str, str]:
    """What an extractor of a results folder has extracted, by document."""
    file = next(file for file in folder.glob("*.predictions.jsonl") if file.name.startswith(name))
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {row["document"]: row["text"] for row in rows}


@pytest.mark.parametrize(
    ("name", "base", "protocol"),
    [
        ("learned", "learned", ALONE),
        ("learned+site", "learned", Protocol(site=True)),
        ("learned:my+site.npz+shots=2,seed=7", "learned:my+site.npz", Protocol(True, 2, 7)),
        ("cmd:a+b", "cmd:a+b", ALONE),
    ],
)
def test_names_say_the_protocol(name: str, base: str, protocol: Protocol) -> None:
    """What stands behind the last plus is the protocol, unless it belongs to the name."""
    assert split_protocol(name) == (base, protocol)


@pytest.mark.parametrize(
    "name",
    [
        "learned+sites",
        "learned+shots",
        "learned+shots=0",
        "plain+site",
        "learned+shots=x",
        "learned+shot=2",
        "learned+site+shots=1",
        "mine+site=cmd:cat",
    ],
)
def test_wrong_protocols_are_refused(name: str) -> None:
    """An unknown protocol, one of the name alone, or one that an extractor cannot have, is a one-line error."""
    with pytest.raises(InputError, match=r"after the plus|without their gold|takes one page alone|write either"):
        find_extractor(name)


def test_mates_are_of_the_site_and_not_the_page_itself(package: Path) -> None:
    """The other pages of a site are given, but none of the same HTML, whose gold would be the page's own."""
    make_document(package, "f", write_article("a"), (ABOUT,), url="https://one.example/again")
    mates = find_mates(package, "abcdef")
    assert mates == {"a": ("b", "c", "d"), "b": (*"acdf",), "c": (*"abdf",), "d": (*"abcf",), "e": (), "f": (*"bcd",)}


def test_a_page_captured_again_is_the_same_page(package: Path) -> None:
    """Its gold would be the page's own, even if its HTML has changed. `g` has the URL of one, the HTML of another."""
    for name, seed, url in (("f", "new", "b#x"), ("g", "x", "b"), ("h", "x", "y")):
        make_document(package, name, write_article(seed), (ABOUT,), url=f"https://one.example/{url}")
    mates = find_mates(package, "abcfgh")
    assert mates == {"a": (*"bcfgh",), "b": (*"ac",), "c": (*"abfgh",), "f": (*"ac",), "g": (*"ac",), "h": (*"ac",)}


def test_the_mates_of_a_large_site_are_drawn_for_each_page() -> None:
    """From all that show another page; twice as many pages are twice the work."""
    hashes = {f"{number:03}": str(number % 150) for number in range(400)}
    for name, mates in draw_mates(hashes).items():
        others = [other for other in hashes if hashes[other] != hashes[name]]
        assert mates == tuple(sorted(Random(name).sample(others, MOST_OTHERS)))
    half = dict(list(hashes.items())[:200])
    assert count_calls(lambda: draw_mates(hashes)) < 2.2 * count_calls(lambda: draw_mates(half))


def test_shots_are_drawn_by_seed(package: Path) -> None:
    """As many pages as asked for tell their gold, the same ones every time; with another seed others somewhere."""
    others = tuple("bcd")
    drawn = [draw_labelled(Protocol(True, 1, seed), "a", others) for seed in range(20)]
    assert {len(names) for names in drawn} == {1}
    assert drawn == [draw_labelled(Protocol(True, 1, seed), "a", others) for seed in range(20)]
    assert set().union(*drawn) == set(others)
    document = read_document(package, "a")
    told = read_others(Protocol(True, 2), document, others)
    assert sorted(other.gold is not None for other in told) == [False, True, True]
    assert all(other.gold is None for other in read_others(Protocol(site=True), document, others))


def test_with_the_servers_html_the_others_are_the_servers_too(package: Path, tmp_path: Path) -> None:
    """A crawler without a browser has no rendered page of the site, and spans over that would fit no other HTML."""
    for name in "abcde":
        document = read_document(package, name)
        served = {".source.html": f"<p>Served {name}</p>".encode()}
        write_document(package, name, meta=document.meta, text=document.text, attachments=served)
    assert call("run", package, "-e", f"{SHOW}+shots=3", "--html", "source", "-o", tmp_path / "o") == 0
    shown = "<p>Served b</p> str <p>Served c</p> str <p>Served d</p> str"
    assert read_texts(tmp_path / "o", "tests")["a"] == shown


def test_three_protocols_in_one_table(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Alone, with the site, and with one page's gold stand in one table, and say how many pages came without others."""
    names = ["learned", "learned+site", "learned+shots=1"]
    out = tmp_path / "o"
    assert call("run", package, *(f"--extractor={name}" for name in names), "--out", out, "--format", "json") == 0
    printed = capfd.readouterr()
    rows = {row["extractor"]: row for row in json.loads(printed.out)}
    mixture = "the extractors ran with different protocols: alone, site, shots=1"
    assert f"{mixture};" in printed.err
    assert call("report", out, "--format", "markdown") == 0
    assert f"> **Warning:** {mixture}\n" in capfd.readouterr().out
    assert {name: rows[name]["alone"] for name in names} == {"learned": 5, "learned+site": 1, "learned+shots=1": 1}
    assert rows["learned+shots=1"]["words.f1"] > rows["learned+site"]["words.f1"]
    summary = json.loads((out / "summary.json").read_text())["extractors"]
    assert [summary[name]["protocol"] for name in names] == ["alone", "site", "shots=1"]
    texts = read_texts(out, "learned+site")
    assert {name for name, text in texts.items() if ABOUT in text} == {"e"}
    assert texts["e"] == read_texts(out, "learned.")["e"]
    others = {row["document"]: row["others"] for row in read_table(next(out.glob("learned+site*.tsv")))}
    assert others == {"a": "3", "b": "3", "c": "3", "d": "3", "e": "0"}
    assert call("compare", out / "learned", out / "learned+shots=1") == 0
    assert "protocols differ: OLD ran 'alone', NEW ran 'shots=1'" in capfd.readouterr().out


@pytest.mark.parametrize("protocol", ["site", "shots=5"])
def test_poisoned_gold_of_the_scored_page_changes_nothing(package: Path, tmp_path: Path, protocol: str) -> None:
    """Whatever a page's own gold says, what is extracted from it is the same; from the others it is not."""
    names = [f"--extractor=learned+{protocol}", f"--extractor={TELL}+{protocol}"]
    assert call("run", package, *names, "-o", tmp_path / "1") == 0
    document = read_document(package, "a")
    wrong = make_document(tmp_path / "wrong", "a", document.html, ("All rights reserved.",))
    meta = msgspec.structs.replace(document.meta, fragments=wrong.meta.fragments)
    write_document(package, "a", meta=meta, text=wrong.text)
    assert call("run", package, *names, "-o", tmp_path / "2") == 0
    for extractor in ("learned", "tests"):
        clean, poisoned = (read_texts(tmp_path / out, extractor) for out in "12")
        assert clean["a"] == poisoned["a"]
    assert (clean["b"] == poisoned["b"]) == (protocol == "site")


def test_resume_refuses_other_pages_of_a_site(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Even such as have no row yet; the gold of these counts where it is given, and other sites count nowhere."""
    protocols = ("site", "shots=1")
    commands = {how: ("run", package, "-e", f"{TELL}+{how}", "-o", tmp_path / how) for how in protocols}
    for command in commands.values():
        assert call(*command) == 0
        (rows,) = command[-1].glob("*.tsv")
        rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:2]))
    make_document(package, "f", write_article("f"), (ABOUT,), url="https://three.example/")
    make_document(package, "d", write_article("d"), (ABOUT,), url="https://www.one.example/d")
    assert [call(*command, "--resume") for command in commands.values()] == [0, 2]
    told = "sites: what tests.evaluate.protocols.answers:tell+shots=1 gets of other pages of a site has changed since; "
    assert told in capfd.readouterr().err
    make_document(package, "g", write_article("g"), (ABOUT,), url="https://one.example/g")
    assert call(*commands["site"], "--resume") == 2


def test_what_a_site_gave_is_known_until_it_is_run_again(package: Path, tmp_path: Path) -> None:
    """Whatever is run beside it, and whichever package comes first; results of older versions do not know it."""
    more, out = tmp_path / "more", tmp_path / "o"
    for name in "xy":
        make_document(more, name, write_article(name), (ABOUT,), url=f"https://three.example/{name}")
    site, alone = (("-e", name, "-o", out, "--resume") for name in (f"{TELL}+site", "plain"))
    assert [call("run", *folders, *site) for folders in ((package, more), (more, package))] == [0, 0]
    make_document(package, "f", write_article("f"), (ABOUT,), url="https://one.example/f")
    assert [call("run", package, more, *options) for options in (alone, site)] == [0, 2]
    run = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(run | {"sites": {}}))
    assert call("run", package, more, *site) == 0


def test_a_page_that_was_changed_is_not_given(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The run does not begin, and says what to do, as one without a protocol does."""
    (package / "b.html").write_text("<p>short", "utf-8")
    assert call("run", package, "-e", f"{TELL}+site", "-o", tmp_path / "o") == 2
    assert f"{package / 'b.html'}: has been changed since it was saved" in capfd.readouterr().err


def test_a_command_gets_a_file_of_the_others(package: Path, tmp_path: Path) -> None:
    """A variable tells a program where the other pages are."""
    script = tmp_path / "tell.py"
    script.write_text(
        "import json, os\n"
        "lines = open(os.environ['CETR_SITE'], encoding='utf-8') if 'CETR_SITE' in os.environ else []\n"
        "pages = map(json.loads, lines)\n"
        "print(' '.join(page['url'][-1] + '!' * (page['text'] is not None) for page in pages))\n"
    )
    assert call("run", package, "-e", f"cmd:{sys.executable} {script}+shots=2", "-o", tmp_path / "o") == 0
    texts = read_texts(tmp_path / "o", "cmd")
    assert texts["e"].strip() == ""
    assert sorted(texts["a"].replace("!", "").split()) == ["b", "c", "d"]
    assert texts["a"].count("!") == 2


@pytest.mark.long
def test_what_a_page_came_with_is_known_if_it_crashes(package: Path, tmp_path: Path) -> None:
    """Else it would count as a page without others of its site. Without the plus sign, no page comes with others."""
    for name, others in ((f"{END}+site", ["3", "3", "3", "3", "0"]), (END, ["0"] * 5)):
        assert call("run", package, "-e", f"x={name}", "-e", "learned+site", "-o", tmp_path / "o", "--overwrite") == 3
        rows = read_table(next((tmp_path / "o").glob("x*.tsv")))
        assert [(row["status"], row["others"]) for row in rows] == [("crash", number) for number in others]


@pytest.fixture
def service() -> Iterator[str]:
    """A service that says how many other pages came with one, and how many of these had gold."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            site = json.loads(body)["site"] if self.headers["Content-Type"] == "application/json" else []
            answer = f"{len(site)} {sum(other['text'] is not None for other in site)}".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_service_gets_the_others_as_json(package: Path, tmp_path: Path, service: str) -> None:
    """A service gets JSON where the protocol gives other pages, HTML where there are none."""
    assert call("run", package, "-e", f"{service}+shots=1", "-o", tmp_path / "o") == 0
    assert read_texts(tmp_path / "o", "http") == {"a": "3 1", "b": "3 1", "c": "3 1", "d": "3 1", "e": "0 0"}
