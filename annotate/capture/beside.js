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
  // The block with the next visible text after an element, or the last one before it; from none: the first in view.
  gold.blockBeside = (element, forward) => {
    const around = element ? containers.indexOf(element) : -1;
    const inView = (index) => {
      const box = blockOf(texts[index])?.getBoundingClientRect();
      return box && box.bottom > 0;
    };
    let index = -1;
    if (around >= 0) index = forward ? countBelow(textStart, contentEnd[around]) - 1 : countBelow(textStart, contentStart[around]);
    while ((index = gold.textBeside(index, forward || around < 0)) !== null) {
      const block = blockOf(texts[index]);
      if (block && !(element && dom.contains(block, element)) && (around >= 0 || inView(index))) return block;
    }
    return null;
  };

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
