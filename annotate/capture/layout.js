// Where the browser put each element: columns, one entry an element, in document order.
"use strict";

// `entries` is a list of [element, offset of its start tag in the saved HTML, in code points].
globalThis.gold = globalThis.gold ?? {};
// `dx`, `dy` is where the frame's own viewport begins in the page.
gold.layout = (entries, dx = 0, dy = 0) => {
  const columns = { start: [], x: [], y: [], width: [], height: [], visible: [], font_size: [], font_weight: [], background: [] };
  const colours = new Map();
  const framed = window !== window.top;
  const left = framed ? dx : scrollX, top = framed ? dy : scrollY;
  const rounded = (value) => Math.round(value * 10) / 10;
  for (const [element, start] of entries) {
    const box = element.getBoundingClientRect();
    const style = element.ownerDocument.defaultView.getComputedStyle(element);
    const colour = style.backgroundColor;
    if (!colours.has(colour)) colours.set(colour, colours.size);
    columns.start.push(start);
    columns.x.push(rounded(box.x + left));
    columns.y.push(rounded(box.y + top));
    columns.width.push(rounded(box.width));
    columns.height.push(rounded(box.height));
    columns.visible.push(style.visibility === "visible" && element.checkVisibility() ? 1 : 0);
    columns.font_size.push(parseFloat(style.fontSize) || 0);
    columns.font_weight.push(parseInt(style.fontWeight, 10) || 400);
    columns.background.push(colours.get(colour));
  }
  const page = document.documentElement;
  return {
    schema: 1,
    viewport: [innerWidth, innerHeight],
    page: [page.scrollWidth, page.scrollHeight],
    colours: [...colours.keys()],
    elements: columns,
  };
};

// The entries of a page in which an attribute of every element says where its start tag was.
gold.markedEntries = (attribute) =>
  [...document.querySelectorAll(`[${attribute}]`)].map((element) => [element, Number(element.getAttribute(attribute))]);
