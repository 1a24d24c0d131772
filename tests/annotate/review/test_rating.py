"""The learned column of the reviewer, which the package's other pages of the site inform."""

from __future__ import annotations

from pathlib import Path

from annotate.review.columns import Column, Job, Result
from annotate.review.rating import describe_pages
from annotate.review.widgets.scores import format_result
from annotate.review.worker import answer_job
from cetr.document import derive_text
from cetr.site import learned
from tests.annotate.review.driving import run_reviewer
from tests.annotate.review.threads import run_async
from tests.cetr.site.pages import ABOUT, write_article, write_paragraphs
from tests.documents import make_document

LEARNED = Column("learned")


def ask(folder: Path, name: str) -> tuple[str, float, Result]:
    """The text that the learned column marks, how likely the repeated paragraph is, and the result."""
    html = write_article(name)
    marks, rated, result = "", 0.0, Result()
    for part in answer_job(Job(str(folder), name, (LEARNED,), True)):
        marks = derive_text(html, part.marks["learned"]) if part.marks else marks
        for start, _, probability in part.rated.get("learned", ()):
            rated = probability if html.startswith(ABOUT, start) else rated
        result = part.results.get("learned", result)
    return marks, rated, result


def test_the_next_page_learns_from_a_finished_one(tmp_path: Path) -> None:
    """Marks, probabilities and the note follow the gold of the site's other pages, from the first one on."""
    make_document(tmp_path, "a", write_article("a"), (), url="https://one.example/a", status="draft")
    alone, likely, result = ask(tmp_path, "a")
    assert ABOUT in alone and likely > 0.5 and result.note == ""
    make_document(tmp_path, "b", write_article("b"), tuple(write_paragraphs("b")), url="https://one.example/b")
    marks, likely, result = ask(tmp_path, "a")
    assert marks.split("\n") == write_paragraphs("a")
    assert likely < 0.5
    assert result.note == "from 1 page of this site, 1 of them finished"
    assert format_result(result, None).endswith("yet  from 1 page of this site, 1 of them finished")


def test_its_own_gold_does_not_count(tmp_path: Path) -> None:
    """Whatever is marked on the page itself, the prediction that it is compared with is the same."""
    html = write_article("a")
    make_document(tmp_path, "a", html, (ABOUT,), url="https://one.example/a")
    make_document(tmp_path, "copy", html, (ABOUT,), url="https://one.example/copy")
    assert ask(tmp_path, "a")[0] == derive_text(html, learned(html))


def test_the_note_counts_pages() -> None:
    """There is no note if no page counted."""
    assert describe_pages(0, 0) == ""
    assert describe_pages(2, 0) == "from 2 pages of this site"


def test_a_page_without_a_difference_is_shown_at_its_marks(tmp_path: Path) -> None:
    """Who goes through proposals that the first column agrees with sees what is approved."""
    folder = tmp_path / "p"
    make_document(folder, "b", write_article("b"), tuple(write_paragraphs("b")), url="https://one.example/b")
    make_document(folder, "a", write_article("a"), tuple(write_paragraphs("a")), url="https://one.example/a")

    async def look() -> str:
        async with run_reviewer(folder, ("learned",)) as driver:
            lines = driver.screen.lines
            assert lines.view is not None and not lines.view.loud.any()
            return lines.view.page.html[int(lines.view.page.text_start[lines.line]) :]

    assert run_async(look()).startswith(write_paragraphs("a")[0])
