// The elements of a page in whose start tags an attribute says where they start, with the shadow trees among them.
"use strict";

globalThis.gold = globalThis.gold ?? {};
{
  // Taken from the prototypes: a page may name its own elements like the functions of the document.
  const bind = (prototype, name) => Function.prototype.call.bind(prototype[name]);
  const getter = (prototype, name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
  const select = bind(Element.prototype, "querySelectorAll");
  const selectInRoot = bind(DocumentFragment.prototype, "querySelectorAll");
  const attribute = bind(Element.prototype, "getAttribute");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const rootElement = getter(Document.prototype, "documentElement");

  gold.renderedEntries = (name) => {
    const root = rootElement(document);
    const entries = [];
    const waiting = [[root, ...select(root, "*")]];
    while (waiting.length) {
      for (const element of waiting.pop()) {
        const start = attribute(element, name);
        if (start !== null) entries.push([element, Number(start)]);
        const shadow = shadowRoot(element);
        if (shadow) waiting.push(selectInRoot(shadow, "*"));
      }
    }
    return entries.sort((a, b) => a[1] - b[1]);
  };
}
