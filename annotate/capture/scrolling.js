// What scrolls by itself within a page: where something in it stands in the whole, and bringing it into view.
"use strict";

{
  const { dom, drawnIn } = gold;
  const VIEW = [0.6, 0.3]; // what is below this share of a view is brought to that one

  const scrolls = (element) => {
    if (dom.clientHeight(element) === 0) return false;
    if (dom.scrollHeight(element) <= dom.clientHeight(element) && dom.scrollWidth(element) <= dom.clientWidth(element)) return false;
    if (element === page.documentElement) return false;
    const isOfPage = element === page.body && getComputedStyle(page.documentElement).overflowY === "visible";
    return !isOfPage && !/visible|clip/.test(getComputedStyle(element).overflowY);
  };
  // The innermost element around (or at) one that scrolls by itself; `known` keeps what was found.
  const scrollerOf = (element, known = new Map()) => {
    const passed = [];
    let one = element;
    for (; one && !known.has(one) && !scrolls(one); one = drawnIn(one)) passed.push(one);
    const found = one && known.has(one) ? known.get(one) : one;
    for (const each of [...passed, ...(one ? [one] : [])]) known.set(each, found);
    return found;
  };
  // What scrolls around one of two elements and not around the other, the outermost of it; for each of them.
  gold.scrollersApart = (...pair) => {
    const [one, other] = pair.map((element) => {
      const found = [];
      for (let each = scrollerOf(element); each; each = scrollerOf(drawnIn(each))) found.push(each);
      return found;
    });
    return [one.findLast((each) => !other.includes(each)), other.findLast((each) => !one.includes(each))];
  };
  const insideOf = (element) => dom.getBoundingClientRect(element).top + dom.clientTop(element);

  // How far down the document a height of the viewport is, from 0 to 1. In what scrolls by itself a place stands as far
  // down its box as it does down its contents.
  const shareOf = (element, y, known) => {
    for (let one = scrollerOf(element, known); one; one = scrollerOf(drawnIn(one), known))
      y = insideOf(one) + ((y - insideOf(one) + dom.scrollTop(one)) * dom.clientHeight(one)) / dom.scrollHeight(one);
    return (y + scrollY) / Math.max(1, page.documentElement.scrollHeight);
  };

  // Where what is shown of a state stands in this document: its kind, from where to where, and its span.
  gold.listPlaces = ({ spans, optional, proposed }, most) => {
    const known = new Map();
    const range = page.createRange();
    const measure = (node, i, j) => {
      range.setStart(node, i);
      range.setEnd(node, j);
      const { top, bottom } = range.getBoundingClientRect();
      return [top, bottom].map((y) => shareOf(drawnIn(node), y, known));
    };
    const placeOf = (kind) => ([first, i, last, j, span]) => {
      const ends = first === last ? measure(first, i, j) : [...measure(first, i, first.length), ...measure(last, 0, j)];
      return [kind, Math.min(...ends), Math.max(...ends), span];
    };
    const kinds = [["proposed", proposed], ["optional", optional ?? []], ["marked", spans]];
    return kinds.flatMap(([kind, some]) => gold.listTexts(some, most).map(placeOf(kind)));
  };
  // The same places, of the document in a frame, in the document that holds the frame.
  gold.liftPlaces = (frame, places) => {
    const known = new Map();
    const lift = (share) => shareOf(drawnIn(frame), insideOf(frame) + share * dom.clientHeight(frame), known);
    return places.map(([kind, from, to, span]) => [kind, lift(from), lift(to), span]);
  };

  // Whether a line at a height of the viewport is behind the toolbar, or what is open in it.
  const LINE = 30, LETTER = 15;
  const isBehind = (y) => {
    const { top, bottom } = gold.host ? dom.getBoundingClientRect(gold.host) : { top: 0, bottom: 0 };
    return y > top - LINE && y < bottom;
  };

  // What was brought in from the side, such as a menu that waits there, would stay: without a scroll bar nobody gets back.
  const isCutAcross = (element) => /hidden|clip/.test(getComputedStyle(element).overflowX);
  const isPageCutAcross = () => {
    const root = page.documentElement;
    return isCutAcross(getComputedStyle(root).overflowX === "visible" ? page.body ?? root : root);
  };

  // Scroll, from the inside out, until a place of the viewport is in view; returns where it is then.
  const isWithin = (at, from, size) => at >= from && at <= from + size;
  const bring = (element, [x, y]) => {
    for (let one = scrollerOf(element); one; one = scrollerOf(drawnIn(one))) {
      const { left } = dom.getBoundingClientRect(one), top = insideOf(one);
      const width = dom.clientWidth(one), height = dom.clientHeight(one);
      const across = isWithin(x, left, width) || isCutAcross(one) ? 0 : x - left - width / 2;
      const down = isWithin(y, top, height * VIEW[0]) ? 0 : y - top - height * VIEW[1];
      const before = [dom.scrollLeft(one), dom.scrollTop(one)];
      dom.scrollTo(one, { left: before[0] + across, top: before[1] + down, behavior: "instant" });
      [x, y] = [x - dom.scrollLeft(one) + before[0], y - dom.scrollTop(one) + before[1]];
    }
    const place = innerHeight * VIEW[1];
    const across = isWithin(x, 0, innerWidth) || isPageCutAcross() ? 0 : x - innerWidth / 2;
    const down = isWithin(y, 0, innerHeight * VIEW[0]) && !isBehind(y) ? 0 : y - (isBehind(place) ? innerHeight - place : place);
    const before = [scrollX, scrollY];
    scrollBy({ left: across, top: down, behavior: "instant" });
    return [x - scrollX + before[0], y - scrollY + before[1]];
  };
  // Bring the beginning of a span into view; returns its place in the viewport, null where it is not in this frame.
  gold.scrollToSpan = (span) => {
    const [part] = gold.rangesOfSpans([span]);
    if (!part) return null;
    const element = drawnIn(part.startContainer);
    const range = page.createRange();
    range.setStart(part.startContainer, part.startOffset);
    range.setEnd(part.endContainer, part.endOffset);
    const box = [...range.getClientRects()].find(({ width, height }) => width && height) ?? range.getBoundingClientRect();
    const inside = Math.min(box.width / 2, LETTER);
    return bring(element, [getComputedStyle(element).direction === "rtl" ? box.right - inside : box.left + inside, box.top]);
  };
  // The same for a place in the viewport of a frame.
  gold.scrollToFrame = (frame, [x, y]) => bring(drawnIn(frame), [dom.getBoundingClientRect(frame).left + x, insideOf(frame) + y]);

  // The same from a script of ours, of a span that may be elsewhere; what holds a frame must scroll, too.
  gold.goTo = (span, line = null) => {
    if (gold.scrollToSpan(span) === null || window !== window.top) gold.tell({ kind: "go", span, line });
    else if (line) gold.draw("here", [line]);
  };
}
