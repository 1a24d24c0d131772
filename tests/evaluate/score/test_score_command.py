"""``evaluate score``: texts in every form in which they come."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest

from cetr.console import run as run_command
from evaluate.cli import evaluate
from tests.documents import make_document

GOLD, PREDICTION = {"a": "one two three", "b": "four"}, {"a": "one three", "b": "four"}


def write_folder(path: Path, texts: dict[str, str]) -> Path:
    """A folder of .txt files."""
    path.mkdir()
    for name, text in texts.items():
        (path / f"{name}.txt").write_text(text)
    return path


def write_file(path: Path, text: str) -> Path:
    """A file, compressed as its suffix says."""
    data = text.encode()
    path.write_bytes({".xz": lzma.compress, ".gz": gzip.compress}.get(path.suffix, bytes)(data))
    return path


def write_forms(folder: Path, texts: dict[str, str]) -> list[Path]:
    """The same texts in all forms."""
    folder.mkdir()
    bodies = {name: {"articleBody": text, "url": "u"} for name, text in texts.items()}
    lines = "\n".join(json.dumps({"id": n, "text": t}) for n, t in texts.items())
    return [
        write_folder(folder / "texts", texts),
        write_file(folder / "plain.json", json.dumps(bodies)),
        write_file(folder / "wrapped.json.gz", json.dumps({"version": "2", "output": bodies})),
        write_file(folder / "texts.json", json.dumps(texts)),
        write_file(folder / "lines.jsonl", lines),
        write_file(folder / "lines.jsonl.xz", lines + "\n\n"),
    ]


def call(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    code = run_command(evaluate, ["score", *map(str, arguments)])
    captured = capfd.readouterr()
    return code, captured.out, captured.err


def test_all_forms_give_the_same(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each form of the gold against each of the prediction."""
    forms = zip(write_forms(tmp_path / "g", GOLD), reversed(write_forms(tmp_path / "p", PREDICTION)), strict=True)
    for gold, prediction in forms:
        code, out, err = call(capfd, gold, prediction, "--format", "json")
        assert (code, err) == (0, "")
        record = json.loads(out)
        assert record["documents"] == 2
        words = record["measures"]["words"]
        assert (words["precision"], words["recall"], words["perfect"]) == (1.0, pytest.approx(5 / 6), 1)
        assert (words["micro_recall"], words["f1"], words["f1_median"]) == (
            0.75,
            pytest.approx(0.9),
            pytest.approx(0.9),
        )


MARKDOWN = "# one\n\n[two](https://example.org/a) *three*\n"


def test_files_that_are_not_read_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A folder with the same pages as text and as Markdown is one of texts, and says so."""
    gold = tmp_path / "gold"
    gold.mkdir()
    (tmp_path / "both").mkdir()
    for name in ("gold/a.txt", "both/a.txt"):
        write_file(tmp_path / name, "one two")
    write_file(tmp_path / "both/a.md", "three")
    write_file(tmp_path / "both/b.md", "four")
    code, out, err = call(capfd, gold, tmp_path / "both", "--format", "json")
    assert (code, json.loads(out)["measures"]["words"]["f1"]) == (0, 1.0)
    assert err == f"evaluate: {tmp_path}/both: reads 1 .txt file, not 2 .md files\n"


def test_texts_that_take_too_long_to_compare_score_0(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are named and counted, the others have their scores, and the exit code says so."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slow_score.py").write_text(
        "from evaluate.measures import make_score\nfrom tests.alarms import take_too_long\n"
        "def hang(comparison):\n    take_too_long()\n"
        "def nap(comparison):\n    'slow' in comparison.gold and take_too_long()\n    return make_score(1, 1, 1)\n"
    )
    (gold,) = write_forms(tmp_path / "g", {"a": "slow", "b": "fast"})[:1]
    code, out, err = call(
        capfd, gold, gold, "--measures", "slow_score:nap", "--timeout", "600", "--each", "--format", "json"
    )
    assert (code, err) == (3, f"evaluate: {gold}: a: took more than 600 s to be compared; scores 0\n")
    assert [row["slow_score:nap.f1"] for row in json.loads(out)] == [0.0, 1.0]
    slow = write_file(tmp_path / "slow.txt", "slow")
    code, out, _ = call(capfd, slow, slow, "--measures", "slow_score:nap", "--timeout", "600", "--format", "json")
    figures = json.loads(out)["measures"]["slow_score:nap"]
    assert (code, figures["f1"], figures["micro_f1"]) == (3, 0.0, 0.0)
    told = "evaluate: slow_score:hang: even without any text: took more than 600 s\n"
    assert call(capfd, slow, slow, "--measures", "slow_score:hang", "--timeout", "600") == (2, "", told)


def test_texts_of_strangers_are_read_within_the_memory_allowed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A few bytes that stand for more are refused in one line."""
    bomb = write_file(tmp_path / "a.json.gz", '{"a": "' + "0" * 100_000_000 + '"}')
    code, _, err = call(capfd, bomb, bomb, "--memory", "80")
    assert code == 2
    assert "take more than 80 MB of memory to be read; allow more with --memory" in err


def test_markdown_by_its_suffix_or_by_option(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Markdown and HTML are compared as a reader would see them, and the type is shown; other texts stay as they
    are.
    """
    gold = write_file(tmp_path / "g.txt", "one two three")
    (tmp_path / "saved").mkdir()
    write_file(tmp_path / "saved" / "a.md", MARKDOWN)
    golds = write_file(tmp_path / "g.json", json.dumps({"a": "one two three"}))
    lines = write_file(tmp_path / "p.jsonl", json.dumps({"id": "a", "text": MARKDOWN}))
    for one, other, *option in (
        (gold, write_file(tmp_path / "p.md", MARKDOWN)),
        (golds, tmp_path / "saved"),
        (golds, lines, "--type", "markdown"),
        (gold, write_file(tmp_path / "p.html", "<h1>one</h1><p><a href='u'>two</a> three")),
    ):
        code, out, err = call(capfd, one, other, *option, "--format", "json")
        record = json.loads(out)
        assert (code, record["measures"]["words"]["f1"], err) == (0, 1.0, "")
        assert record["output"] == ("html" if other.suffix == ".html" else "markdown")
    assert json.loads(call(capfd, golds, lines, "--format", "json")[1])["measures"]["words"]["f1"] < 1
    _, out, _ = call(capfd, golds, tmp_path / "saved", "--each", "--format", "jsonl")
    assert list(json.loads(out))[:2] == ["id", "output"]


def test_html_that_nobody_declared_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It is text, as nothing is guessed, but standard error says so."""
    gold, prediction = write_file(tmp_path / "g.txt", "one"), write_file(tmp_path / "p.txt", "<p>one</p>")
    assert call(capfd, gold, prediction)[2] == ""  # .txt declares it
    lines = [write_file(tmp_path / f"{n}.json", json.dumps({"a": t})) for n, t in (("g", "one"), ("p", "<p>one</p>"))]
    assert (
        call(capfd, *lines)[2]
        == f"evaluate: {lines[1]}: texts that look like HTML, but count as plain text: 1; declare them with --type\n"
    )


def test_two_text_files(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One text against another; with --each, documents are rows."""
    gold, prediction = write_file(tmp_path / "g.txt", "one two"), write_file(tmp_path / "p.text", "two three four")
    code, out, _ = call(capfd, gold, prediction, "--measures", "words,bag", "--format", "tsv")
    assert code == 0
    assert [line.split("\t")[:4] for line in out.splitlines()[1:]] == [
        ["words", "1", str(1 / 3), "0.5"],
        ["bag", "1", str(1 / 3), "0.5"],
    ]
    _, out, _ = call(capfd, gold, prediction, "--each", "--format", "jsonl")
    assert json.loads(out) == {"id": "", "words.precision": 1 / 3, "words.recall": 0.5, "words.f1": pytest.approx(0.4)}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.json", '{"a": {"articleBody": ""}, "c": {}}', "p.json: 1 text is missing: 'b'"),
        ("p.json", '{"a": "", "b": null, "c": "x"}', "g.json: 1 text is missing: 'c'"),
        ("p.json", "[1]", "p.json: is not an object of names and texts"),
        ("p.json", '{"a": 1}', "p.json: a: is not a text"),
        ("p.json", "{", "p.json: is not JSON: Expecting"),
        ("p.jsonl", '{"id": "a"}', "p.jsonl: line 1: has no text (one of: "),
        ("p.jsonl", '{"id": "a", "text": 5}', "p.jsonl: line 1: text: is not a text"),
        ("p.jsonl", '{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}', "p.jsonl: line 2: 'a' occurs twice"),
        ("p.json", '{"a": "x", "b": "y", "a": "z"}', "p.json: 'a' occurs twice"),
        ("p.jsonl", '{"id": "a", "text": "x", "text": "y"}', "p.jsonl: line 1: 'text' occurs twice"),
        ("p.jsonl.xz", None, "p.jsonl.xz: is damaged"),
        ("p.txt", "x", "p.txt: is one text, but "),
    ],
)
def test_unreadable_input_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, content: str | None, message: str
) -> None:
    """Exit code 2; a missing output is an error, not a zero."""
    gold = write_file(tmp_path / "g.json", json.dumps(GOLD))
    if content is None:
        (tmp_path / name).write_bytes(b"not compressed")
    else:
        write_file(tmp_path / name, content)
    code, out, err = call(capfd, gold, tmp_path / name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert call(capfd, gold, tmp_path / "nowhere")[0] == 2


def test_predictions_of_a_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A package against what a run's extractor predicted, however it is named, scores as that run did; no drafts."""
    for name in ("a", "b"):
        make_document(tmp_path / "p", name, "<p>Gold words</p><p>other</p>", ("Gold words",))
    make_document(tmp_path / "p", "c", "<p>x</p>", (), status="draft")
    out = tmp_path / "r"
    run = ["run", str(tmp_path / "p"), "--extractor", "plain", "--out", str(out)]
    assert run_command(evaluate, run) == 0
    for prediction in (out, out / "plain", out / "plain.predictions.jsonl"):
        capfd.readouterr()
        code, table, _ = call(capfd, tmp_path / "p", prediction, "--format", "json")
        record = json.loads(table)
        assert (code, record["documents"], record["measures"]["words"]["f1"]) == (0, 2, pytest.approx(0.8))
    assert run_command(evaluate, [*run, "--extractor", "nothing", "--resume"]) == 0
    capfd.readouterr()
    first = out / "plain.predictions.jsonl"
    assert call(capfd, tmp_path / "p", out) == (
        2,
        "",
        f"evaluate: {out}: has several extractors (plain, nothing); name one, such as {first}\n",
    )
    first.unlink()
    assert call(capfd, tmp_path / "p", out / "plain")[2] == f"evaluate: {first}: is missing\n"


def test_a_package_is_more_than_its_texts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As in a run, its gold has structure, its optional spans do not count, and its pages have words of their own."""
    html = "<h1>Gold words</h1><p>maybe</p><p>other</p>"
    make_document(tmp_path / "p", "a", html, ("<h1>Gold words</h1>",), optional=("maybe",))
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.md").write_text("# Gold words\n\nmaybe")
    measures = ("--measures", "words,headings,accuracy", "--format", "json")
    code, out, _ = call(capfd, tmp_path / "p", tmp_path / "t", *measures)
    figures = json.loads(out)["measures"]
    assert (code, [figures[name]["f1"] for name in ("words", "headings", "accuracy")]) == (0, [1.0, 1.0, 1.0])
    assert (figures["headings"]["present"], figures["accuracy"]["accuracy"]) == (1.0, 1.0)


def test_a_run_with_failed_documents_is_one_for_rescore(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A failed document left no text, but it is not missing either: it scores 0."""
    make_document(tmp_path / "p", "a", "<p>Gold words</p>", ("Gold words",))
    run = ["run", str(tmp_path / "p"), "--extractor", "cmd:false", "--out", str(tmp_path / "r")]
    assert run_command(evaluate, run) == 3
    rows = next((tmp_path / "r").glob("*.tsv"))
    capfd.readouterr()
    why = "'evaluate rescore' scores such a run, and a failed document as 0"
    assert call(capfd, tmp_path / "p", tmp_path / "r") == (
        2,
        "",
        f"evaluate: {rows}: 1 of 1 document failed and left no text; {why}\n",
    )


def test_results_of_two_packages_are_not_those_of_one(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """That is what is said, with what to do, rather than that texts are missing."""
    for package, name in (("p", "a"), ("p", "b"), ("q", "a")):
        make_document(tmp_path / package, name, "<p>Gold words</p>", ("Gold words",))
    gold, out = tmp_path / "p", tmp_path / "r"
    run = ["run", str(gold), str(tmp_path / "q"), "--extractor", "plain", "--out", str(out)]
    assert run_command(evaluate, run) == 0
    capfd.readouterr()
    why = f"texts of the packages p, q, {gold} those of one; run the extractor on one package ('evaluate run PACKAGE')"
    for one, other in ((gold, out / "plain"), (out / "plain", gold)):
        assert call(capfd, one, other) == (2, "", f"evaluate: {out / 'plain'}: holds {why}, with an --out of its own\n")


def test_predictions_of_several_packages(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Documents of the same name in two packages are two; of a document done twice the last prediction counts."""
    lines = [{"package": p, "document": "a", "text": t} for p, t in (("p", "x"), ("q", "y"), ("p", "one"))]
    predictions = write_file(tmp_path / "m.jsonl", "\n".join(map(json.dumps, lines)))
    code, out, _ = call(capfd, predictions, write_file(tmp_path / "g.json", '{"p/a": "one", "q/a": "y"}'))
    assert (code, out.splitlines()[2].split()[1:5]) == (0, ["2", "1.0000", "1.0000", "1.0000"])
