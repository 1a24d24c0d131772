// Where the browser put each element: columns, one entry an element, in document order.
"use strict";

// `entries` is a list of [element, offset of its start tag in the saved HTML, in code points].
// `dx`, `dy` is where the frame's own viewport begins in the page. Returns JSON; `gold.isLaidOutAlike` tells
// afterwards whether all is where it was.
gold.layout = (entries, dx = 0, dy = 0) => {
  const { dom } = gold;
  const columns = { start: [], x: [], y: [], width: [], height: [], visible: [], font_size: [], font_weight: [], background: [] };
  const colours = new Map();
  const suspects = [];
  const [left, top] = window === window.top ? gold.standing() : [dx, dy];
  const rounded = (value) => Math.round(value * 10) / 10;
  // The elements around the one at hand between which it changes whether anything is drawn, the innermost last: what has
  // no width or height and cuts off, and what is positioned out of it.
  const around = [];
  const isDrawn = (element, style, box) => {
    while (around.length && !dom.contains(around.at(-1).element, element)) around.pop();
    const top = around.at(-1);
    let drawn = top?.drawn ?? true;
    if (!drawn && (style.position === "absolute" || style.position === "fixed") && element instanceof HTMLElement) {
      const holder = dom.offsetParent(element);
      drawn = holder === null ? style.position === "fixed" : !dom.contains(top.element, holder);
      if (drawn) around.push({ element, drawn });
    }
    const isPage = element === page.documentElement || element === page.body;
    if (drawn && !isPage && style.overflow !== "visible" && style.display !== "inline" && style.display !== "contents" && (box.width === 0 || box.height === 0)) {
      drawn = false;
      around.push({ element, drawn });
    }
    return drawn;
  };
  // What is "display: contents", as slots are, has no box of its own, but that of what is in it.
  const boxless = new Set();
  const inside = page.createRange();
  const boxOf = (element) => {
    if (!boxless.has(element)) return dom.getBoundingClientRect(element);
    inside.selectNodeContents(element);
    return inside.getBoundingClientRect();
  };
  for (const [element, start] of entries) {
    const style = getComputedStyle(element);
    if (style.display === "contents") boxless.add(element);
    const box = boxOf(element);
    const colour = style.backgroundColor;
    let number = colours.get(colour);
    if (number === undefined) colours.set(colour, (number = colours.size));
    if (style.overflow !== "visible" || style.contentVisibility === "hidden") suspects.push(element);
    columns.start.push(start);
    columns.x.push(rounded(box.x + left));
    columns.y.push(rounded(box.y + top));
    columns.width.push(rounded(box.width));
    columns.height.push(rounded(box.height));
    columns.visible.push(isDrawn(element, style, box) && gold.isRendered(element) ? 1 : 0);
    columns.font_size.push(parseFloat(style.fontSize) || 0);
    columns.font_weight.push(parseInt(style.fontWeight, 10) || 400);
    columns.background.push(number);
  }
  gold.suspects = suspects;
  gold.isLaidOutAlike = () =>
    entries.every(([element], index) => {
      const box = boxOf(element);
      return (
        columns.y[index] === rounded(box.y + top) && columns.height[index] === rounded(box.height) &&
        columns.x[index] === rounded(box.x + left) && columns.width[index] === rounded(box.width)
      );
    });
  const root = page.documentElement;
  return JSON.stringify({
    schema: 1,
    viewport: [innerWidth, innerHeight],
    page: [root.scrollWidth, root.scrollHeight],
    colours: [...colours.keys()],
    elements: columns,
  });
};

// Let nothing pass gradually into another state, until it is let go.
{
  let still = null;
  gold.keepStill = () => {
    still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    for (const root of gold.allRoots()) own(root).adoptedStyleSheets.push(still);
  };
  gold.letPass = () => {
    for (const root of gold.allRoots().map(own)) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((sheet) => sheet !== still);
  };
}

// The entries of a page in which an attribute of every element says where its start tags were, shadow trees included.
{
  const { dom } = gold;
  gold.markedEntries = (attribute) => {
    const entries = [];
    const waiting = [page.querySelectorAll("*")];
    while (waiting.length) {
      for (const element of waiting.pop()) {
        const starts = dom.getAttribute(element, attribute);
        for (const start of starts?.split(" ") ?? []) entries.push([element, Number(start)]);
        const root = dom.shadowRoot(element);
        if (root) waiting.push(root.querySelectorAll("*"));
      }
    }
    return entries.sort((a, b) => a[1] - b[1]);
  };
}
