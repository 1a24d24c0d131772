// Whole elements are picked: with the mouse, or with the arrow keys from one block of text to the next.
"use strict";

{
  const { dom } = gold;
  let trail = []; // the picked element and those it was widened from

  const show = (element) => {
    gold.erase("hover", "cut"); // of the other mode, too
    gold.draw(gold.state.mode === "cut" ? "cut" : "hover", gold.spansOfElements([element]));
    gold.outline?.(window === window.top ? element : null);
  };
  gold.pickedElement = () => trail.at(-1) ?? null;
  gold.hidePicked = () => {
    gold.erase("hover", "cut");
    gold.outline?.(null);
  };
  gold.stopPicking = () => {
    trail = [];
    gold.hidePicked();
  };
  gold.pick = (element) => {
    if (!element || element === trail[0] || element === gold.host) return;
    trail = [element];
    show(element);
  };
  const widen = () => {
    const last = trail.at(-1);
    const parent = last && (dom.parentElement(last) ?? dom.getRootNode(last).host);
    if (!parent || parent === page.documentElement) return null;
    trail.push(parent);
    show(parent);
    return describe(parent);
  };
  const narrow = () => {
    if (trail.length < 2) return null;
    trail.pop();
    show(trail.at(-1));
    return describe(trail.at(-1));
  };

  const NAMES = { p: "paragraph", li: "item", ul: "list", ol: "list", td: "cell", th: "cell", tr: "row", a: "link" };
  const describe = (element) => {
    const name = dom.localName(element);
    const parts = gold.rangesOfSpans(gold.spansOfElements([element]).slice(0, 20)).slice(0, 20);
    let text = "", last = null;
    for (const { startContainer, startOffset, endOffset } of parts) {
      const block = gold.blockOf(startContainer);
      text += (block === last ? "" : " ") + startContainer.data.slice(startOffset, endOffset);
      last = block;
    }
    return `${NAMES[name] ?? name.replace(/^h([1-6])$/, "heading $1")}: ${text.replace(/\s+/g, " ").trim().slice(0, 80)}`;
  };
  // Pick what was found, here or in another frame; returns what is read out, or which frame to go to.
  const take = (found) => {
    if (!found?.block) return found ?? (window === window.top ? null : { leave: gold.toPoints(0) });
    trail = [found.block];
    show(found.block);
    gold.goTo(gold.spansOfElements(trail)[0]);
    return { text: describe(found.block) };
  };
  gold.pickInside = (forward) => take(gold.outermostBlock(forward));
  gold.pickBesideFrame = (at, forward) => take(gold.blockBesideFrame(at, forward));

  const goOn = (forward) => {
    const { text, frame, leave } = take(gold.blockBeside(trail.at(-1) ?? null, forward)) ?? {};
    if (frame !== undefined) gold.tell({ kind: "cross", frame, into: true, forward });
    else if (leave !== undefined) gold.tell({ kind: "cross", frame: leave, into: false, forward });
    return text;
  };
  const STEPS = { ArrowUp: widen, ArrowDown: narrow, ArrowRight: () => goOn(true), ArrowLeft: () => goOn(false) };
  const announce = (text) => (gold.announce ? gold.announce(text) : gold.tell({ kind: "announce", text }));
  // Whether a key was one for picking.
  gold.pickByKey = (key) => {
    if (!STEPS[key]) return false;
    const text = STEPS[key]();
    if (text) announce(text);
    return true;
  };
}
