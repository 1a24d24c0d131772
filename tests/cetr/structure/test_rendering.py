"""The extracted HTML in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from cetr.document import derive_text
from cetr.structure import write_html

PAGES = sorted((Path(__file__).parent / "pages").glob("*.html"))
URL = "https://example.org/docs/page.html"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@pytest.mark.long
def test_a_browser_shows_the_extracted_html_of_every_page_without_an_error(browser: BrowserContext) -> None:
    """Nothing is said in its console, nothing is left unclosed, and the text is that of the page; a formula that KaTeX
    wrote twice stands there once.
    """
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.route("**/*", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    try:
        for file in PAGES:
            html = file.read_text("utf-8")
            written = write_html(html, ((0, len(html)),), url=URL)
            page.set_content(f"<!doctype html><title>{file.stem}</title><main>{written}</main><p id=last>last</p>")
            assert page.evaluate("document.getElementById('last').parentElement.localName") == "body", file.stem
            shown = page.evaluate("document.querySelector('main').innerHTML")
            if file.stem != "katex":
                assert "".join(derive_text(shown).split()) == "".join(derive_text(html).split()), file.stem
        assert page.evaluate("document.scripts.length") == 0
        assert said == []
    finally:
        page.close()
