"""Changes of a package are whole: under kill -9, beside readers, between any two files, on a disk that errs."""

import errno
import os
import random
import shutil
import signal
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evaluate.package import (
    Decision,
    PackageError,
    PackageInfo,
    committing,
    create_package,
    html_hash,
    make_fragments,
    read_document,
    read_journal,
    read_package,
    write_document,
)
from tests.evaluate.package.examples import make_meta


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("suffix", [".html", ".txt", ".json", ".source.html"])
def test_what_the_disk_changes_is_taken_back(tmp_path, monkeypatch, suffix, lost):
    """A document that reads differently from what was written is refused, and is not left behind if it is new."""
    create_package(tmp_path, PackageInfo(name="p"))
    write_document(tmp_path, "old", meta=make_meta(), text="One", html="<p>One</p>")

    def publish_badly(folder, committed):
        publish(folder, committed)
        path = folder / (committed.stem + suffix)
        path.unlink() if lost else path.write_bytes(path.read_bytes() + b" ")

    publish = committing._publish
    monkeypatch.setattr(committing, "_publish", publish_badly)
    facts = {"meta": make_meta(), "text": "", "attachments": {".source.html": b"One"}}
    with pytest.raises(PackageError, match=rf"new\{suffix}: differs from what was written; the document was removed"):
        write_document(tmp_path, "new", html="<p>One</p>", **facts)
    assert read_package(tmp_path).names == ("old",)
    assert not list(tmp_path.glob("new*"))
    if suffix != ".html":
        with pytest.raises(PackageError, match=rf"old\{suffix}: differs from what was written; check the disk"):
            write_document(tmp_path, "old", **facts)
        assert read_package(tmp_path).names == (() if lost and suffix == ".json" else ("old",))


def test_what_cannot_be_written_is_named(tmp_path, monkeypatch):
    """The package, and what the system says, because nobody has asked for the internal files."""

    def fill_up(path, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    facts = {"meta": make_meta(), "text": "", "html": "<p>One</p>"}
    with pytest.raises(PackageError, match=f"^{tmp_path}/new: no such package$"):
        write_document(tmp_path / "new", "a", **facts)
    create_package(tmp_path, PackageInfo(name="p"))
    with monkeypatch.context() as full, pytest.raises(PackageError, match=r": No space left on device$"):
        full.setattr(committing, "write_lasting", fill_up)
        write_document(tmp_path, "a", **facts)
    shutil.rmtree(tmp_path / ".pending")
    (tmp_path / ".pending").write_text("")
    with pytest.raises(PackageError, match=f"^{tmp_path}: cannot be written: Not a directory$"):
        write_document(tmp_path, "a", **facts)


def test_what_a_crash_left_half_staged_goes(tmp_path):
    """What else lies there, such as a file of the system, stays and is in nobody's way."""
    pending = create_package(tmp_path, PackageInfo(name="p")).folder / ".pending"
    (pending / "a.staged").mkdir(parents=True)
    (pending / "a.staged" / "a.txt").write_text("half")
    (pending / ".DS_Store").write_text("")
    write_document(tmp_path, "a", meta=make_meta(), text="One", html="<p>One</p>")
    assert read_document(tmp_path, "a").text == "One"
    assert [path.name for path in pending.iterdir()] == [".DS_Store"]


def test_the_metadata_of_a_document_come_last(tmp_path, monkeypatch):
    """They list it, so that whoever reads beside a writer finds its other files."""
    moved, replace = [], Path.replace
    create_package(tmp_path, PackageInfo(name="p"))
    monkeypatch.setattr(Path, "replace", lambda path, target: moved.append(target.name) or replace(path, target))
    for number in range(8):
        write_document(tmp_path, f"d{number}", meta=make_meta(), text="", html="<p>One</p>")
    assert moved[2::3] == [f"d{number}.json" for number in range(8)]


def write_forever(folder, acknowledge, seed):
    """Make documents and change them for ever, each time saying what has been saved."""
    chance = random.Random(seed)
    for step in range(10**9):
        names = read_package(folder).names
        stamp = f"{seed}-{step}"
        if len(names) < 3 or chance.random() < 0.3:
            name, html = f"doc-{stamp}", f"<p>{stamp}</p>" * chance.randint(1, 20_000)
        else:
            name, html = chance.choice(names), None
        page = html if html is not None else read_document(folder, name).html
        meta = make_meta(page, note=stamp, fragments=make_fragments(page, ((3, 5),)))
        decision = Decision(time=datetime.now(UTC), document=name, action=stamp)
        write_document(folder, name, meta=meta, text=f"text {stamp}", html=html, decision=decision)
        os.write(acknowledge, f"{name} {stamp}\n".encode())


def start_writer(folder, seed):
    """Fork a process that writes for ever; returns its id and the pipe of its acknowledgements."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        try:
            os.close(reading)
            write_forever(folder, writing, seed)
        finally:
            os._exit(1)
    os.close(writing)
    return child, reading


def stop_writer(child, reading, writes=0, seconds=0.0):
    """Kill a writer some time after so many writes, where it stands; returns what it acknowledged."""
    with os.fdopen(reading, "rb") as pipe:
        lines = [pipe.readline() for _ in range(writes)]
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        lines += pipe.readlines()
    return [tuple(line.decode().split()) for line in lines if line.endswith(b"\n")]


def check_consistent(folder):
    """Every listed document is whole: page, text and metadata are of the same write. Returns the last stamps."""
    stamps = {}
    for name in read_package(folder).names:
        document = read_document(folder, name)
        assert html_hash(document.html) == document.meta.html_sha256
        assert document.text == f"text {document.meta.note}"
        stamps[name] = document.meta.note
    return stamps


@pytest.mark.long
def test_kill_at_random_moments(tmp_path):
    """After kill -9 no document is half, none that was saved is lost, and the journal has each decision once."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    chance = random.Random(5)
    saved, order = {}, []
    for seed in range(25):
        child, reading = start_writer(folder, seed)
        acknowledged = stop_writer(child, reading, chance.randint(0, 3), chance.uniform(0.0, 0.03))
        order += [stamp for _, stamp in acknowledged]
        saved |= dict(acknowledged)
        stamps = check_consistent(folder)
        for name, stamp in saved.items():
            # The write that was under way when the process died may have been committed, too.
            assert stamps[name] == stamp or (stamps[name].startswith(f"{seed}-") and stamps[name] not in order)
        saved = {n: stamps[n] for n in saved}
    write_document(folder, "last", meta=make_meta(note="x"), text="text x", html="<p>One</p>")
    decisions = list(read_journal(folder))
    assert len({d.id for d in decisions}) == len(decisions)
    journalled = [d.action for d in decisions]
    assert [stamp for stamp in journalled if stamp in set(order)] == order
    assert len(order) >= 25
    latest = {d.document: d.action for d in decisions}
    assert check_consistent(folder) == latest | {"last": "x"}
    assert not list((folder / ".pending").iterdir())
    assert {p.name for p in folder.iterdir()} == {
        *(f"{n}{s}" for n in [*latest, "last"] for s in (".html", ".txt", ".json")),
        *("package.toml", ".gitattributes", ".gitignore", "journal.jsonl", ".lock", ".pending"),
    }


def test_reader_beside_writers(tmp_path):
    """A reader beside two processes that write never sees half a document, and reading leaves nothing behind."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    writers = [start_writer(folder, seed) for seed in (1, 2)]
    try:
        reads = 0
        while reads < 500:
            reads += len(check_consistent(folder))
    finally:
        acknowledged = [stop_writer(*writer, writes=1) for writer in writers]
    assert all(acknowledged)


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_half_published_commit(tmp_path, moved):
    """A crash between any two files of the publication leaves a document that reads whole and is finished later."""
    folder = create_package(tmp_path / "pack", PackageInfo(name="p")).folder
    write_document(folder, "a", meta=make_meta(note="old"), text="text old", html="<p>One</p>")
    other = create_package(tmp_path / "other", PackageInfo(name="p")).folder
    decision = Decision(time=datetime.now(UTC), document="a", action="change")
    write_document(other, "a", meta=make_meta(note="new"), text="text new", html="<p>One</p>", decision=decision)
    commit = folder / ".pending" / "a.commit"
    commit.mkdir()
    for name in ("a.html", "a.txt", "a.json", "journal.jsonl"):
        shutil.copy(other / name, commit / name)
    if moved:
        shutil.copy(commit / "journal.jsonl", folder / "journal.jsonl")
    for name in ("a.html", "a.txt", "a.json")[:moved]:
        (commit / name).replace(folder / name)
    assert check_consistent(folder) == {"a": "new"}
    assert [list(read_journal(folder, name)) for name in (None, "a", "b")] == [[decision], [decision], []]
    write_document(folder, "b", meta=make_meta(note="b"), text="text b", html="<p>One</p>")
    assert check_consistent(folder) == {"a": "new", "b": "b"}
    assert list(read_journal(folder)) == [decision]
    assert not list((folder / ".pending").iterdir())
