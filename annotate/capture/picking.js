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
    if (!parent || parent === page.documentElement) return;
    trail.push(parent);
    show(parent);
  };
  const narrow = () => {
    if (trail.length < 2) return;
    trail.pop();
    show(trail.at(-1));
  };

  const goOn = (forward) => {
    const element = gold.blockBeside(trail.at(-1) ?? null, forward);
    if (!element) return;
    trail = [element];
    show(element);
    gold.scrollToSpan(gold.spansOfElements([element])[0]);
  };
  const NAMES = { p: "paragraph", li: "item", ul: "list", ol: "list", td: "cell", th: "cell", tr: "row", a: "link" };
  const describe = (element) => {
    const name = dom.localName(element);
    const parts = gold.rangesOfSpans(gold.spansOfElements([element]).slice(0, 20)).slice(0, 20);
    const text = parts.map(({ startContainer, startOffset, endOffset }) => startContainer.data.slice(startOffset, endOffset).trim()).filter(Boolean).join(" ");
    return `${NAMES[name] ?? name.replace(/^h([1-6])$/, "heading $1")}: ${text.replace(/\s+/g, " ").slice(0, 80)}`;
  };
  const STEPS = { ArrowUp: widen, ArrowDown: narrow, ArrowRight: () => goOn(true), ArrowLeft: () => goOn(false) };
  // Whether a key was one for picking.
  gold.pickByKey = (key) => {
    if (!STEPS[key]) return false;
    STEPS[key]();
    const element = gold.pickedElement();
    if (element) gold.announce?.(describe(element));
    return true;
  };
}
