"""The states of the reviewer that its snapshot tests hold fast and that the pictures in docs/ show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from annotate.check import Finding
from annotate.review.assignment import Assignment
from annotate.review.columns import Column
from annotate.review.config import Config
from annotate.review.start import Options, make_assignment
from evaluate.package import read_package
from tests.annotate.review.driving import Driver, run_reviewer
from tests.annotate.review.pages import ARTICLE, HEADING, MONDAY, NORTH, SOUTH, make_package, span_of

CHINESE = """<html lang="zh"><body><ul><li><a href="/">首页</a></li><li><a href="/n">新闻</a></li></ul>
<h1>北方有雨</h1><p>气象部门说，北方的雨要下到晚上，河水可能上涨，铁路全线会有延误，请旅客留意。</p>
<p>南方仍然干燥，没有人带伞。星期一太阳会回来，夏天最后几天的炎热也会一起回来。</p></body></html>"""
ARABIC = """<html lang="ar" dir="rtl"><body><ul><li><a href="/">الرئيسية</a></li></ul>
<h1>أمطار متوقعة</h1><p>ستمطر في شمال البلاد حتى المساء، وقد ترتفع مياه الأنهار وتتأخر القطارات.</p></body></html>"""
HOSTILE = """<html><body><p>Bell \x07 and escape \x1b[31m red \x1b]0;title\x07 and \u202eturned round\u202c end.</p>
<p>[bold red]markup[/] is text and &#27;[2J is no command.</p></body></html>"""


def write_packages(folder: Path) -> None:
    """The packages that the scenes open."""
    whole = ((HEADING[0], SOUTH[1]), MONDAY)
    story = span_of(ARTICLE, "First related story")
    chinese = (span_of(CHINESE, "北方有雨")[0], CHINESE.index("</p></body>"))
    pages = {
        "arabic": (ARABIC, ()),
        "chinese": (CHINESE, (chinese,)),
        "hostile": (HOSTILE, ()),
        "rain": (ARTICLE, ((HEADING[0], NORTH[1] - 20), story)),
    }
    make_package(folder / "news", pages)
    heading = span_of(CHINESE, "北方有雨")
    for name, spans in (("first", ((HEADING[0], SOUTH[1]), MONDAY)), ("second", (NORTH, SOUTH))):
        make_package(folder / name, {n: (html, ()) for n, (html, _) in pages.items() if n not in ("rain", "chinese")})
        make_package(folder / name, {"rain": (ARTICLE, spans), "chinese": (CHINESE, (heading,))})
    make_package(folder / "anna", {"rain": (ARTICLE, (NORTH, MONDAY))}, annotator="anna")
    make_package(folder / "bob", {"rain": (ARTICLE, (*whole, story))}, annotator="bob")


@dataclass(frozen=True)
class Scene:
    """Keys pressed in an assignment on the package ``news``, or another assignment."""

    name: str
    keys: tuple[str, ...] = ()
    columns: tuple[str, ...] = ("first",)
    size: tuple[int, int] = (110, 24)
    config: Config = field(default_factory=Config)
    assignment: Callable[[Path], Assignment] | None = None
    document: str = "rain"


def _suspects(folder: Path) -> Assignment:
    found = {
        "rain": (Finding("rain", "cut-off", "the gold ends in mid-sentence", "add the rest of it", NORTH[1] - 20),)
    }
    return Assignment(folder / "news", ("rain",), (), "ann", findings=found)


SCENES = (
    Scene("start"),
    Scene("columns", ("j",), ("first", "second")),
    Scene("range", ("g", "v", "j", "j")),
    Scene("optional", ("g", "j", "o")),
    Scene("text", ("d",)),
    Scene("meta-panel", ("i",)),
    Scene("message", ("z",), size=(80, 20)),
    Scene("trim", ("n", "t", "l", "l")),
    Scene("meta-form", ("m",), size=(110, 30)),
    Scene("keys", ("question_mark",), size=(110, 44)),
    Scene("narrow", size=(60, 16)),
    Scene("light", config=Config(theme="textual-light")),
    Scene("sixteen-colours", config=Config(theme="ansi-dark")),
    Scene("ascii", config=Config(ascii=True)),
    Scene("chinese", document="chinese"),
    Scene("arabic", document="arabic"),
    Scene("hostile", document="hostile"),
    Scene("failed-extractor", columns=("no-such-extractor",)),
    Scene("adjudication", assignment=lambda f: make_assignment(Options(f / "anna", against=(f / "bob",)), "carla", ())),
    Scene("blind", assignment=lambda f: make_assignment(Options(f / "news", blind=True), "bob", ())),
    Scene("suspects", assignment=_suspects),
)


async def play(scene: Scene, folder: Path, look: Callable[[Driver], Awaitable[None]]) -> None:
    """Run a scene on the packages in a folder and look at where it ends."""
    assignment = scene.assignment(folder) if scene.assignment else None
    if assignment is None:
        names = read_package(folder / "news").names
        # Predictions that are kept beside the package, so that no change of an extractor changes the pictures.
        columns = tuple(Column(n, str(folder / n) if (folder / n).exists() else None) for n in scene.columns)
        assignment = Assignment(folder / "news", names, columns, "ann", first=scene.document)
    async with run_reviewer(assignment.folder, size=scene.size, config=scene.config, assignment=assignment) as driver:
        await driver.press(*scene.keys)
        await driver.finish()
        await look(driver)
