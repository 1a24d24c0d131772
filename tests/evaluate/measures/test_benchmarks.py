"""The measures of today's benchmarks give these benchmarks' numbers."""

from __future__ import annotations

import json
import lzma
import re
import statistics
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Indel, Levenshtein
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import Tokenizer

from cetr.console import run as run_command
from evaluate.cli import evaluate
from evaluate.measures import Comparison, Snippets, compare, score

TABLE = {
    "AutoExtract": (0.970, 0.984, 0.956, 0.470),
    "trafilatura": (0.958, 0.938, 0.978, 0.293),
    "go_readability": (0.934, 0.900, 0.971, 0.188),
    "dragnet": (0.907, 0.925, 0.889, 0.221),
    "boilerpipe": (0.860, 0.850, 0.870, 0.006),
    "justext": (0.804, 0.858, 0.756, 0.088),
}
"""F1, precision, recall and accuracy as published."""


@pytest.fixture(scope="module")
def pages() -> list[dict[str, str]]:
    """The benchmark's pages: id, gold and the text of each system."""
    with lzma.open(Path(__file__).with_name("data") / "scrapinghub.jsonl.xz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("system", TABLE)
def test_scrapinghub_table(
    system: str, pages: list[dict[str, str]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """``evaluate score`` on the published outputs gives the published table to three decimals."""
    gold = {page["id"]: {"articleBody": page["gold"]} for page in pages}
    output = {page["id"]: {"articleBody": page[system]} for page in pages}
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    (tmp_path / "output.json.xz").write_bytes(lzma.compress(json.dumps({"version": "1", "output": output}).encode()))
    arguments = ["score", str(tmp_path / "gold.json"), str(tmp_path / "output.json.xz"), "--measures", "shingles"]
    assert run_command(evaluate, [*arguments, "--format", "json"]) == 0
    figures = json.loads(capfd.readouterr().out)["measures"]["shingles"]
    assert tuple(round(figures[key], 3) for key in ("f1", "precision", "recall", "accuracy")) == TABLE[system]


def wcxb_by_definition(predicted: str, gold: str) -> tuple[float, float, float]:
    r"""The definition, transcribed: `\w+` on lower case, multisets."""
    p, g = re.findall(r"\w+", predicted.lower()), re.findall(r"\w+", gold.lower())
    if not p or not g:
        return (float(p == g),) * 3
    overlap = sum((Counter(p) & Counter(g)).values())
    precision, recall = overlap / len(p), overlap / len(g)
    return precision, recall, 2 * precision * recall / (precision + recall) if overlap else 0.0


@pytest.mark.parametrize("system", ["justext", "trafilatura"])
def test_wcxb_is_its_definition(system: str, pages: list[dict[str, str]]) -> None:
    """Each page, and the mean over pages, to 1e-9."""
    ours = [score(page["gold"], page[system], ["wcxb"])["wcxb"] for page in pages]
    theirs = [wcxb_by_definition(page[system], page["gold"]) for page in pages]
    for one, other in zip(ours, theirs, strict=True):
        assert (one.precision, one.recall, one.f1) == pytest.approx(other, abs=1e-12)
    assert statistics.fmean(s.f1 for s in ours) == pytest.approx(statistics.fmean(t[2] for t in theirs), abs=1e-9)


def test_wcxb_snippets() -> None:
    """The shares of wanted and unwanted snippets held, whatever their case; not a number without any."""
    comparison = Comparison("a", "Main text. Cookies!", snippets=Snippets(("MAIN text", "lost"), ("cookies",)))
    assert compare(comparison, ["wcxb"])["wcxb"].details == {"with": 0.5, "without": 1.0}
    details = score("a", "a", ["wcxb"])["wcxb"].details
    assert all(value != value for value in details.values())


class SpaceTokenizer(Tokenizer):
    """Words between white space, as in Bevendorff 2023."""

    def tokenize(self, text: str) -> list[str]:
        """The words."""
        return text.split()


ROUGE = RougeScorer(["rougeLsum"], tokenizer=SpaceTokenizer())
LINES = st.lists(st.text("ab c\n", max_size=30), max_size=4).map("\n".join)


@settings(max_examples=300)
@given(LINES.filter(str.strip), LINES.filter(str.strip))
def test_rouge_agrees_with_rouge_score(gold: str, predicted: str) -> None:
    """Precision, recall and F1 of texts with words; empty texts follow our own rule."""
    ours, theirs = score(gold, predicted, ["rouge-lsum"])["rouge-lsum"], ROUGE.score(gold, predicted)["rougeLsum"]
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(
        (theirs.precision, theirs.recall, theirs.fmeasure), abs=1e-12
    )


def test_rouge_agrees_with_rouge_score_on_pages(pages: list[dict[str, str]]) -> None:
    """The shortest twelve pages of the benchmark with many lines."""
    some = sorted((p for p in pages if p["gold"].count("\n") > 4), key=lambda p: len(p["gold"]))[:12]
    for page in some:
        ours = score(page["gold"], page["boilerpipe"], ["rouge-lsum"])["rouge-lsum"]
        theirs = ROUGE.score(page["gold"], page["boilerpipe"])["rougeLsum"]
        assert (ours.precision, ours.recall, ours.f1) == pytest.approx(
            (theirs.precision, theirs.recall, theirs.fmeasure), abs=1e-12
        )


@given(LINES, LINES)
def test_levenshtein_agrees_with_rapidfuzz(gold: str, predicted: str) -> None:
    """F1 is the ratio of the package Levenshtein (Indel), the detail the similarity with substitutions."""
    result = score(gold, predicted, ["levenshtein"])["levenshtein"]
    one, other = gold.split(), predicted.split()
    assert result.f1 == pytest.approx(Indel.normalized_similarity(one, other), abs=1e-12)
    assert result.details["similarity"] == pytest.approx(Levenshtein.normalized_similarity(one, other), abs=1e-12)
