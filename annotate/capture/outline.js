// The frame around what is picked, drawn over the page beside the toolbar.
"use strict";

{
  let outline = null;

  gold.buildOutline = () => (outline = gold.make("div", { className: "outline", hidden: true }));

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
}
