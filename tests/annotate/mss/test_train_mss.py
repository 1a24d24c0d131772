"""Training mss from a package on disk."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from annotate.mss.cli import train_mss
from cetr.document import derive_text
from evaluate.extractors import find_extractor
from evaluate.package import Meta, PackageInfo, create_package, html_hash, make_fragments, write_document


def make_page(number: int) -> str:
    """Short paragraphs of content between long noise."""
    noise = f"<div>{f'noise about site{number} ' * 12}</div>"
    content = "".join(f"<p>the text{number}x{i} of it</p>" for i in range(12))
    return f"<body>{noise}<section>{content}</section>{noise}</body>"


def test_a_model_trained_on_a_package_can_be_evaluated(tmp_path: Path) -> None:
    """Marked and text-only gold both train it; what is not finished does not; the model works as an option of mss."""
    folder = tmp_path / "p"
    create_package(folder, PackageInfo(name="p"))
    for i in range(7):
        html = make_page(i)
        spans = ((html.index("<section>"), html.index("</section>")),)
        fragments = make_fragments(html, spans) if i % 2 else ()
        status = {5: "draft", 6: "harvested"}.get(i, "gold")
        meta = Meta(url="http://a.b/", html_sha256=html_hash(html), fragments=fragments, status=status)
        write_document(folder, f"a-{i:04}", meta=meta, text=derive_text(html, spans), html=html)
    model = tmp_path / "models" / "mss.json"
    result = CliRunner().invoke(train_mss, [str(folder), "-o", str(model)])
    assert result.output == f"{model}: trained on 5 pages\n"
    new = make_page(7)
    found = find_extractor(f"mss@model={model}").extract(new)
    assert not isinstance(found, str)
    section = ((new.index("<section>"), new.index("</section>")),)
    assert derive_text(new, found) == derive_text(new, section)
