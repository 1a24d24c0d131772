// From the offsets of the walk, UTF-16 units of the frame's own HTML, to those that leave the scripts: Unicode code
// points of the whole document's HTML.
"use strict";

{
  const { containers, containerStart, contentStart, pairs, frameAt } = gold.walked;

  let base = 0; // code points before this frame's HTML in the whole document

  // How many of the numbers, which ascend, are less than the value.
  const countBelow = (sorted, value) => {
    let low = 0, high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
  };
  const toPoints = (units) => base + units - countBelow(pairs, units);
  // Of a pair whose halves stand in two texts the whole is taken.
  const toEndPoints = (units) => base + units - countBelow(pairs, units - 1);
  const toUnits = (points) => {
    let low = 0, high = pairs.length; // the number of pairs that begin before it
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle] - middle < points - base) low = middle + 1; else high = middle;
    }
    return points - base + low;
  };

  // Where each registered frame's contents begin, so that the frames can be told.
  gold.frameStart = (element) => toPoints(frameAt.get(element));
  gold.setBase = (offset) => { base = offset; };
  Object.assign(gold, { countBelow, toPoints, toEndPoints, toUnits });

  // The elements that have a start tag in the HTML, with its place.
  gold.elements = () => {
    const entries = [];
    for (let index = 0, before = 0; index < containers.length; index++) {
      const start = containerStart[index];
      while (before < pairs.length && pairs[before] < start) before++; // containers stand in the order of their starts
      if (contentStart[index] > start && containers[index].nodeType === Node.ELEMENT_NODE)
        entries.push([containers[index], base + start - before]);
      if (frameAt.get(containers[index]) > contentStart[index]) // the <noframes> that holds its contents
        entries.push([containers[index], toPoints(contentStart[index])]);
    }
    return entries;
  };
}
