// The ends of marked parts: found under the mouse, drawn, and moved by keys.
"use strict";

{
  const REACH = 6; // CSS pixels beside an end within which the mouse takes hold of it
  const NEAR = 200; // code points around the mouse within which an end is looked for
  const WIDTH = 40; // characters that are told of where an end has come to stand

  const listParts = () => [...gold.state.spans, ...(gold.state.optional ?? [])];

  // The outermost letter of a part: where it is in the page, its box, and the side of the box at which the part ends, as
  // a coordinate along the line.
  const findLetter = (part, edge) => {
    const ranges = gold.rangesOfSpans([part]);
    const last = edge === "end" ? ranges.at(-1) : ranges[0];
    if (!last) return null;
    // Bidirectional text has boxes further out.
    const node = last.startContainer;
    const range = page.createRange();
    const find = gold.letterFinder(node);
    const boxes = [];
    // The last letter of a ligature may have no width of its own.
    for (let at = edge === "end" ? last.endOffset : last.startOffset + 1; at > last.startOffset && !boxes.length; at = range.startOffset) {
      find(range, at - 1);
      range.setStart(node, Math.max(range.startOffset, last.startOffset));
      range.setEnd(node, edge === "end" ? last.endOffset : Math.min(range.endOffset, last.endOffset));
      boxes.push(...[...range.getClientRects()].filter((box) => box.width > 0));
    }
    const box = edge === "end" ? boxes.at(-1) : boxes[0];
    if (!box) return null;
    const { isUpright, isBackward } = gold.wayOf(range);
    const [from, to] = isUpright ? [box.top, box.bottom] : [box.left, box.right];
    const [side, inside] = (edge === "end") !== isBackward ? [to, -1] : [from, 1];
    return { range, box, isUpright, side, inside: inside * Math.min(1, (to - from) / 4) };
  };
  const isAtSide = ({ box, isUpright, side }, { clientX, clientY }) =>
    isUpright
      ? Math.abs(clientY - side) <= REACH && box.left <= clientX && clientX <= box.right
      : Math.abs(clientX - side) <= REACH && box.top <= clientY && clientY <= box.bottom;

  // Where the mouse must be pressed and let go to mark spans, in CSS pixels of the frame's viewport.
  gold.dragEnds = (spans, end) => {
    const letter = spans.length ? findLetter(end ? spans.at(-1) : spans[0], end ? "end" : "start") : null;
    if (!letter) return null;
    const { left, right, top, bottom } = letter.box;
    const along = letter.side + letter.inside;
    return letter.isUpright ? [(left + right) / 2, along] : [along, (top + bottom) / 2];
  };

  // The end under the mouse: the part, which edge, and the place in the page of the end that stays; null: none.
  gold.endAt = (event, caret) => {
    const at = caret && gold.pointAt(caret.offsetNode, caret.offset);
    if (at === null) return null;
    for (const part of listParts())
      for (const edge of ["start", "end"]) {
        if (Math.abs(part[edge === "end" ? 1 : 0] - at) > NEAR) continue;
        const letter = findLetter(part, edge);
        if (!letter || !isAtSide(letter, event)) continue;
        const range = findLetter(part, edge === "end" ? "start" : "end")?.range;
        if (!range) continue;
        const staying = edge === "end" ? [range.startContainer, range.startOffset] : [range.endContainer, range.endOffset];
        return { part, edge, staying, isUpright: letter.isUpright };
      }
    return null;
  };

  // Draw the ends of the part at a place of the document, and the one that keys move.
  let drawn = "";
  gold.drawEnds = (at) => {
    const { here, edge } = gold.state;
    const over = at === null ? undefined : listParts().find(([start, end]) => start <= at && at <= end);
    const wanted = JSON.stringify([over ?? null, here ?? null, edge, gold.state.spans.length]);
    if (wanted === drawn && at !== null) return;
    drawn = wanted;
    const letters = over ? [findLetter(over, "start"), findLetter(over, "end")] : [];
    const isPart = here && listParts().some(([start, end]) => start === here[0] && end === here[1]);
    if (isPart) letters.push(findLetter(here, edge ?? "end"));
    gold.drawRanges("end", letters.filter(Boolean).map(({ range }) => new StaticRange(range)));
  };

  // --- by keys

  const bounds = (data, edge, letter) => {
    const solid = [data.length - data.trimStart().length, data.trimEnd().length];
    const parts = [...new Intl.Segmenter(undefined, { granularity: letter ? "grapheme" : "word" }).segment(data)]
      .filter(({ segment, isWordLike }) => (letter ? !gold.isBlank(segment) : isWordLike));
    const places = parts.map(({ index, segment }) => (edge === "end" ? index + segment.length : index));
    return [...new Set([...places, edge === "end" ? solid[1] : solid[0]])].sort((a, b) => a - b);
  };

  // What stands in the place of a part when an end of it is moved by a word or a letter; null: it cannot be.
  gold.moveEnd = (part, edge, forward, letter) => {
    const ends = gold.positionsOf(part);
    if (!ends) return null;
    const moving = edge === "end" ? 1 : 0;
    let [index, at] = ends[moving];
    const choose = (places) => (forward ? places.find((place) => place > at) : places.findLast((place) => place < at));
    let place = choose(bounds(gold.dataOf(index), edge, letter));
    while (place === undefined) {
      index = gold.textBeside(index, forward);
      if (index === null) return null;
      at = forward ? -1 : Infinity;
      place = choose(bounds(gold.dataOf(index), edge, letter));
    }
    ends[moving] = [index, place];
    const [[from, i], [to, j]] = ends;
    if (from > to || (from === to && i >= j)) return null;
    const data = gold.dataOf(index);
    const near = edge === "end" ? data.slice(Math.max(0, place - WIDTH), place) : data.slice(place, place + WIDTH);
    return { spans: gold.spansOfPositions(...ends), near: near.replace(/\s+/g, " ").trim() };
  };
}
