// What of a frame's text a person sees.
"use strict";

globalThis.gold = globalThis.gold ?? {};

{
  const { texts, textStart, textData, containers, contentStart, contentEnd, containerIndex } = gold.walked;
  const { countBelow } = gold;
  const shown = (gold.walked.shown = []); // for each text whether it is seen, once that is asked for

  const BLANK = /^\s*$/;
  gold.isBlank = (text) => BLANK.test(text);

  // Text for screen readers stands in an element that is clipped to a pixel.
  const isClipped = (element) => {
    if (!(element instanceof HTMLElement) || element === document.documentElement || element === document.body) return false;
    const style = getComputedStyle(element); // most elements clip nothing; to measure them takes longer
    return style.overflow !== "visible" && (element.offsetWidth <= 1 || element.offsetHeight <= 1) &&
      style.display !== "inline" && style.display !== "contents" &&
      (style.position === "absolute" || style.position === "fixed" || element.offsetHeight === 0);
  };
  const hideClipped = () => {
    shown.length = texts.length;
    // Where the layout was collected it has told which elements are worth the look.
    for (const element of gold.small ?? containers) {
      if (!isClipped(element)) continue;
      const index = containerIndex.get(element);
      shown.fill(false, countBelow(textStart, contentStart[index]), countBelow(textStart, contentEnd[index]));
    }
  };

  const measure = document.createRange(); // one for all: the browser keeps account of each
  const isShown = (index) => {
    const node = texts[index];
    if (!node) return false;
    if (!shown.length) hideClipped();
    let known = shown[index];
    if (known !== undefined) return known;
    const parent = node.parentElement ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null);
    known = false;
    if (parent && parent.localName !== "noscript" && parent.localName !== "textarea" && parent.checkVisibility({ visibilityProperty: true })) {
      measure.selectNodeContents(node);
      const box = measure.getBoundingClientRect(); // around those of its boxes that are not empty
      known = box.width > 0 && box.height > 0;
    }
    shown[index] = known;
    return known;
  };

  gold.isShown = isShown; // by the number of the text

  // Find out of all texts whether they are seen.
  gold.see = () => { for (let index = 0; index < texts.length; index++) if (!BLANK.test(textData[index])) isShown(index); };

  gold.facts = () => ({
    title: document.title,
    language: document.documentElement?.lang || document.querySelector('meta[http-equiv="content-language" i]')?.content || "",
    type: document.contentType,
    shown: texts.some((_, index) => !BLANK.test(textData[index]) && isShown(index)),
    viewport: [innerWidth, innerHeight],
    page: [document.documentElement?.scrollWidth ?? 0, document.documentElement?.scrollHeight ?? 0],
  });
}
