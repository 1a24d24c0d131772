// What is drawn over the page beside the toolbar: a frame around what is picked, and the map beside the scroll bar.
"use strict";

{
  const MOST = 2000; // marks on the map
  let outline = null;
  let map = null;

  gold.buildOverlay = () => {
    outline = gold.make("div", { className: "outline", hidden: true });
    map = gold.make("div", { className: "map", "aria-hidden": "true" });
    return [outline, map];
  };

  // A rectangle in CSS pixels of the viewport; null: none.
  gold.outlineBox = (box) => {
    if (!outline) return;
    outline.hidden = !box;
    if (box) Object.assign(outline.style, { left: `${box[0]}px`, top: `${box[1]}px`, width: `${box[2] - box[0]}px`, height: `${box[3] - box[1]}px` });
  };
  gold.outline = (element) => {
    const box = element && gold.dom.getBoundingClientRect(element);
    gold.outlineBox(box && [box.left - 4, box.top - 4, box.right + 4, box.bottom + 4]);
  };

  // Beside the scroll bar: where on the page parts are marked or suggested.
  gold.drawMap = ({ spans, optional, proposed }) => {
    if (!map) return;
    const height = page.documentElement.scrollHeight;
    const top = scrollY;
    const tick = (kind) => ({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = page.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      const box = range.getBoundingClientRect();
      const mark = gold.make("i", { className: kind, onclick: () => scrollTo({ top: box.top + top - innerHeight * 0.3, behavior: "instant" }) });
      mark.style.top = `${(100 * (box.top + top)) / height}%`;
      mark.style.height = `max(3px, ${(100 * box.height) / height}%)`;
      return mark;
    };
    const kinds = [["proposed", proposed], ["optional", optional ?? []], ["marked", spans]];
    map.replaceChildren(...kinds.flatMap(([kind, some]) => gold.rangesOfSpans(some).slice(0, MOST).map(tick(kind))));
  };

  // What the map shows: each mark's kind, and how far down it is, in percent.
  gold.readMap = () => [...map.children].map((mark) => [mark.className, parseFloat(mark.style.top)]);
}
