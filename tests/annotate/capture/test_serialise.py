"""The serialiser: the browser's own HTML, and the place of every character in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import BrowserContext

from annotate.capture.digest import digest_text
from annotate.capture.freeze import freeze
from annotate.capture.opening import open_tab
from annotate.capture.serialise import serialise_frame
from annotate.capture.tab import Limits, Tab
from annotate.capture.world import ScriptError
from cetr.document import derive_text, locate_text

texts = st.text(st.sampled_from("ab<>&\"' \n\u00a0\u2003\ufeffé漢🍞𝒜;#1"), max_size=8)
safe_texts = texts.map(lambda t: t.replace("&", "&amp;").replace("<", "&lt;"))
attributes = texts.map(lambda t: t.replace("&", "&amp;").replace('"', "&quot;"))


def elements(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Elements of several kinds around some markup."""
    return st.builds(
        '<{0} title="{1}">{2}</{0}>'.format,
        st.sampled_from(("p", "div", "b", "table", "td", "pre", "svg", "ul", "li", "a", "select", "option", "x-y")),
        attributes,
        inner,
    )


fixed = (
    "<br>",
    "<img alt='&lt;'>",
    "<!-- c -- -->",
    "<script>1 < 2 && '</p>'</script>",
    "<style>p>b{}</style>",
    "<template><p>t &amp; 🍞</p></template>",
    "<textarea>\n\nx</textarea>",
    "</p>",
    "<input value='&quot;'>",
)
leaves = st.one_of(safe_texts, st.sampled_from(fixed))
markup = st.recursive(leaves, lambda inner: elements(st.lists(inner, max_size=3).map("".join)), max_leaves=12)


@pytest.fixture(scope="module")
def tab(browser: BrowserContext) -> Iterator[Tab]:
    """One tab for all examples."""
    made = open_tab(browser, Limits())
    yield made
    made.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("1<p>\ufeff</p>1")
@example("<svg><script>1 < 2 && '</p>'</script></svg>")
@given(st.lists(markup, max_size=5).map("".join))
def test_it_is_the_browsers_own_serialisation_with_exact_places(tab: Tab, html: str) -> None:
    """Whatever the DOM: the HTML standard's serialisation, and each visible character where it is said to be."""
    tab.page.set_content(f"<!DOCTYPE html><meta charset=utf-8><body>{html}")
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
    expected = "<!DOCTYPE html>" + tab.page.evaluate("() => document.documentElement.outerHTML")
    # The standard's serialisation loses a line break at the start of these elements; ours does not.
    lost = re.compile(r"(<(?:pre|textarea)[^<]*?>)\n\n")
    assert lost.sub(r"\1\n", serialised) == lost.sub(r"\1\n", expected)
    spans = tab.world.evaluate("gold.spansOfElements([document.body])", frame)
    for (start, end), seen in zip(spans, tab.world.call("describe", spans), strict=True):
        located = locate_text(serialised, ((start, end),))
        assert digest_text(located.text) == tuple(seen["digest"]) != (0, 0, 0)


def test_what_no_html_can_hold_is_written_so_that_it_is_read_again(tab: Tab) -> None:
    """Scripts put NUL and half a pair into text and an end tag into code: no text gets lost, none comes to light."""
    tab.page.set_content("<!DOCTYPE html><meta charset=utf-8><body><p>A</p><script type=x></script><style></style>Z")
    tab.page.evaluate(
        """() => {
          document.title = "T\\ud800itle";
          document.querySelector("p").textContent = "one\\0two\\ud800three";
          document.querySelector("script").textContent = "a = '</SCRIPT><p>leak</p>'";
          document.querySelector("style").textContent = "b { content: '</style><p>leak</p></script>' }";
        }"""
    )
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
    assert serialised.partition("<body>")[2] == (
        "<p>one\ufffdtwo\ufffdthree</p><script type=\"x\">a = '<\\/SCRIPT><p>leak</p>'</script>"
        "<style>b { content: '<\\/style><p>leak</p></script>' }</style>Z</body></html>"
    )
    assert tab.world.call("facts")["title"] == "T\ufffditle"
    spans = tab.world.evaluate("gold.spansOfElements([document.body])", frame)
    assert derive_text(serialised, tuple(map(tuple, spans))) == "one\ufffdtwo\ufffdthree\nZ"
    for (start, end), seen in zip(spans, tab.world.call("describe", spans), strict=True):
        assert digest_text(locate_text(serialised, ((start, end),)).text) == tuple(seen["digest"])


def test_rules_that_a_script_has_added_stand_in_their_element(tab: Tab) -> None:
    """The saved page looks as it did: they stand before or after the text. Those of a sheet that is off are absent."""
    styles = "<style id=a></style><style id=b></style><style>@import 'x';i{}</style><style>@import 'x';u{}</style>"
    styles += "<style>a{}</style>"
    tab.page.set_content(f"<!DOCTYPE html><meta charset=utf-8>{styles}<p>🍞Z</p>")
    tab.page.evaluate(
        """() => {
          for (const sheet of [...document.styleSheets].slice(0, 3))
            sheet.insertRule("p { color: red; }", sheet.cssRules.length);
          document.styleSheets[0].insertRule("b::before { content: '</style>é'; }", 1);
          document.styleSheets[1].disabled = true;
          document.styleSheets[4].insertRule("p { color: blue; }");
        }"""
    )
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
    assert serialised == (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><style id="a">p { color: red; }\n'
        'b::before { content: "<\\/style>é"; }\n</style><style id="b"></style>'
        "<style>@import 'x';i{}p { color: red; }\n</style><style>@import 'x';u{}</style>"
        "<style>p { color: blue; }\na{}</style></head><body><p>🍞Z</p></body></html>"
    )
    spans = tab.world.evaluate("gold.spansOfElements([document.body])", frame)
    assert derive_text(serialised, tuple(map(tuple, spans))) == "🍞Z"


def test_rules_that_a_script_has_removed_or_changed_are_not_those_of_the_text(tab: Tab) -> None:
    """Then the rules of the sheet are written, and what it imports; also as many as there were before."""
    styles = "<style>@import 'x'; i{} b{} /* c */</style><style>u { color: red }</style><svg><style>a>b{}</style></svg>"
    tab.page.set_content(f"<!DOCTYPE html><body>{styles}<p>Z</p>")
    tab.page.evaluate(
        """() => {
          const [one, two, three] = document.styleSheets;
          one.deleteRule(1);
          one.insertRule("p { color: red; }", 2);
          two.cssRules[0].style.color = "blue";
          three.deleteRule(0);
          three.insertRule("p > a { color: red; }");
        }"""
    )
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    assert serialise_frame(tab.world, frame, 10_000_000, "")().partition("<body>")[2] == (
        '<style>@import url("x");\nb { }\np { color: red; }\n</style><style>u { color: blue; }\n</style>'
        "<svg><style>p &gt; a { color: red; }\n</style></svg><p>Z</p></body></html>"
    )


def test_sheets_that_scripts_keep_stand_after_the_others(tab: Tab) -> None:
    """At the end of the root that has adopted them, the same rules once; those of a sheet that is off are left out."""
    host = "<div><template shadowrootmode=open><i>🍞</i></template></div>"
    tab.page.goto("about:blank")
    tab.page.set_content(f"<!DOCTYPE html><style>p{{}}</style><body><style>b{{}}</style>{host * 2}<p>Z</p>")
    tab.page.evaluate(
        """() => {
          const make = (rules, options) => {
            const sheet = new CSSStyleSheet(options);
            sheet.replaceSync(rules);
            return sheet;
          };
          const end = make("b::before { content: '</style>é'; }"), off = make("p { color: red; }", { disabled: true });
          const [one, other] = [...document.querySelectorAll("div")].map((host) => host.shadowRoot);
          one.adoptedStyleSheets = [end, off];
          other.adoptedStyleSheets = [make("i { color: red; }", { media: "print" }), end];
          document.adoptedStyleSheets = [make("i { color: red; }")];
        }"""
    )
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    for _ in range(2):
        serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
        assert serialised == (
            "<!DOCTYPE html><html><head><style>p{}</style></head><body><style>b{}</style>"
            '<div><template shadowrootmode="open"><i>🍞</i><style data-adoptedstylesheet="1">'
            'b::before { content: "<\\/style>é"; }\n</style></template></div>'
            '<div><template shadowrootmode="open"><i>🍞</i><style data-adoptedstylesheet="2" media="print">'
            'i { color: red; }\n</style><style data-adoptedstylesheet="1"></style></template></div>'
            '<p>Z</p><style data-adoptedstylesheet="2"></style></body></html>'
        )
    spans = tab.world.evaluate("gold.spansOfElements([document.body])", frame)
    assert derive_text(serialised, tuple(map(tuple, spans))) == "🍞\n🍞\nZ"


_LONG = 300_000
"""Milliseconds that a page of megabytes may take to come on a machine that has much else to do."""


@pytest.mark.long
def test_places_are_exact_beyond_the_first_chunk(tab: Tab) -> None:
    """In a page that is put together in several parts every part's astral characters shift what follows."""
    tab.page.goto("about:blank")
    paragraph = f"<p>{'🍞 <b>𝒜</b> and some more text to fill the page &amp; é ' * 6}</p>"
    tab.page.set_content(
        f"<!DOCTYPE html><meta charset=utf-8><body>{paragraph * 10_000}<p id=last>The 🍣 end.</p>", timeout=_LONG
    )
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
    assert serialised == "<!DOCTYPE html>" + tab.page.evaluate("() => document.documentElement.outerHTML")
    assert len(serialised) > 3_000_000
    ((start, end),) = tab.world.evaluate("gold.spansOfElements([document.getElementById('last')])", frame)
    assert serialised[start:end] == "The 🍣 end."
    assert tab.world.call("restrict", [[start, end]]) == [[start, end]]


def test_the_walk_counts_what_the_browsers_search_finds(tab: Tab) -> None:
    """Equal numbers say that no closed shadow root is hidden; what the walk does not enter is counted, too."""
    tab.page.goto("about:blank")
    tab.page.set_content(
        "<!-- </b> --><p title='</p>'>&lt;/p></p><script>'</b>'</script><svg><desc>&lt;/a></desc></svg>"
        "<template><p>&lt;/p></p></template><noscript><b></b></noscript><textarea></b></textarea>"
        "<div><template shadowrootmode=open><i>&lt;/i></i><slot></slot></template>In it.</div>"
        "<iframe srcdoc='<head><meta name=a></head><p>Inner.</p>"
        "<iframe srcdoc=&quot;<p>Innermost.</p>&quot;></iframe>'></iframe>"
        "<iframe srcdoc='<p>Not seen.</p>' hidden></iframe><iframe></iframe><br>"
    )
    tab.page.evaluate(
        """() => {
          const add = (parent) => parent.append(document.createElement("b"), "</b>", document.createComment("</b>"));
          for (const name of ["template", "br", "iframe"]) add(document.querySelector(name));
          add(document.querySelector("iframe").contentDocument.querySelector("iframe"));
        }"""
    )
    frozen = freeze(tab, Limits(), layout=False, screenshot=False)
    counts = [tab.world.call("countNodes", frame=frame) for frame in tab.world.frames]
    assert len(counts) == 3
    assert "Innermost." in frozen.html
    tab.world.cdp.send("DOM.enable")
    search = {"query": "</", "includeUserAgentShadowDOM": False}
    found = tab.world.cdp.send("DOM.performSearch", search)["resultCount"]
    tab.world.cdp.send("DOM.disable")
    assert sum(counts) + 7 == found  # html, head, body of the frames that are not seen or blank, and p of one


_PARAGRAPH = f"<p>{'Some text to fill the page with, and 🍞 in it. ' * 5}</p>"


@pytest.mark.long
def test_the_walk_stops_and_goes_on_anywhere(tab: Tab) -> None:
    """What is read in parts is the whole, whether a part ends in the page, in a shadow root, or deep in both."""
    around = "<section><x-y>" * 200
    page = (
        f"{around}<div><template shadowrootmode=open>{_PARAGRAPH * 11_200}<slot></slot></template>"
        f"{_PARAGRAPH * 11_200}</div>{'</x-y></section>' * 200}{_PARAGRAPH * 11_200}<p>The end.</p>"
    )
    tab.page.goto("about:blank")
    tab.page.set_content(f"<!DOCTYPE html><meta charset=utf-8><body>{page}", timeout=_LONG)
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    serialised = serialise_frame(tab.world, frame, 10_000_000, "")()
    expected = page.replace("shadowrootmode=open", 'shadowrootmode="open"')
    assert serialised.partition("<body>")[2] == f"{expected}</body></html>"
    # A piece is a little more than a million units: each list of paragraphs has at least two ends.
    pieces = "let n = 0, done; do { n++; done = gold.walk(1)[1]; gold.takeHtml(); } while (!done); n"
    assert tab.world.evaluate(pieces, frame) == 8


@pytest.mark.long
def test_a_change_while_the_walk_stands_still_is_not_lost_sight_of(tab: Tab) -> None:
    """What comes after a node that is gone would be missing: nothing is saved of such a page."""
    tab.page.goto("about:blank")
    tab.page.set_content(f"<main>{_PARAGRAPH * 10_000}</main><p>The end.</p>")
    frame = tab.world.enter(tab.world.main_frame)
    tab.world.frames = [frame]
    change = "gold.walk(1); gold.takeHtml(); document.querySelector('main').remove(); gold.walk(1)"
    with pytest.raises(ScriptError, match="it changed while it was read: freeze it again"):
        tab.world.evaluate(change, frame)
