"""Pages on which two branches of a repository decided differently."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from annotate.doctor import diagnose, repair
from annotate.doctor.branches import find_branched
from cetr.document import Spans, derive_text
from evaluate.package import (
    Decision,
    PackageError,
    make_fragments,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from tests.documents import make_document

HTML = "<p>One.</p><p>Two.</p><p>Three.</p>"
ONE, TWO, BOTH = ((3, 7),), ((14, 18),), ((3, 7), (14, 18))


def decide(folder: Path, name: str, who: str, marks: Spans) -> None:
    """Mark a document as the reviewer does."""
    document = read_document(folder, name)
    decision = Decision(
        time=datetime.now(UTC), document=name, action="mark", annotator=who, before=document.spans, after=marks
    )
    values = {field: getattr(document.meta, field) for field in document.meta.__struct_fields__}
    meta = type(document.meta)(**values | {"fragments": make_fragments(HTML, marks), "annotator": who})
    text = derive_text(HTML, marks)
    write_document(folder, name, meta=meta, text=text, decision=decision, expected=document.revision)


Git = Callable[..., None]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Git in the folder of the package, without anybody's settings."""

    def run(*words: str, code: int = 0) -> None:
        told = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME")} | {"PATH": os.environ["PATH"]}
        person = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        done = subprocess.run(
            ["git", *person, *words], cwd=tmp_path / "gold", env=told, check=False, capture_output=True
        )
        assert done.returncode == code, done

    return run


@pytest.fixture
def merged(tmp_path: Path, git: Git) -> Path:
    """A package of two pages. Ann and Bob decided differently on `a` in two branches, which git has merged."""
    folder = tmp_path / "gold"
    for name in ("a", "b"):
        make_document(folder, name, HTML, ())
        decide(folder, name, "eve", ONE)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "base")
    git("checkout", "-q", "-b", "bob")
    decide(folder, "a", "bob", TWO)
    decide(folder, "a", "bob", BOTH)
    git("commit", "-q", "-a", "-m", "bob")
    git("checkout", "-q", "-")
    decide(folder, "a", "ann", ())
    decide(folder, "b", "ann", TWO)
    git("commit", "-q", "-a", "-m", "ann")
    git("merge", "-q", "bob", code=1)
    git("checkout", "--theirs", "a.json", "a.txt")
    return folder


def test_git_takes_only_what_lasts(tmp_path: Path, git: Git) -> None:
    """The lock and what a repair has replaced stay out of a repository."""
    folder = tmp_path / "gold"
    make_document(folder, "a", HTML, ())
    (folder / ".before-repair").mkdir()
    (folder / ".before-repair" / "a.json").write_text("{}")
    git("init", "-q")
    git("add", "-A")
    git("ls-files", "--error-unmatch", "a.html", ".gitignore", ".gitattributes")
    for name in (".lock", ".before-repair"):
        assert (folder / name).exists()
        git("ls-files", "--error-unmatch", name, code=1)


def test_both_are_named_until_the_marks_stand(merged: Path) -> None:
    """Who left which marks, and whose the page has; a repair records that these stand, and takes no decision away."""
    rows = list(read_journal(merged))
    (found,) = diagnose(merged)
    assert (found.file, found.problem.split(": ")[0]) == ("a.json", "two branches decided on it differently")
    assert ["ann (" in found.problem, "0 fragments" in found.problem] == [True, True]
    assert ["bob (" in found.problem, "2 fragments" in found.problem] == [True, True]
    assert found.problem.endswith("; it has the marks of bob")
    repair(merged)
    *before, last = read_journal(merged)
    assert before == rows
    assert (last.document, last.action, last.before, last.after) == ("a", "settle", BOTH, BOTH)
    assert last.detail == {"branches": [rows[2].id, rows[-1].id]}
    assert list(diagnose(merged)) == []


def test_a_later_decision_settles_it(merged: Path) -> None:
    """The page had the marks of the first branch when somebody decided again: they saw the merged page."""
    subprocess.run(["git", "checkout", "-q", "--ours", "a.json", "a.txt"], cwd=merged, check=True)
    assert len(list(diagnose(merged))) == 1
    decide(merged, "a", "ann", ONE)
    assert list(diagnose(merged)) == []


def test_marks_that_cannot_be_read_do_not_stand(merged: Path) -> None:
    """While git's conflict is in the metadata, a repair takes one side, and somebody has to look at the page."""
    theirs = (merged / "a.json").read_text()
    (merged / "a.json").write_text(f"<<<<<<< HEAD\n{theirs}=======\n{theirs.replace('bob', 'ann')}>>>>>>> bob\n")
    found, _ = repair(merged)
    assert [(one.file, one.mended is None) for one in found] == [("a.json", True), ("a.json", False)]
    assert [one.problem.split(": ")[0] for one in diagnose(merged)] == ["two branches decided on it differently"]


def test_two_pages_of_one_name_are_not_mixed(tmp_path: Path, git: Git) -> None:
    """Both branches have captured a page of the site; one's own stays as it is, and the other is in that branch."""
    folder = tmp_path / "gold"
    make_document(folder, "a-0001", HTML, ("One.",))
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "base")
    git("checkout", "-q", "-b", "bob")
    make_document(folder, "a-0002", f"{HTML}\n<p>Bob", ("One.",))
    git("add", "-A")
    git("commit", "-q", "-m", "bob")
    git("checkout", "-q", "-")
    ours = make_document(folder, "a-0002", f"{HTML}\n<p>Ann", ("Two.",))
    git("add", "-A")
    git("commit", "-q", "-m", "ann")
    git("merge", "-q", "bob", code=1)
    assert read_document(folder, "a-0002") == ours
    assert list(diagnose(folder)) == []


def test_a_text_of_the_other_branch_is_not_left_beside_ones_own_marks(tmp_path: Path) -> None:
    """Where one branch has approved the page and changed no text, git takes the text of the other without a word."""
    make_document(tmp_path / "gold", "a", HTML, ("One.",))
    own = (tmp_path / "gold" / "a.json").read_bytes()
    decide(tmp_path / "gold", "a", "bob", TWO)
    assert list(diagnose(tmp_path / "gold")) == []
    (tmp_path / "gold" / "a.json").write_bytes(own)
    (found,) = diagnose(tmp_path / "gold")
    assert (found.file, found.problem) == ("a.txt", "is the text of other marks")
    repair(tmp_path / "gold")
    assert read_document(tmp_path / "gold", "a").text == "One."


def test_a_description_with_a_conflict_is_called_that(tmp_path: Path) -> None:
    """Every other command refuses the package; the error says what to do, and the remedy whose side it takes."""
    make_document(tmp_path / "gold", "a", HTML, ("One.",))
    info = tmp_path / "gold" / "package.toml"
    own = info.read_text()
    info.write_text(own.replace('title = ""', '<<<<<<< HEAD\ntitle = ""\n=======\ntitle = "x"\n>>>>>>> bob'))
    with pytest.raises(PackageError, match="has a merge conflict of git; edit it, or take your side with 'annotate"):
        read_package(tmp_path / "gold")
    (found,) = diagnose(tmp_path / "gold")
    assert (found.problem, found.cure) == ("has a merge conflict of git", "your side; a copy of the old file is kept")
    repair(tmp_path / "gold")
    assert info.read_text() == own


def chain(*steps: tuple[Spans, Spans]) -> list[Decision]:
    """Decisions on one document, by their marks before and after."""
    return [
        Decision(time=datetime(2026, 1, 1, tzinfo=UTC), document="a", action="mark", before=before, after=after)
        for before, after in steps
    ]


@pytest.mark.parametrize(
    "steps",
    [
        [((), ONE), (ONE, TWO), (TWO, ONE), (ONE, BOTH)],  # undone, and decided again
        [((), ONE), (TWO, BOTH)],  # edited by hand
        [((), ONE), (ONE, BOTH), (ONE, TWO), (TWO, BOTH)],  # both came to the same
        [((), ONE), (ONE, TWO), (ONE, BOTH), (TWO, ONE)],  # went on from the first after the merge
        [((), ONE), (ONE, ()), ((), TWO)],  # withdrawn, and captured again
    ],
)
def test_what_no_branches_left(steps: list[tuple[Spans, Spans]]) -> None:
    """Each of these journals has one end."""
    assert find_branched(chain(*steps)) == {}


def test_one_more_branch_after_a_merge_was_settled() -> None:
    """Somebody went on from what one branch had left."""
    rows = chain(((), ONE), (ONE, TWO), (ONE, BOTH), (TWO, ()), (BOTH, ONE))
    assert find_branched(rows) == {"a": (rows[3], rows[4])}


def test_many_branches_are_found_by_few_comparisons() -> None:
    """A stranger's journal can have any number of branches of a page."""
    compared = 0

    class Marks(tuple[tuple[int, int], ...]):
        __slots__ = ()
        __hash__ = tuple.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return tuple.__eq__(self, other)

    now, none = datetime.now(UTC), Marks()
    rows = [
        Decision(time=now, document="a", action="mark", before=none, after=Marks(((i, i + 1),))) for i in range(999)
    ]
    assert find_branched(rows) == {"a": tuple(rows)}
    assert compared < 20_000


def test_a_journal_without_end_is_not_read(merged: Path) -> None:
    """Nor are the torn rows beside it, to which a repair would add."""
    journal = merged / "journal.jsonl"
    shutil.copy(journal, merged / "kept")
    os.truncate(journal, 200_000_000)
    assert [one.problem for one in diagnose(merged)] == ["is larger than 128 MB, the limit"]
