"""`annotate assign`, `team` and `collect`: who gets what, how far and how well; and two clones of a git repository."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.cli import annotate
from annotate.review.adjudication import start_adjudication_package
from annotate.review.model.decisions import with_fields, with_spans
from annotate.review.opened import open_document, write_decision
from annotate.team.assigning import assign_pages
from annotate.team.dealing import Card, deal
from cetr.console import run
from evaluate.package import Status, read_document, read_journal, read_meta, read_package
from tests.documents import make_document

PAGE = "<html><body>\n<p>Home and news</p>\n<h1>No. {n}</h1>\n<p>The paragraph has these words.</p>\n</body></html>"
GOLD = "The paragraph has these words."


def decide(folder: Path, name: str, who: str, text: str, status: Status = "reviewed") -> None:
    """Somebody marks a text of a page and approves or rejects it, as the reviewer does."""
    opened = open_document(folder, name)
    start = opened.document.html.index(text)
    write_decision(
        opened, opened.edit("toggle", with_spans(opened.page, opened.state, ((start, start + len(text)),))), who
    )
    opened = open_document(folder, name)
    action = "reject" if status == "rejected" else "approve"
    write_decision(opened, opened.edit(action, with_fields(opened.state, status=status)), who)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twenty drafts of two sites and two types, and ten finished pages."""
    for i in range(20):
        url, page_type = f"https://{'ab'[i % 2]}.org/{i}", ("article", "forum")[i // 10]
        make_document(
            tmp_path / "news", f"p{i:02d}", PAGE.format(n=i), (), status="draft", url=url, page_type=page_type
        )
    for i in range(20, 30):
        make_document(tmp_path / "news", f"p{i:02d}", PAGE.format(n=i), (GOLD,), url=f"https://a.org/{i}", note="n")
    return tmp_path / "news"


def test_pages_are_dealt_evenly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As many of each type and site to each, a fifth of them to two people, and hidden ones whose answer is known."""
    command = ["assign", str(folder), "--to", "ann,bob", "--overlap", "20%", "--gold", "20%", "--format", "json"]
    assert run(annotate, command) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["annotator"], row["pages"]) for row in rows] == [("ann", 15), ("bob", 15)]
    names = {who: set(read_package(folder.with_name(f"news-{who}")).names) for who in ("ann", "bob")}
    drafts = {f"p{i:02d}" for i in range(20)}
    assert names["ann"] | names["bob"] >= drafts
    assert len(names["ann"] & names["bob"] & drafts) == 4
    assert len((names["ann"] & names["bob"]) - drafts) == 3
    for who, mine in names.items():
        metas = {name: read_meta(folder.with_name(f"news-{who}"), name) for name in mine}
        kinds = Counter((metas[name].page_type, metas[name].url[8]) for name in mine & drafts)
        assert max(kinds.values()) - min(kinds.values()) <= 2
        assert {(m.status, m.fragments, m.annotator, m.note) for m in metas.values()} == {("draft", (), None, "")}


def test_what_somebody_has_stays_with_them(folder: Path) -> None:
    """Dealt again, with new drafts, only these are dealt; work that was begun is as it was."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob"])
    ann = folder.with_name("news-ann")
    before = read_package(ann).names
    decide(ann, before[0], "ann", GOLD)
    for i in (90, 91):
        make_document(folder, f"p{i}", PAGE.format(n=i), (), status="draft")
    assert run(annotate, ["assign", str(folder), "--to", "ann,bob"]) == 0
    assert set(read_package(ann).names) - set(before) == {"p90"}
    assert read_meta(ann, before[0]).status == "reviewed"


def test_a_renamed_package_knows_its_people(folder: Path) -> None:
    """Their packages keep their names and get the new drafts alone."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob"])
    ann, bob = (folder.with_name(f"news-{who}") for who in ("ann", "bob"))
    before = {*read_package(ann).names, *read_package(bob).names}
    renamed = folder.rename(folder.with_name("noviny"))
    for i in (90, 91):
        make_document(renamed, f"p{i}", PAGE.format(n=i), (), status="draft")
    assert run(annotate, ["assign", str(renamed), "--to", "ann,bob"]) == 0
    assert {*read_package(ann).names, *read_package(bob).names} - before == {"p90", "p91"}
    assert sorted(path.name for path in folder.parent.iterdir()) == ["news-ann", "news-bob", "noviny"]


def test_who_joins_gets_no_page_of_others_until_somebody_leaves(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page that somebody is at would be done twice; a package that was removed frees its pages."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob"])
    make_document(folder, "p90", PAGE.format(n=90), (), status="draft")
    capsys.readouterr()
    assert run(annotate, ["assign", str(folder), "--to", "cem"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"annotate: {folder}-{who}: keeps 10 drafts; to give them to others, collect it and move it elsewhere"
        for who in ("ann", "bob")
    ]
    cem = folder.with_name("news-cem")
    assert read_package(cem).names == ("p90",)
    left = set(read_package(folder.with_name("news-ann")).names)
    shutil.rmtree(folder.with_name("news-ann"))
    assert run(annotate, ["assign", str(folder), "--to", "cem"]) == 0
    assert set(read_package(cem).names) == {"p90", *left}


@given(st.integers(1, 40), st.integers(1, 5), st.floats(0, 1))
def test_laws_of_dealing(pages: int, people: int, overlap: float) -> None:
    """Every page goes to somebody, none to more than two, and none to anybody twice."""
    hands = deal([Card(f"p{i}") for i in range(pages)], [f"n{i}" for i in range(people)], overlap)
    dealt = Counter(name for hand in hands.values() for name in hand)
    assert set(dealt) == {f"p{i}" for i in range(pages)}
    assert max(dealt.values()) <= 2
    assert all(len(set(hand)) == len(hand) for hand in hands.values())
    assert sum(dealt.values()) == pages + (round(overlap * pages) if people > 1 else 0)


@pytest.mark.parametrize(
    ("people", "overlap", "sizes", "shared"),
    [("ab", 0.5, [75, 75], [50]), ("ab", 0.1, [55, 55], [10]), ("abc", 0.2, [40, 40, 40], [7, 7, 6])],
)
def test_everybody_gets_as_many_pages(people: str, overlap: float, sizes: list[int], shared: list[int]) -> None:
    """Also those that two people get, which were all pages of one person if every tenth or second is; so do pairs."""
    hands = deal([Card(f"p{i:02}") for i in range(100)], list(people), overlap)
    assert [len(hand) for hand in hands.values()] == sizes
    assert [len(set(hands[a]) & set(hands[b])) for a, b in combinations(people, 2)] == shared


def test_the_report_of_a_team(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages done and left, known answers and shared pages with their F1, by person; the card has it, too."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob", "--overlap", "10%", "--gold", "10%"])
    packages = [folder.with_name(f"news-{who}") for who in ("ann", "bob")]
    ann, bob = (set(read_package(package).names) for package in packages)
    known = sorted(name for name in ann & bob if int(name[1:]) >= 20)
    shared = sorted((ann & bob) - set(known))
    for who, package in zip(("ann", "bob"), packages, strict=True):
        for name in (known[0], shared[0]):
            decide(package, name, who, GOLD if who == "ann" else "Home and news")
    decide(packages[0], min(ann - bob), "ann", GOLD, "rejected")
    capsys.readouterr()
    assert run(annotate, ["team", str(folder), *map(str, packages), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    keys = ("annotator", "done", "rejected", "left", "known", "known_f1", "shared", "shared_f1")
    assert [tuple(row[key] for key in keys) for row in rows] == [
        ("ann", 3, 1, len(ann) - 3, 1, 1.0, 2, 0.0),
        ("bob", 2, 0, len(bob) - 2, 1, 0.0, 2, 0.0),
    ]
    assert run(annotate, ["card", str(folder), "--with", str(packages[0]), "--with", str(packages[1])]) == 0
    card = capsys.readouterr().out
    assert f"| ann | {len(ann)} | 3 | 1 | {len(ann) - 3} |" in card
    assert "| known answers | F1 on known answers | shared | F1 on shared |" in card


def test_finished_pages_that_the_package_lacks_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that somebody captured anew has another name, and would be missed without a word."""
    run(annotate, ["assign", str(folder), "--to", "ann"])
    package = folder.with_name("news-ann")
    make_document(package, "q1", PAGE.format(n=31), (GOLD,))
    make_document(package, "q3", PAGE.format(n=33), (GOLD,), url="https://b.org/1")
    make_document(package, "q2", PAGE.format(n=32), (), status="draft")
    capsys.readouterr()
    assert run(annotate, ["collect", str(folder), str(package)]) == 0
    err = capsys.readouterr().err
    assert (
        "annotate: q1: is finished in news-ann and not in the package; copy its files if it belongs there; left out"
    ) in err
    assert "annotate: q3: is finished in news-ann and not in the package, which has its URL as p01; copy its" in err
    assert "q2" not in err


def test_what_a_team_has_decided_comes_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages of one person at once; of two people once they are adjudicated; what is finished in the package stays."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob", "--overlap", "10%", "--gold", "10%"])
    packages = [folder.with_name(f"news-{who}") for who in ("ann", "bob")]
    ann, bob = (set(read_package(package).names) for package in packages)
    known, (shared, _) = min(name for name in ann if int(name[1:]) >= 20), sorted(n for n in ann & bob if n < "p20")
    alone, rejected = sorted(ann - bob)[:2]
    for who, name, text in (("ann", known, "Home and news"), ("ann", shared, GOLD), ("ann", alone, GOLD)):
        decide(folder.with_name(f"news-{who}"), name, who, text)
    decide(packages[0], rejected, "ann", GOLD, "rejected")
    decide(packages[1], shared, "bob", "Home and news")
    capsys.readouterr()
    command = ["collect", str(folder), *map(str, packages), "--format", "json"]
    assert run(annotate, command) == 0
    out, err = capsys.readouterr()
    assert [row["pages"] for row in json.loads(out)] == [2, 0]
    advice = "settle it with annotate review --against"
    assert f"annotate: {shared}: is finished in news-ann and news-bob; {advice}; left out" in err
    taken = read_document(folder, alone)
    assert (taken.text, taken.meta.status, taken.meta.annotator) == (GOLD, "reviewed", "ann")
    assert [(d.action, d.annotator, d.after) for d in read_journal(folder, alone)] == [("collect", "ann", taken.spans)]
    assert read_meta(folder, rejected).status == "rejected"
    assert read_document(folder, known).text == GOLD
    final = folder.with_name("news-final")
    start_adjudication_package(packages[0], packages[1:], final, "cem", lambda: None)
    decide(final, shared, "cem", GOLD)
    assert run(annotate, [*command, str(final)]) == 0
    assert [row["pages"] for row in json.loads(capsys.readouterr().out)] == [0, 0, 1]
    assert read_document(folder, shared).text == GOLD
    assert run(annotate, ["collect", str(folder), str(folder)]) == 2
    capsys.readouterr()
    assert run(annotate, ["team", str(folder), *map(str, packages), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["known"], row["known_f1"], row["shared_f1"]) for row in rows] == [(1, 0.0, 0.0), (0, None, 0.0)]
    assert run(annotate, ["card", str(folder), "--with", str(packages[0]), "--with", str(packages[1])]) == 0
    assert "| news-ann | news-bob | words | 1 |" in capsys.readouterr().out


def test_what_was_collected_is_brought_up_to_date(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A correction, and what was settled after a second person had finished; what was changed in the package stays."""
    run(annotate, ["assign", str(folder), "--to", "ann,bob", "--overlap", "10%"])
    packages = [folder.with_name(f"news-{who}") for who in ("ann", "bob")]
    ann, bob = (set(read_package(package).names) for package in packages)
    shared, (corrected, changed) = min(ann & bob), sorted(ann - bob)[:2]
    command = ["collect", str(folder), *map(str, packages), "--format", "json"]

    def collect(*more: str) -> list[int]:
        assert run(annotate, [*command, *more]) == 0
        return [row["pages"] for row in json.loads(capsys.readouterr().out)]

    capsys.readouterr()
    for name in (shared, corrected, changed):
        decide(packages[0], name, "ann", GOLD)
    assert collect() == [3, 0]
    assert collect() == [0, 0]
    decide(packages[0], corrected, "ann", "Home and news")
    decide(packages[0], changed, "ann", "Home and news")
    decide(folder, changed, "lead", "The paragraph")
    decide(packages[1], shared, "bob", "Home and news")
    assert run(annotate, ["collect", str(folder), str(packages[1])]) == 0
    advice = "settle it with annotate review --against"
    assert f"{shared}: is finished in news-bob and news-ann; {advice}" in capsys.readouterr().err
    assert collect() == [1, 0]
    texts = [read_document(folder, name).text for name in (shared, corrected, changed)]
    assert texts == [GOLD, "Home and news", "The paragraph"]
    final = folder.with_name("news-final")
    start_adjudication_package(packages[0], packages[1:], final, "cem", lambda: None)
    decide(final, shared, "cem", "Home and news")
    assert collect(str(final)) == [0, 0, 1]
    assert collect() == [0, 0]
    assert read_document(folder, shared).text == read_document(final, shared).text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "ann,Ann"], "'ann' occurs twice, or has characters other than"),
        (["--to", "ann,ann"], "'ann' occurs twice, or has characters other than"),
        (["--to", "../x"], "'../x' occurs twice, or has characters other than"),
        (["--to", "ann", "--overlap", "2"], "'2' is not a share such as 20%"),
        (["--to", "ann", "--gold", "much"], "'much' is not a share"),
    ],
)
def test_wrong_options_are_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    """Nothing is written."""
    assert run(annotate, ["assign", str(folder), *options]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert [path.name for path in folder.parent.iterdir()] == ["news"]


def git(folder: Path, *arguments: str) -> None:
    """Run git."""
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def make_clones(tmp_path: Path, work: dict[str, tuple[str, str]]) -> tuple[Path, Path]:
    """A repository with a package and a clone of it, in each of which somebody has marked a text on a page."""
    one, other = tmp_path / "one", tmp_path / "other"
    for name in ("a", "b", "c"):
        make_document(one / "news", name, PAGE.format(n=name), (), status="draft")
    (one / ".gitignore").write_text(".lock\n.pending/\n", "utf-8")
    decide(one / "news", "c", "ann", "Home and news", "rejected")
    git(one, "init", "-b", "main")
    git(one, "add", "-A")
    git(one, "commit", "-m", "begin")
    git(tmp_path, "clone", str(one), str(other))
    for clone, who in ((one, "ann"), (other, "bob")):
        decide(clone / "news", work[who][0], who, work[who][1])
        git(clone, "add", "-A")
        git(clone, "commit", "-m", who)
    return one, other


def test_two_clones_of_a_repository_are_merged(tmp_path: Path) -> None:
    """Offline, each does other pages; after the merge all decisions are there, in both journals' order."""
    one, other = make_clones(tmp_path, {"ann": ("a", GOLD), "bob": ("b", GOLD)})
    git(one, "pull", "--no-rebase", "--no-edit", str(other), "main")
    package = one / "news"
    assert [read_document(package, name).text for name in ("a", "b")] == [GOLD, GOLD]
    decisions = list(read_journal(package))
    assert len({decision.id for decision in decisions}) == len(decisions) == 6
    for name, who in (("a", "ann"), ("b", "bob")):
        assert [(d.action, d.annotator) for d in decisions if d.document == name] == [("toggle", who), ("approve", who)]


def test_a_page_that_both_have_changed_is_a_conflict_and_never_a_mixture(tmp_path: Path) -> None:
    """It stays one's own until somebody chooses, can be adjudicated meanwhile, and both journals are kept."""
    one, other = make_clones(tmp_path, {"ann": ("a", GOLD), "bob": ("a", "Home and news")})
    with pytest.raises(subprocess.CalledProcessError) as failed:
        git(one, "pull", "--no-rebase", "--no-edit", str(other), "main")
    assert failed.value.stdout.decode().count("CONFLICT (content): Merge conflict in news/a.") == 2
    package = one / "news"
    assert read_document(package, "a").text == GOLD
    git(one, "worktree", "add", str(tmp_path / "theirs"), "MERGE_HEAD")
    columns, left_out, _ = start_adjudication_package(
        package, [tmp_path / "theirs" / "news"], tmp_path / "final", "cem", lambda: None
    )
    assert len(columns) == 2
    assert "a" not in left_out
    git(one, "checkout", "--theirs", "news/a.json", "news/a.txt")
    git(one, "add", "-A")
    git(one, "commit", "--no-edit")
    assert read_document(package, "a").text == "Home and news"
    assert {(d.document, d.annotator) for d in read_journal(package)} == {("c", "ann"), ("a", "ann"), ("a", "bob")}


def test_an_interrupted_deal_ends_as_it_would_have(folder: Path, tmp_path: Path) -> None:
    """Killed among the first person's pages and called again, everybody has what an undisturbed call gives them."""
    calm = tmp_path / "calm" / "news"
    shutil.copytree(folder, calm)
    done = 0

    def die() -> None:
        nonlocal done
        done += 1
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        assign_pages(folder, ("ann", "bob"), overlap=0.2, known=0.2, on_document=die)
    for package in (folder, calm):
        assign_pages(package, ("ann", "bob"), overlap=0.2, known=0.2, on_document=lambda: None)
    for who in ("news-ann", "news-bob"):
        assert read_package(folder.with_name(who)).names == read_package(calm.with_name(who)).names
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_a_plan_of_a_newer_version_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody gets pages by a plan that this version cannot read."""
    folder.with_name(".news.assigning.json").write_text('{"schema": 2, "people": {}}')
    assert run(annotate, ["assign", str(folder), "--to", "ann,bob"]) == 2
    assert "schema: this version reads schema 1, the file says 2; update cetr-gold" in capsys.readouterr().err
    assert not folder.with_name("news-ann").exists()
