// Single letters, with their accents and vowel signs: which way they are written, and which one is under the mouse.
"use strict";

{
  const LEFTWARD = /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}]/u;

  // Finds the letter around a place of a text, as a range of it.
  gold.letterFinder = (node) => {
    const found = gold.letters.segment(node.data);
    return (range, at) => {
      const { index, segment } = found.containing(at);
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
    };
  };

  // Which way the letter in a range is written: along an upright line or not, and from its end to its beginning, as from
  // right to left. Signs go the way of the text around them.
  gold.wayOf = (range) => {
    const letter = range.toString();
    const { direction, writingMode } = getComputedStyle(gold.dom.parentElement(range.startContainer));
    const isLeftward = /\p{Nd}/u.test(letter) ? false : /\p{L}/u.test(letter) ? LEFTWARD.test(letter) : direction === "rtl";
    return { isUpright: writingMode !== "horizontal-tb", isBackward: isLeftward !== (writingMode === "sideways-lr") };
  };

  // Which way a line is written: as most of its letters, since a sentence in Arabic may begin with a name in Latin ones.
  gold.directionOf = (line) => {
    const letters = line.slice(0, 5000).match(/\p{L}/gu) ?? [];
    return 2 * letters.filter((letter) => LEFTWARD.test(letter)).length > letters.length ? "rtl" : "ltr";
  };

  const holds = ({ left, right, top, bottom }, { clientX, clientY }) =>
    left <= clientX && clientX <= right && top <= clientY && clientY < bottom;

  // The letters of a text in lines across the page, from the line of the mouse on, in the order of the text: lines follow each other downwards.
  const lettersFrom = function* (node, y) {
    const range = page.createRange();
    const find = gold.letterFinder(node);
    const choose = (at) => {
      find(range, at);
      return range.getBoundingClientRect();
    };
    let low = 0, high = node.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (choose(middle).bottom <= y) low = middle + 1;
      else high = middle;
    }
    for (; low < node.length; low = range.endOffset) {
      const box = choose(low);
      if (box.top > y) return;
      yield [range, box];
    }
  };

  // The place beside the letter under the mouse, as a caret position. The browser's own one jumps to the far end of a
  // word that is written the other way than the text around it; so this is asked where both ways meet. Null: elsewhere.
  gold.besideLetter = (event) => {
    const element = event.composedPath().find((node) => node instanceof Element);
    if (!element) return null;
    const whole = page.createRange();
    const at = gold.placeOf(event);
    let found = null;
    for (const node of gold.dom.childNodes(element)) {
      if (!(node instanceof Text)) continue;
      whole.selectNode(node);
      if (![...whole.getClientRects()].some((box) => holds(box, at))) continue;
      const { direction, writingMode } = getComputedStyle(element);
      if (writingMode !== "horizontal-tb" || direction !== "rtl" && !LEFTWARD.test(node.data)) continue;
      for (const [range, box] of lettersFrom(node, at.clientY)) {
        const isBlank = gold.isBlank(range.toString());
        // A ligature may give all of its width to its first letter.
        if (!box.width && !isBlank && found?.offsetNode === node && found.offset === range.startOffset) found.offset = range.endOffset;
        if (!box.width || !holds(box, at) || (found && isBlank)) continue;
        const isAfter = (at.clientX > (box.left + box.right) / 2) !== gold.wayOf(range).isBackward;
        found = { offsetNode: node, offset: isAfter ? range.endOffset : range.startOffset };
      }
    }
    return found;
  };
}
