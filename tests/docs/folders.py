"""The folders that the documentation assumes you have."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from annotate.team.copying import strip_marks
from cetr.document import Spans, derive_text
from evaluate.package import Document, Meta, make_fragments, read_document, read_package, write_document
from tests.docs.blocks import ROOT


def make_folders(page: str, folder: Path) -> None:
    """Put the packages of the clone, some pages, and the packages that a page names into a folder."""
    shutil.copytree(ROOT / "packages", folder / "packages")
    (folder / "pages").mkdir()
    for path in (folder / "packages" / "starter").glob("*-0001.html"):
        shutil.copy(path, folder / "pages")
    shutil.copy(folder / "packages" / "starter" / "news-localhost-0001.html", folder / "page.html")
    if page in {"docs/review.md", "docs/team.md", "docs/sites.md"}:
        _make_half_marked(folder / "packages" / "starter-sites", folder / "my-pages")
    elif page == "docs/quality.md":
        _make_disagreeing(folder / "packages" / "starter", folder / "news-ann", folder / "news-bob")


def _make_half_marked(source: Path, target: Path) -> None:
    """A package in which the first page of each site is finished and the others are drafts."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("journal.jsonl"))
    for name in read_package(target).names:
        if not name.endswith("0001"):
            _remark(target, name, *strip_marks(read_document(target, name)), status="draft")


def _make_disagreeing(source: Path, ann: Path, bob: Path) -> None:
    """Two people's packages: on the first three pages Bob left out Ann's last fragment."""
    shutil.copytree(source, ann)
    shutil.copytree(source, bob)
    for name in read_package(bob).names[:3]:
        document = read_document(bob, name)
        _remark(bob, name, document.meta, document.spans[:-1], status="gold")


def _remark(folder: Path, name: str, meta: Meta, spans: Spans, *, status: str) -> None:
    document: Document = read_document(folder, name)
    changed = msgspec.structs.replace(
        meta,
        fragments=make_fragments(document.html, spans),
        status=status,
        approvals=(),
        annotator=None if status == "draft" else meta.annotator,
    )
    text = derive_text(document.html, spans)
    write_document(folder, name, meta=changed, text=text, expected=document.revision)
