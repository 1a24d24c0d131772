"""What is read back of predictions."""

from __future__ import annotations

from pathlib import Path

import msgspec

from evaluate.outputs import Output
from evaluate.results.predictions import PredictedTexts, Prediction


def test_what_an_extractor_returned_is_known() -> None:
    """Spans, content of another type, or the text that was compared."""
    assert Prediction("p", "d", "text", ((0, 4),)).prediction == ((0, 4),)
    assert Prediction("p", "d", "text", output="markdown", returned="*text*").prediction == Output("*text*", "markdown")
    assert Prediction("p", "d", "text").prediction == Output("text", "text")


def test_of_an_interrupted_run_the_last_whole_line_counts(tmp_path: Path) -> None:
    """A document that was done again has two lines, and a crash tears the last one; there may be no file at all."""
    lines = (msgspec.json.encode(Prediction("p", "d", text)) for text in ("old", "new", "torn"))
    (tmp_path / "x.predictions.jsonl").write_bytes(b"\n".join(lines)[:-1])
    texts = PredictedTexts(tmp_path / "x.tsv")
    assert (texts.read(("p", "d")), texts.find(("p", "d"))) == ("new", Prediction("p", "d", "new"))
    assert (texts.read(("p", "e")), texts.find(("p", "e"))) == (None, None)
    assert PredictedTexts(tmp_path / "y.tsv").read(("p", "d")) is None


def test_the_last_line_may_lack_its_end(tmp_path: Path) -> None:
    """As after an editor that ends no last line: its JSON is whole."""
    lines = [msgspec.json.encode(Prediction("p", document, "text")) for document in "de"]
    (tmp_path / "x.predictions.jsonl").write_bytes(b"\n".join(lines))
    assert PredictedTexts(tmp_path / "x.tsv").find(("p", "e")) == Prediction("p", "e", "text")
