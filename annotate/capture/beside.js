// What stands beside what in the text that is seen: the next text, the next block, the beginning of a block.
"use strict";

{
  const { texts, textStart, textData, containers, contentStart, contentEnd } = gold.walked;
  const { countBelow, dom, isBlank, isShown } = gold;

  const isSeen = (index) => texts[index] !== null && !isBlank(textData[index]) && isShown(index);
  // The number of the visible text after another one, or before it; null: there is none.
  gold.textBeside = (index, forward) => {
    const step = forward ? 1 : -1;
    for (let other = index + step; other >= 0 && other < texts.length; other += step) if (isSeen(other)) return other;
    return null;
  };

  const blockOf = (node) => {
    let element = dom.parentElement(node);
    while (element && /^(inline|contents|ruby)/.test(getComputedStyle(element).display)) element = dom.parentElement(element);
    return element;
  };
  gold.blockOf = blockOf;

  // The next block from a text on: { block }, or { frame: where it begins in the document } where a frame comes first.
  const blockFrom = (index, forward, isWanted, withFrames = true) => {
    const step = forward ? 1 : -1;
    for (let other = index + step; other >= 0 && other < texts.length; other += step) {
      if (texts[other] === null && withFrames) return { frame: gold.toPoints(textStart[other]) };
      const block = isSeen(other) ? blockOf(texts[other]) : null;
      if (block && isWanted(block)) return { block };
    }
    return null;
  };
  // After an element, or before it; from none: the first in view.
  gold.blockBeside = (element, forward) => {
    const around = element ? containers.indexOf(element) : -1;
    if (around < 0) {
      const isInView = (block) => dom.getBoundingClientRect(block).bottom > 0;
      return blockFrom(-1, true, isInView, false) ?? blockFrom(-1, true, isInView);
    }
    const index = forward ? countBelow(textStart, contentEnd[around]) - 1 : countBelow(textStart, contentStart[around]);
    return blockFrom(index, forward, (block) => !dom.contains(block, element));
  };
  // The first or last one of this frame; and one after or before a frame in it.
  gold.outermostBlock = (first) => blockFrom(first ? -1 : texts.length, first, () => true);
  gold.blockBesideFrame = (at, forward) =>
    blockFrom(texts.findIndex((text, index) => text === null && gold.toPoints(textStart[index]) === at), forward, () => true);

  // The elements whose first letter floats and is the first one of a text; empty for most. Looked for once a text.
  const caps = (gold.walked.caps = []);
  const capsOf = (index) => {
    const found = [];
    const before = gold.textBeside(index, false);
    for (let element = dom.parentElement(texts[index]); element; element = dom.parentElement(element)) {
      if (before !== null && dom.contains(element, texts[before])) break;
      if (getComputedStyle(element, "::first-letter").float !== "none") found.push(element);
    }
    return found;
  };
  gold.capsOfSpans = (spans) => {
    const found = [];
    for (const [index, i] of gold.eachPart(spans))
      if (isSeen(index) && isBlank(textData[index].slice(0, i))) found.push(...(caps[index] ??= capsOf(index)));
    return found;
  };
}
