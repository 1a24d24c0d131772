// What the reviewer's window draws beside the marks, which are capture's: what is predicted, and where the reviewer's
// cursor is.
"use strict";

{
  const STYLE = `
    ::highlight(cetr-gold-prediction) { text-decoration: overline dotted 3px #b45309; }
  `;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  for (const root of gold.allRoots().map(gold.own)) root.adoptedStyleSheets.push(sheet);

  let place = []; // where the cursor is

  const frame = gold.page.createElement("div");
  frame.popover = "manual";
  const fixed = { all: "initial", position: "fixed", margin: "0", padding: "0", "pointer-events": "none",
    border: "3px solid #1d5fa8", "border-radius": "4px", background: "transparent", "box-sizing": "border-box" };
  for (const [name, value] of Object.entries(fixed)) frame.style.setProperty(name, value, "important");
  // Before the toolbar, which is to lie above it.
  gold.page.documentElement.append(frame);
  frame.showPopover();

  const boxOf = (ranges) => {
    let around = null;
    for (const { startContainer, startOffset, endContainer, endOffset } of ranges) {
      const range = gold.page.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      around ??= { left, top, right, bottom };
      around = {
        left: Math.min(left, around.left), top: Math.min(top, around.top),
        right: Math.max(right, around.right), bottom: Math.max(bottom, around.bottom),
      };
    }
    return around;
  };

  frame.style.setProperty("display", "none", "important");

  const drawPlace = () => {
    const box = boxOf(place);
    frame.style.setProperty("display", box ? "block" : "none", "important");
    if (!box) return;
    const sides = { left: box.left - 5, top: box.top - 4, width: box.right - box.left + 10, height: box.bottom - box.top + 8 };
    for (const [name, value] of Object.entries(sides)) frame.style.setProperty(name, `${value}px`, "important");
  };
  for (const name of ["scroll", "resize"]) EventTarget.prototype.addEventListener.call(window, name, drawPlace, { capture: true, passive: true });

  // Draw a frame around the line that the cursor is on, if it is on the page.
  gold.frameLine = (spans) => {
    place = gold.rangesOfSpans(spans);
    drawPlace();
  };
}
