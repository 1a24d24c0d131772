"""`annotate train`: from packages to a model file that is an extractor."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from threadpoolctl import threadpool_info, threadpool_limits

from annotate.cli import annotate
from annotate.train import training
from annotate.train.training import Row, describe_left_out, name_packages, summarize, train
from cetr import extract
from cetr.console import InputError, run
from cetr.document import align_text
from cetr.learned import Model, write_model
from cetr.learned.model import read_model
from cetr.learned.training import Adapted, Settings, adapt, fit, make_example
from cetr.site import learned
from evaluate import score_prediction
from evaluate.extractors import find_extractor
from evaluate.package import (
    Document,
    Meta,
    PackageInfo,
    create_package,
    html_hash,
    make_fragments,
    read_document,
    write_document,
)
from tests.cetr.learned.pages import make_page
from tests.documents import make_document


@pytest.fixture(scope="module")
def base() -> Model:
    """A model of three generated sites."""
    settings = Settings(folds=3, members=1, epochs=4, batch=64, trees=8, least_leaf=5, hidden=(16, 8), least_sites=2)
    examples = [make_example(*make_page(site, number), f"s{site}") for site in range(6) for number in range(5)]
    return fit(examples, {"data": {"generated": 30}}, settings)[0]


def write_package(folder: Path, pages: int, status: str = "gold") -> Path:
    """A package of a site family in which the content is what generated sites have in their side bars."""
    create_package(folder, PackageInfo(name=folder.name))
    for number in range(pages):
        html, _ = make_page(number % 4, 50 + number)
        html = html.replace("Latest", "Wanted words stand here")
        spans = align_text(html, "Wanted words stand here").spans
        kind = "product" if number % 2 else "article"
        meta = Meta(
            url=f"https://www.site{number % 4}.example/{number}", html_sha256=html_hash(html), status=status,
            language="en-GB" if number % 2 else "en", page_type=kind, fragments=make_fragments(html, spans),
        )  # fmt: skip
        write_document(folder, f"page-{number:03}", meta=meta, text="Wanted words stand here", html=html)
    return folder


@pytest.mark.long
def test_training_learns_a_new_site_family(tmp_path: Path, base: Model) -> None:
    """On unseen sites the correction beats its base. The report has every type, but no language: regions are none."""
    folder = write_package(tmp_path / "family", 24)
    trained = train([folder], base, peers=("cetr",))
    found = {(row.group, row.extractor): row for row in trained.rows}
    assert trained.sites == 4
    assert found["all", "this model"].f1 > 0.9 > found["all", "its base"].f1
    groups = {"all", "type article", "type product"}
    assert {(row.group, row.extractor) for row in trained.rows} == {
        (group, extractor) for group in groups for extractor in ("this model", "its base", "cetr")
    }
    assert found["type article", "cetr"].pages == 12
    assert trained.adapted.model.about["data"] == {"family": 24}


def test_pages_without_type_and_language_are_groups_of_their_own(tmp_path: Path) -> None:
    """They have the name that `evaluate compare` gives them."""
    facts = {"a": {"page_type": "article", "language": "de-AT"}, "b": {}}
    documents = [make_document(tmp_path / "p", name, "<p>x", ("x",), **said) for name, said in facts.items()]
    rows = summarize(documents, {"plain": [score_prediction(document, "x")["words"] for document in documents]})
    assert [row.group for row in rows] == ["all", "language (none)", "language de", "type (none)", "type article"]


@pytest.mark.long
def test_command_writes_the_same_model_twice(tmp_path: Path, base: Model, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints rows, writes a file, the same each time, in any folder, and its name is an extractor."""
    folder = write_package(tmp_path / "family", 21)
    (folder / "page-020.json").write_text("{")  # what cannot be read makes the exit code 3
    write_model(tmp_path / "base.npz", base)
    for name in ("one.npz", "models/two.npz"):
        arguments = ["train", str(folder), "-o", str(tmp_path / name), "--base", str(tmp_path / "base.npz")]
        assert run(annotate, [*arguments, "--format", "jsonl"]) == 3
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert set(rows[0]) == set(Row.__dataclass_fields__)
    assert "4 sites" in captured.err
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "models/two.npz").read_bytes()
    assert read_model(tmp_path / "one.npz").adaptation is not None
    html = (folder / "page-003.html").read_text(encoding="utf-8")
    spans = find_extractor(f"learned:{tmp_path / 'one.npz'}").extract(html)
    assert spans == learned(html, model=str(tmp_path / "one.npz"))
    assert re.fullmatch(
        r"cetr-gold [\d.]+, model [0-9a-f]{12}", find_extractor(f"learned:{tmp_path / 'one.npz'}").version
    )
    assert run(annotate, ["train", str(folder), "-o", str(tmp_path / "x"), "--base", str(tmp_path / "one.npz")]) == 2
    assert "this model is already a correction" in capsys.readouterr().err
    assert extract(html, method=f"learned:{tmp_path / 'one.npz'}") == "Wanted words stand here"
    with pytest.raises(InputError, match=r"learned:no\.npz: no such model file: 'no\.npz'"):
        find_extractor("learned:no.npz")
    assert [html[a:b] for a, b in spans] == ["Wanted words stand here"]


@pytest.mark.parametrize("answer", ["Wanted words stand here And these may", "Wanted words stand here"])
def test_what_is_optional_counts_neither_way(tmp_path: Path, answer: str) -> None:
    """For text as for spans: the report scores as 'evaluate run' does, against the gold text."""
    html = "<p>Wanted words stand here</p><p>And these may</p>"
    may = align_text(html, "And these may").spans
    spans = align_text(html, "Wanted words stand here").spans
    meta = Meta(url="", html_sha256=html_hash(html), fragments=make_fragments(html, spans), optional=may)
    document = Document(tmp_path, "a", html, "Wanted words stand here", meta, "")
    assert score_prediction(document, answer)["words"].f1 == 1.0
    assert score_prediction(document, spans + may)["words"].f1 == 1.0


@pytest.mark.long
def test_training_takes_one_thread(tmp_path: Path, base: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums in another order are other sums, and the file would be another with another number of cores."""
    threads: list[int] = []

    def look(*arguments: object) -> Adapted:
        threads.extend(pool["num_threads"] for pool in threadpool_info())
        return adapt(*arguments)

    monkeypatch.setattr(training, "adapt", look)
    with threadpool_limits(2):
        train([write_package(tmp_path / "family", 20)], base, peers=())
    assert set(threads) == {1}


def test_a_page_counts_once(tmp_path: Path, base: Model) -> None:
    """The same package by another path, its copy of the same name, and pages without gold: said, and not learned."""
    one = write_package(tmp_path / "a" / "family", 22)
    other = write_package(tmp_path / "b" / "family", 23)
    (tmp_path / "link").symlink_to(one)
    html = "<p>nothing here</p>"
    meta = Meta(url="https://empty.example/", html_sha256=html_hash(html))
    write_document(other, "empty", meta=meta, text="", html=html)
    trained = train([one, tmp_path / "link", other, one], base, peers=())
    assert trained.rows[0].pages == 23
    assert trained.adapted.model.about["data"] == {"family": 22, "family (2)": 1}
    said = "left out: 1 with an empty gold, 22 with the same HTML as an earlier one"
    assert describe_left_out(trained.left_out) == said
    assert trained.adapted.odds[0].tolist() == train([one, other], base, peers=()).adapted.odds[0].tolist()


def test_a_page_without_its_gold_teaches_nothing(tmp_path: Path, base: Model) -> None:
    """Of an imported text what was found has spans; where most was not, the page is scored and counts for no other."""
    folder = write_package(tmp_path / "family", 23)
    for name in ("page-001", "page-004"):
        document = read_document(folder, name)
        write_document(folder, name, meta=replace(document.meta, coverage=0.2), text=document.text)
    trained = train([folder], base, peers=())
    assert trained.rows[0].pages == 23
    assert trained.adapted.model.about["data"] == {"family": 21}
    said = "2 with too little of their gold in the HTML (scored, not learned from)"
    assert describe_left_out(trained.left_out) == f"left out: {said}"
    for name in ("page-002", "page-003"):
        document = read_document(folder, name)
        write_document(folder, name, meta=replace(document.meta, coverage=0.2), text=document.text)
    with pytest.raises(InputError, match=r"19 pages with gold \(left out: 4 with too little of their gold"):
        train([folder], base, peers=())


def test_progress_reaches_its_end(tmp_path: Path, base: Model) -> None:
    """Every stage takes as many steps as it said, drafts or not; cross-validation takes one for each fit."""
    stages: list[list[object]] = []

    def begin(what: str, steps: int) -> Callable[[], None]:
        stages.append([what, steps, 0])

        def step() -> None:
            stages[-1][2] += 1

        return step

    folders = [write_package(tmp_path / "gold", 20), write_package(tmp_path / "drafts", 3, status="draft")]
    train(folders, base, peers=(), begin=begin)
    assert stages == [["read", 23, 23], ["train", 4 * 4 + 1, 4 * 4 + 1], ["score", 20, 20]]


def test_too_few_pages_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Drafts and rejected pages do not count; under twenty pages the command says so in one line, with exit code 2."""
    folder = write_package(tmp_path / "few", 19)
    write_package(tmp_path / "drafts", 5, status="draft")
    code = run(annotate, ["train", str(folder), str(tmp_path / "drafts"), "-o", str(tmp_path / "m.npz")])
    message = capsys.readouterr().err.strip()
    assert code == 2
    assert "19 pages with gold (left out: 5 draft), but training needs 20" in message
    assert "\n" not in message
    assert not (tmp_path / "m.npz").exists()


def test_a_place_that_cannot_be_written_is_told_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error comes before minutes of training, and nothing is created."""
    folder = write_package(tmp_path / "few", 3)
    (tmp_path / "file").touch()
    for command in ("train", "train-mss"):
        assert run(annotate, [command, str(folder), "-o", str(tmp_path / "file" / "models" / "x")]) == 2
        assert capsys.readouterr().err == f"annotate: {tmp_path}/file: Not a directory\n"
    assert run(annotate, ["train", str(folder), "-o", str(tmp_path / "new" / "x")]) == 2
    assert "training needs 20" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_may_have_a_name_that_is_no_text() -> None:
    """It is written into the model file, which is UTF-8, and stands for the site of pages without an address."""
    folders = [Path(os.fsdecode(b"caf\xe9")), Path(os.fsdecode(b"caf\xe8"))]
    assert list(name_packages(folders).values()) == ["caf\ufffd", "caf\ufffd (2)"]
