"""Training mss from a package on disk."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from annotate.mss.cli import train_mss
from cetr.document import derive_text
from evaluate.extractors import find_extractor
from tests.cetr.classic.pages import content_of, make_page
from tests.documents import make_document


def test_a_model_trained_on_a_package_can_be_evaluated(tmp_path: Path) -> None:
    """Marked and text-only gold both train it; what is not finished does not; the model works as an option of mss."""
    folder = tmp_path / "p"
    for i in range(7):
        html = make_page(i)
        ((start, end),) = content_of(html)
        status = {5: "draft", 6: "harvested"}.get(i, "gold")
        gold, text = (html[start:end],) if i % 2 else (), derive_text(html, ((start, end),))
        make_document(folder, f"a-{i:04}", html, gold, text=text, status=status)
    model = tmp_path / "models" / "mss.json"
    result = CliRunner().invoke(train_mss, [str(folder), "-o", str(model)])
    assert result.output == f"{model}: trained on 5 pages\n"
    new = make_page(7)
    found = find_extractor(f"mss@model={model}").extract(new)
    assert not isinstance(found, str)
    assert derive_text(new, found) == derive_text(new, content_of(new))


def test_one_page_is_told_as_one(tmp_path: Path) -> None:
    """A model may be trained on a single page."""
    html = make_page(0)
    ((start, end),) = content_of(html)
    make_document(tmp_path / "p", "a", html, (html[start:end],))
    result = CliRunner().invoke(train_mss, [str(tmp_path / "p"), "-o", str(tmp_path / "mss.json")])
    assert result.output == f"{tmp_path / 'mss.json'}: trained on 1 page\n"


def test_a_page_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    """A package named twice, or a page in two packages, makes the same model, whatever it is called by; the first gold
    of a page counts.
    """
    for folder in (tmp_path / "p", tmp_path / "q"):
        for i in range(3):
            html = make_page(i)
            ((start, end),) = content_of(html)
            gold = html[start:end] if folder.name == "p" else html[:start]
            make_document(folder, f"{folder.name}-{i:04}", html, (gold,))
    (tmp_path / "q/q-0002.json").write_text("{")  # what cannot be read does not count
    p, q, once, more = (str(tmp_path / name) for name in ("p", "q", "once", "more"))
    for code, arguments in ((0, [p, "-o", once]), (3, [p, f"{p}/", q, "-o", more])):
        assert CliRunner().invoke(train_mss, arguments, standalone_mode=False).return_value == code
    assert Path(more).read_bytes() == Path(once).read_bytes()
