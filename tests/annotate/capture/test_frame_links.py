"""Where the links lead that stand in the frames of a captured page."""

from __future__ import annotations

import re

import cetr
from annotate.capture.session import Session
from annotate.window.copying import copy_page
from evaluate.package import read_document
from tests.annotate.capturing import capture


def test_links_in_a_frame_lead_where_they_did(session: Session, site: str) -> None:
    """After a redirect, and by a <base> of the frame's own, too; the frame's element says so if it must, not else."""
    html = read_document(session.folder, capture(session, f"{site}/linked.html", ["body"]).name).html
    markdown = cetr.extract(html, "plain", format="markdown", url=f"{site}/linked.html")
    assert re.findall(r"\[.*?\)", markdown) == [
        f"[Out]({site}/q)",
        f"[Led]({site}/deep/q)",
        f"[Based]({site}/base/q)",
        f"[Led]({site}/deep/q)",
        f"[Own]({site}/q)",
        "[Own](http://f.example/d/q)",
        f"[Led]({site}/deep/q)",
        f"[Based]({site}/base/q)",
        f"[Led]({site}/deep/q)",
        f"[Out]({site}/q)",
    ]
    led, based = f'data-baseuri="{site}/deep/linking.html?a&amp;b', f'data-baseuri="{site}/base/"'
    own = "&lt;a href=q&gt;Own&lt;/a&gt;"
    assert re.findall(r"<i?frame.*?>", html) == [
        f'<iframe {led}#top" src="led.html">',
        f'<iframe {based} src="based.html">',
        '<iframe src="deep/linking.html#end">',
        f'<iframe srcdoc="{own}" src="deep/linking.html">',
        f'<iframe data-baseuri="http://f.example/d/#top" srcdoc="&lt;base href=//f.example/d/#top&gt;{own}">',
        f'<frame {led}#top" data="led.html">',
        '<iframe srcdoc="&lt;iframe src=based.html&gt;&lt;/iframe&gt;">',
        f'<frame {based} src="based.html">',
        f'<iframe src="deep/linking.html" data-baseuri="{site}/deep/linking.html">',
    ]


def test_a_shown_copy_knows_from_where_the_links_of_a_frame_lead() -> None:
    """So that pictures with relative addresses are found among what was recorded."""
    page = '<iframe data-baseuri="http://f.example/?a&amp;b" src="a">In</iframe>'
    assert copy_page(page) == (
        '<iframe srcdoc="<base href=&quot;http://f.example/?a&amp;amp;b&quot;>In" sandbox="allow-same-origin"'
        f' loading="eager"{page.removeprefix("<iframe").removesuffix("In</iframe>")}</iframe>'
    )
