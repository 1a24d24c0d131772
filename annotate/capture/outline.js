// The frame around what is picked, drawn over the page beside the toolbar.
"use strict";

{
  let outline = null;
  let outlined = null; // the element in it, with which it moves

  gold.buildOutline = () => (outline = gold.make("div", { className: "outline", hidden: true }));

  const draw = (box) => {
    if (!outline) return;
    outline.hidden = !box;
    if (box) Object.assign(outline.style, { left: `${box[0]}px`, top: `${box[1]}px`, width: `${box[2] - box[0]}px`, height: `${box[3] - box[1]}px` });
  };
  // A rectangle in CSS pixels of the viewport; null: none.
  gold.outlineBox = (box) => {
    outlined = null;
    draw(box);
  };
  gold.outline = (element) => {
    outlined = element;
    const box = element && gold.dom.getBoundingClientRect(element);
    draw(box && [box.left - 4, box.top - 4, box.right + 4, box.bottom + 4]);
  };
  const follow = () => { if (outlined) gold.outline(outlined); };
  for (const name of ["scroll", "resize"]) EventTarget.prototype.addEventListener.call(window, name, follow, { capture: true, passive: true });

  // Where it is, for tests.
  gold.readOutline = () => {
    const { left, top } = outline.getBoundingClientRect();
    return outline.hidden ? null : [left, top];
  };
}
