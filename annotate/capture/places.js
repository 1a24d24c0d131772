// From places in the page to spans of its document, and back. Inside, a span is of UTF-16 units of the frame's own
// HTML; what leaves this file is of code points of the whole document's.
"use strict";

{
  const { texts, textStart, textEnd, textData, containers, containerStart, contentStart, contentEnd } = gold.walked;
  const { countBelow, dom, toPoints, toEndPoints, toUnits, escapeText, isBlank, isShown } = gold;

  const isEscaped = (index) => textEnd[index] - textStart[index] !== textData[index].length;
  const unitsAt = (index, i) => textStart[index] + (isEscaped(index) ? escapeText(textData[index].slice(0, i)).length : i);
  const indexInData = (index, units) => {
    const data = textData[index];
    let at = textStart[index];
    if (!isEscaped(index)) return Math.max(0, Math.min(data.length, units - at));
    let i = 0;
    while (i < data.length && at < units) at += escapeText(data[i++]).length;
    return i;
  };

  // --- positions: a place among the texts is [index of the text, index in its data]

  const positionOf = (container, offset) => {
    const text = texts.indexOf(container);
    if (text >= 0) {
      if (container.data !== textData[text]) throw new Error("the page has changed here since it was frozen");
      return [text, offset];
    }
    const around = containers.indexOf(container);
    if (around < 0) {
      // A comment, an empty text, or what lies above a frame's body.
      if (dom.contains(container, page.body)) return offset === 0 ? [0, 0] : [texts.length, 0];
      const parent = dom.parentNode(container);
      if (parent && !(container instanceof Element))
        return positionOf(parent, [...dom.childNodes(parent)].indexOf(container));
      throw new Error("this part is not in the frozen page");
    }
    for (let next = dom.childNodes(container)[offset] ?? null; next; next = dom.nextSibling(next)) {
      const index = next instanceof Element ? containers.indexOf(next) : texts.indexOf(next);
      if (index >= 0) return [next instanceof Element ? countBelow(textStart, containerStart[index]) : index, 0];
    }
    return [countBelow(textStart, contentEnd[around]), 0];
  };

  // A letter is marked with its accents and vowel signs, as it is drawn: the browser's caret comes between them, too.
  gold.letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const toLetterEnd = (data, i, forward) => {
    if (i <= 0 || i >= data.length) return i;
    const { index, segment } = gold.letters.segment(data).containing(i);
    const end = index + segment.length;
    return index === i || isBlank(data.slice(i, end)) ? i : forward ? end : index;
  };

  // The visible text between two positions as spans in UTF-16 units. Text that is not seen splits a span; markup
  // and blank text do not.
  const spansBetween = ([from, i], [to, j]) => {
    const spans = [];
    let first = null, last = null; // [index of the text, from, to] of the first and the last text of a span
    const partOf = ([index, a, b]) => textData[index].slice(a, b);
    const finish = () => {
      if (first) {
        const start = first[2] - partOf(first).trimStart().length;
        const end = last[1] + partOf(last).trimEnd().length;
        spans.push([unitsAt(first[0], start), unitsAt(last[0], end)]);
      }
      first = null;
    };
    for (let index = from; index <= to && index < texts.length; index++) {
      const data = textData[index];
      const a = index === from ? toLetterEnd(data, i, false) : 0;
      const b = index === to ? toLetterEnd(data, j, true) : data.length;
      if (a >= b) continue;
      const part = a === 0 && b === data.length ? data : data.slice(a, b);
      if (isBlank(part)) continue;
      if (!isShown(index)) { finish(); continue; }
      last = [index, a, b];
      first ??= last;
    }
    finish();
    return spans;
  };
  const publish = (spans) => spans.map(([start, end]) => [toPoints(start), toEndPoints(end)]);

  // The visible text of some texts, by their numbers in order: what follows each other goes into one span.
  const spansOfTexts = (parts) => {
    const spans = [];
    for (let i = 0; i < parts.length; ) {
      let j = i;
      while (j + 1 < parts.length && parts[j + 1][0] === parts[j][0] + 1) j++;
      spans.push(...spansBetween([parts[i][0], parts[i][1]], [parts[j][0], parts[j][2]]));
      i = j + 1;
    }
    return spans;
  };

  // A selection is of what is drawn between its ends.
  const spansDrawnBetween = (order, one, other) => {
    const [a, b] = [order.indexOf(one[0]), order.indexOf(other[0])];
    if (a < 0 || b < 0) return spansBetween(one, other);
    const [[from, i], [to, j]] = a < b || (a === b && one[1] <= other[1]) ? [one, other] : [other, one];
    const parts = order.slice(Math.min(a, b), Math.max(a, b) + 1).map((index) =>
      [index, index === from ? i : 0, index === to ? j : textData[index].length]);
    return spansOfTexts(parts.sort((x, y) => x[0] - y[0]));
  };

  gold.spansOfRange = (range) => {
    const ends = [positionOf(range.startContainer, range.startOffset), positionOf(range.endContainer, range.endOffset)];
    const order = gold.drawnOrder();
    return publish(order ? spansDrawnBetween(order, ...ends) : spansBetween(...ends));
  };

  // The visible text of elements, best in the order of the document: each is looked for after the one before it. What is
  // drawn in a slot of an element is the element's.
  gold.spansOfElements = (elements) => {
    let index = -1;
    const spansOf = (element) => {
      const next = containers.indexOf(element, index + 1);
      index = next >= 0 ? next : containers.indexOf(element);
      if (index < 0) return [];
      return spansBetween([countBelow(textStart, contentStart[index]), 0], [countBelow(textStart, contentEnd[index]), 0]);
    };
    const spansOfNode = (node) => {
      if (node instanceof Element) return [...spansOf(node), ...spansInSlots(node)];
      const text = texts.indexOf(node);
      return text < 0 ? [] : spansBetween([text, 0], [text, textData[text].length]);
    };
    const spansInSlots = (element) => {
      if (!(dom.getRootNode(element) instanceof ShadowRoot)) return [];
      const inside = [...dom.querySelectorAll(element, "slot")];
      if (element instanceof HTMLSlotElement) inside.push(element);
      return inside.flatMap((slot) => slot.assignedNodes()).flatMap(spansOfNode);
    };
    return publish(elements.flatMap(spansOfNode));
  };

  // The visible text in a rectangle of the viewport: texts whose middle lies in it.
  gold.spansInBox = (left, top, right, bottom) => {
    const measure = page.createRange();
    const parts = [];
    for (let index = 0; index < texts.length; index++) {
      if (isBlank(textData[index]) || !isShown(index)) continue;
      measure.selectNodeContents(texts[index]);
      const box = measure.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (left <= x && x <= right && top <= y && y <= bottom) parts.push([index, 0, textData[index].length]);
    }
    return publish(spansOfTexts(parts));
  };

  // Whether what is marked is drawn in another order than that of the document, in which it is saved: in slots, or where
  // a style sheet has put a text above the one before it. In a line nothing is reordered, such as the small letters over
  // others; and what scrolls or is cut off stands where its box does.
  gold.isReordered = (spans) => {
    const order = gold.drawnOrder();
    const ranks = order && new Map(order.map((index, rank) => [index, rank]));
    const measure = page.createRange();
    const isAbove = (box, other) => {
      const shared = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      return box.bottom <= other.top + 1 && shared > Math.min(box.width, other.width) / 2;
    };
    const lineOf = (node) => dom.closest(gold.drawnIn(node), "math") ?? gold.blockOf(node) ?? gold.drawnIn(node);
    const isMoved = (node, box, before) => {
      const [around, aroundBefore] = gold.scrollersApart(gold.drawnIn(node), gold.drawnIn(before.node));
      const boxOf = (scroller, own) => (scroller ? dom.getBoundingClientRect(scroller) : own);
      return lineOf(node) !== lineOf(before.node) && isAbove(boxOf(around, box), boxOf(aroundBefore, before.box));
    };
    let before = null, last = -1;
    for (const [index] of eachPart(spans)) {
      if (isBlank(textData[index]) || !isShown(index)) continue;
      const node = texts[index];
      const rank = ranks?.get(index) ?? last;
      if (rank < last) return true;
      last = rank;
      measure.selectNodeContents(node);
      const box = measure.getBoundingClientRect();
      if (before && isAbove(box, before.box) && isMoved(node, box, before)) return true;
      before = { node, box };
    }
    return false;
  };

  // The part of spans of the document that lies in this frame, in UTF-16 units.
  const clamp = (spans) =>
    spans.map(([start, end]) => [Math.max(0, toUnits(start)), Math.min(contentEnd[0], toUnits(end))]).filter(([a, b]) => a < b);

  // The visible part of any spans of the document (an extractor's, say).
  gold.restrict = (spans) => {
    const result = [];
    for (const [a, b] of clamp(spans)) {
      const from = countBelow(textEnd, a + 1), to = countBelow(textStart, b) - 1;
      if (from > to) continue;
      result.push(...publish(spansBetween([from, indexInData(from, a)], [to, indexInData(to, b)])));
    }
    return result;
  };

  // Whether there is nothing but markup and blank text between one span's end and the next one's start.
  gold.adjoin = (end, start) => {
    const [a, b] = [toUnits(end), toUnits(start)];
    const framed = countBelow(textEnd, b + 1);
    if (texts[framed] === null && textStart[framed] <= b) return false;
    const before = countBelow(textEnd, a);
    if (texts[before] === null && textStart[before] < a) return false;
    for (let index = countBelow(textEnd, a + 1); index < texts.length && textStart[index] < b; index++) {
      if (!texts[index]) return false;
      if (!isBlank(textData[index].slice(indexInData(index, a), indexInData(index, b)))) return false;
    }
    return true;
  };

  // --- from spans back to the page

  const eachPart = function* (spans) {
    for (const [a, b] of clamp(spans)) {
      for (let index = countBelow(textEnd, a + 1); index < texts.length && textStart[index] < b; index++) {
        if (!texts[index]) continue;
        yield [index, indexInData(index, a), textEnd[index] <= b ? textData[index].length : indexInData(index, b)];
      }
    }
  };

  gold.eachPart = eachPart;

  // Whether a text is still as it was serialised, and shown.
  const isDrawn = (index) => texts[index].isConnected && texts[index].data === textData[index] && isShown(index);

  gold.rangesOfSpans = (spans) => {
    const ranges = [];
    for (const [index, i, j] of eachPart(spans)) {
      if (!isDrawn(index)) continue;
      const node = texts[index];
      ranges.push(new StaticRange({ startContainer: node, startOffset: i, endContainer: node, endOffset: j }));
    }
    return ranges;
  };

  // The visible texts of spans: [text, from, text, to, span] of each, or, if there are too many, of several that follow each
  // other in a span.
  gold.listTexts = (spans, most) => {
    const isSeen = ([index, i, j]) => isDrawn(index) && !isBlank(textData[index].slice(i, j));
    const parts = spans.map((span) => [...eachPart([span])].filter(isSeen));
    const step = Math.ceil(parts.flat().length / most);
    return parts.flatMap((some) =>
      some.filter((_, at) => at % step === 0).map(([first, i], group) => {
        const [last, , j] = some[Math.min(some.length, (group + 1) * step) - 1];
        const [[start, end], ...more] = gold.spansOfPositions([first, i], [last, j]);
        return [texts[first], i, texts[last], j, [start, more.at(-1)?.[1] ?? end]];
      }));
  };

  // The place in the document of a place in a text of the page; null where it is in none.
  gold.pointAt = (node, offset) => {
    const index = texts.indexOf(node);
    return index < 0 ? null : toPoints(unitsAt(index, offset));
  };

  // Where a span begins and ends, as positions; null where it is not in this frame.
  gold.positionsOf = (span) => {
    const parts = [...eachPart([span])].filter(([index, i, j]) => isShown(index) && !isBlank(textData[index].slice(i, j)));
    return parts.length ? [parts[0].slice(0, 2), [parts.at(-1)[0], parts.at(-1)[2]]] : null;
  };
  gold.spansOfPositions = (from, to) => publish(spansBetween(from, to));
  gold.dataOf = (index) => textData[index];

  const xpathOf = (element) => {
    const steps = [];
    for (let node = element; node instanceof Element; node = dom.parentNode(node)) {
      let number = 1;
      for (let before = dom.previousElementSibling(node); before; before = dom.previousElementSibling(before))
        if (dom.localName(before) === dom.localName(node)) number++;
      steps.unshift(`/${gold.nameOf(node)}[${number}]`);
    }
    return steps.join("");
  };
  const selectorAt = (index, i) => {
    const node = texts[index];
    const parent = node.parentNode;
    if (window !== window.top || !(parent instanceof Element) || node.getRootNode() !== document) return null;
    let before = "";
    for (let other = dom.firstChild(parent); other !== node; other = dom.nextSibling(other)) before += dom.textContent(other) ?? "";
    return [xpathOf(parent), [...(before + textData[index].slice(0, i))].length];
  };

  // What this frame knows about each span: the digest of its text as the page has it, white space taken out, and where
  // in the tree it starts and ends. A span of another frame has no text here. Of the text just the digest is told:
  // sending megabytes takes longer than all the rest.
  gold.describe = (spans) =>
    spans.map((span) => {
      const parts = [];
      let first = null, last = null, split = false;
      for (const [index, i, j] of eachPart([span])) {
        const part = textData[index].slice(i, j);
        if (!gold.isDigested(part)) continue;
        if (split && textEnd[index - 1] === textStart[index]) parts.push(parts.pop() + part);
        else parts.push(part);
        split = !part.isWellFormed(); // a script has put the halves of a pair into two texts
        first ??= [index, i];
        last = [index, j];
      }
      return { digest: gold.digest(parts.map(gold.clean)), start: first && selectorAt(...first), end: last && selectorAt(...last) };
    });
}
