// The document and the shadow roots of a saved page adopt the style sheets that stand in it as elements (serialise.js), as
// they did in the page. An empty element stands for the rules of the one before it that has the same number.
"use strict";

const adopt = () => {
  const { dom } = gold;
  const found = [];
  const waiting = [document]; // a node comes before those in it, and its shadow root before its children
  while (waiting.length) {
    const node = waiting.pop();
    if (node === null) continue;
    waiting.push(dom.nextSibling(node), dom.firstChild(node));
    if (!(node instanceof Element)) continue;
    waiting.push(dom.shadowRoot(node));
    if (node instanceof HTMLStyleElement && dom.getAttribute(node, "data-adoptedstylesheet")) found.push(node);
  }

  const rules = new Map(); // by number
  const sheets = new Map(); // by number and media
  const MOST = 5e6; // characters of rules that are read again for other media: a short page could ask for gigabytes
  let again = 0;
  for (const style of found) {
    const number = dom.getAttribute(style, "data-adoptedstylesheet"), media = dom.getAttribute(style, "media") ?? "";
    const text = dom.textContent(style), key = `${number} ${media}`;
    if (text) rules.set(number, text);
    if (text || !sheets.has(key)) {
      const known = rules.get(number) ?? "";
      again += text ? 0 : known.length;
      sheets.set(key, new CSSStyleSheet({ media }));
      if (again <= MOST) sheets.get(key).replaceSync(known);
    }
    const root = dom.getRootNode(style);
    style.remove(); // else what stands before it is no last child
    own(root).adoptedStyleSheets.push(sheets.get(key));
  }
};
EventTarget.prototype.addEventListener.call(document, "DOMContentLoaded", adopt, { once: true });
