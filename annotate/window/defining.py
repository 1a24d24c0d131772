"""Define the custom elements of a saved page, whose scripts do not run: style sheets ask whether they are defined."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

_DEFINE = """() => {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  const find = (root, selector) => root === document
    ? Document.prototype.querySelectorAll.call(root, selector) : root.querySelectorAll(selector);
  const roots = [document];
  for (const root of roots) {
    for (const { localName } of find(root, ":not(:defined)"))
      try { customElements.define(localName, class extends HTMLElement {}); }
      catch {} // it is defined by now, or is no name for one
    for (const element of find(root, "*")) if (get.call(element)) roots.push(get.call(element));
  }
}"""


def define_elements(page: Page) -> None:
    """Define all custom elements of a page in its document and its open shadow roots, as elements that do nothing.

    Those in sandboxed frames stay undefined: no constructor may run there.
    """
    with suppress(PlaywrightError):  # a redirect leads away, or the window is closed, as will be seen
        page.evaluate(_DEFINE)
