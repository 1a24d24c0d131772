"""Names of packages, extractors and folders for results."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from evaluate.results.store import name_file, read_rows
from tests.evaluate.running.calling import call


def test_results_do_not_go_into_a_package(package: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Their files would be taken for documents."""
    before = sorted(package.iterdir())
    assert call("run", package, "--extractor", "plain", "--out", package) == 2
    told = f"evaluate: {package}: is a test package; name another folder for the results\n"
    assert (capfd.readouterr().err, sorted(package.iterdir())) == (told, before)


def test_a_path_that_is_not_utf8_is_refused(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Results name the packages' folders in UTF-8; which folder to rename is said before anything is written."""
    odd = tmp_path / os.fsdecode(b"\xff")
    try:
        package.rename(odd)
    except OSError:
        pytest.skip("this file system takes names in UTF-8 alone")
    assert call("run", odd, "--extractor", "plain", "--out", tmp_path / "out") == 2
    assert capfd.readouterr().err.endswith("results can name packages only in UTF-8; rename the folder\n")
    assert not (tmp_path / "out").exists()


def test_an_extractor_that_is_not_utf8_is_refused(package: Path, tmp_path: Path, capfd) -> None:
    """Its results could not be named; other commands say that there are none."""
    assert call("run", package, "--extractor", "saved:\udcff", "--out", tmp_path / "out") == 2
    assert capfd.readouterr().err.endswith(": results can name extractors only in UTF-8; rename the file\n")
    assert not (tmp_path / "out").exists()
    assert call("run", package, "--extractor", "plain", "--out", tmp_path / "\udcff") == 2
    assert capfd.readouterr().err.endswith(": results record their folder in UTF-8; name another\n")
    assert call("score", package, tmp_path / "\udcff") == 2
    assert "no such file or folder" in capfd.readouterr().err


def test_packages_of_any_name(package: Path, tmp_path: Path) -> None:
    """A package is known by its folder's name in rows, predictions and comparisons, whatever characters that has."""
    names = ["back\\slash", "tab\tand\nline", "\\t", "%2F", "<b>"]
    folders = [shutil.copytree(package, tmp_path / name) for name in names]
    out = tmp_path / "out"
    for _ in range(2):
        assert call("run", *folders, "--extractor", "plain", "--out", out, "--resume") == 0
    assert [row.key for row in read_rows(out / "plain.tsv")] == [(name, page) for name in names for page in "abc"]
    assert len((out / "plain.predictions.jsonl").read_text().splitlines()) == 15
    assert call("compare", out / "plain", out / "plain", "--fail-under", "0.8") == 0


def test_a_folder_for_results_that_cannot_be(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A dangling link and unreadable results are reported with what to do, and nothing is removed."""
    link, broken = tmp_path / "link", tmp_path / "broken"
    link.symlink_to(tmp_path / "gone")
    broken.mkdir()
    (broken / "run.json").write_text("{")
    (broken / "plain.tsv").write_text("mine")
    for out, told in (
        (link, f"{link}: is a broken link; name another folder for the results"),
        (broken, f"{broken}/run.json: is not JSON: Input data was truncated; remove the file, or name another folder"),
        ("", "--out: name a folder (see 'evaluate run --help')"),
    ):
        assert call("run", package, "--extractor", "plain", "--out", out) == 2
        assert capfd.readouterr().err.splitlines()[-1] == f"evaluate: {told}"
    assert (broken / "plain.tsv").read_text() == "mine"


def test_names_of_ones_own(package: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """NAME=SPEC tells two of one kind apart, in the files, too; one name is one extractor."""
    out = tmp_path / "out"
    assert call("run", package, "-e", "few=cetr@k=2", "-e", "many=cetr@k=4", "-e", "plain", "--out", out) == 0
    run = json.loads((out / "run.json").read_text())
    assert run["specs"] == {"few": "cetr@k=2", "many": "cetr@k=4"}
    assert sorted(file.name for file in out.glob("*.tsv")) == ["few.tsv", "many.tsv", "plain.tsv"]
    capfd.readouterr()
    assert call("compare", out / "few", out / "many") == 0
    assert capfd.readouterr().out.startswith("few -> many: 3 documents")
    assert call("run", package, "-e", "few=cetr@k=2", "-e", "few=cetr@k=4", "--out", out) == 2
    assert "'few' is already cetr@k=2; give it another name" in capfd.readouterr().err
    assert call("run", package, "-e", "few=cetr@k=3", "--out", out, "--resume") == 2
    assert "specs: few was cetr@k=2, but is cetr@k=3 now; choose another name" in capfd.readouterr().err


@pytest.mark.parametrize(
    "name",
    [
        "my_package.extract:main",
        "cmd:sh -c 'a | b > \"c\" < d'",
        "http://localhost:1/?q=*",
        "..",
        "CON",
        "nul.x",
        "a\\b",
    ],
)
def test_results_have_names_that_every_system_takes(name: str) -> None:
    """None of what uploads of artifacts, archives and Windows refuse, and names stay apart."""
    file = name_file(name)
    assert not set(file) & set('":<>|*?\r\n\\\\/')
    assert not file.startswith((".", " "))
    assert file.partition(".")[0].upper() not in ("CON", "NUL")
    assert file != name_file(f"{name}x")


def test_a_file_is_named_as_its_extractor_is_where_it_can_be() -> None:
    """Only what some system refuses is written otherwise, and what is too long is cut."""
    names = {
        "a@b=1,2+3 (x)": "a@b=1,2+3 (x)",
        "COM10": "COM10",
        "constant": "constant",
        " a": "%20a",
        ".a": "%2Ea",
        "a/b:c": "a%2Fb%3Ac",
        "lpt9 .x": "%6Cpt9 .x",
        "x" * 180: "x" * 180,
        "x" * 181: f"{'x' * 160}-{hashlib.sha256(b'x' * 181).hexdigest()[:16]}",
    }
    names |= {
        device: f"%{ord(device[0]):X}{device[1:]}" for device in ("CON", "prn", "AUX", "NUL", "COM1", "COM9", "lpt1")
    }
    assert {name: name_file(name) for name in names} == names
