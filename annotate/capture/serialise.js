// The document as HTML, with the place of every node in it. Runs in an isolated world, once per frame, before
// anything of ours is in the page. Offsets inside are UTF-16 units of the frame's own HTML; offsets that leave
// this file are Unicode code points of the whole document's HTML.
"use strict";

globalThis.gold = globalThis.gold ?? {};

{
  const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));
  const RAW_TEXT = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "));
  const EATS_NEWLINE = new Set(["pre", "textarea", "listing"]);
  const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
  const PLAIN_NAMESPACES = new Set([HTML_NAMESPACE, "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"]);
  const TEXT_ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00a0": "&nbsp;", "\r": "&#13;" };
  const ATTRIBUTE_ESCAPES = { ...TEXT_ESCAPES, '"': "&quot;" };

  const escapeText = (text) => (/[&<>\u00a0\r]/.test(text) ? text.replace(/[&<>\u00a0\r]/g, (c) => TEXT_ESCAPES[c]) : text);
  const escapeAttribute = (text) =>
    /[&<>\u00a0\r"]/.test(text) ? text.replace(/[&<>\u00a0\r"]/g, (c) => ATTRIBUTE_ESCAPES[c]) : text;

  // A shadow host's root, open or closed; closed ones are found from outside and registered here.
  const closedRoots = new Map();
  const frameContents = new Map();
  gold.registerRoot = (host, root) => closedRoots.set(host, root);
  gold.registerFrame = (element, html) => frameContents.set(element, html);
  const rootOf = (element) => element.shadowRoot ?? closedRoots.get(element) ?? null;
  gold.rootOf = rootOf;

  // --- the walk

  const CHUNK = 1 << 20; // UTF-16 units that are put together at once
  let html = []; // in chunks, as files: while the walk goes on, the browser takes them out of the page's memory
  let size = 0; // of all chunks, in UTF-16 units
  let base = 0; // code points before this frame's HTML in the whole document
  let pairs = []; // where surrogate pairs begin, in UTF-16 units
  let texts = []; // text nodes in document order; null stands for a frame's contents
  let textStart = [];
  let textEnd = [];
  let textData = [];
  let containers = []; // elements and the roots that hold them
  let containerStart = [];
  let contentStart = [];
  let contentEnd = [];
  let containerIndex = new Map();
  let textIndex = null; // made when a position is asked for: it takes a tenth of the walk
  let shown = null; // for each text whether it is seen, once that is asked for

  // Serialise the frame; returns the length of `gold.html()` in UTF-16 units.
  gold.serialise = () => {
    html = []; pairs = [];
    texts = []; textStart = []; textEnd = []; textData = [];
    containers = []; containerStart = []; contentStart = []; contentEnd = [];
    containerIndex = new Map(); textIndex = shown = null; delete gold.small;
    let pieces = [];
    let at = 0, done = 0;
    const put = (piece) => { pieces.push(piece); at += piece.length; };

    const finishChunk = () => {
      const chunk = pieces.join("").toWellFormed();
      if (/[\ud800-\udbff]/.test(chunk))
        for (const match of chunk.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(done + match.index);
      html.push(new Blob([chunk]));
      pieces = [];
      done = at;
    };

    // Numbers in arrays of their own, not an object for each element: collecting those took longer than the walk.
    const open = (node, start) => {
      const index = containers.length;
      containerIndex.set(node, index);
      containers.push(node); containerStart.push(start); contentStart.push(at); contentEnd.push(at);
      return index;
    };

    const addText = (node, raw) => {
      const data = node.data;
      if (!data) return;
      texts.push(node); textStart.push(at); textData.push(data);
      put(raw ? data : escapeText(data));
      textEnd.push(at);
    };

    const addChildren = (parent, raw, keep) => {
      for (let node = parent.firstChild; node; node = node.nextSibling) {
        if (node.nodeType === Node.ELEMENT_NODE) addElement(node);
        else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE)
          keep ? addText(node, raw) : put(raw ? node.data : escapeText(node.data));
        else if (node.nodeType === Node.COMMENT_NODE) put(`<!--${node.data}-->`);
        else if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) put(`<?${node.target} ${node.data}>`);
        else if (node.nodeType === Node.DOCUMENT_TYPE_NODE) put(`<!DOCTYPE ${node.name}>`);
      }
    };

    const addElement = (element) => {
      if (at - done > CHUNK) finishChunk(); // before a tag, where no surrogate pair can be cut
      if (frameContents.has(element) && window !== window.top) {
        // A frame within a frame: its end tag would end the outer frame's contents too early.
        const index = open(element, at);
        addFrame(element);
        contentEnd[index] = at;
        return;
      }
      const isHtml = element.namespaceURI === HTML_NAMESPACE;
      const name = PLAIN_NAMESPACES.has(element.namespaceURI) ? element.localName : element.tagName;
      const start = at;
      let tag = "<" + name;
      // By name: of `attributes` the browser makes an object for each. On an HTML element it looks for a name in lower
      // case, and so does not find one that a script has set in capitals.
      const names = element.getAttributeNames();
      for (let i = 0; i < names.length; i++)
        tag += ` ${names[i]}="${escapeAttribute(element.getAttribute(names[i]) ?? element.attributes[i].value)}"`;
      put(tag + ">");
      const index = open(element, start);
      if (isHtml && VOID.has(name)) {
        if (frameContents.has(element)) { put("<noframes>"); addFrame(element); put("</noframes>"); }
        contentEnd[index] = at;
        return;
      }
      const root = rootOf(element);
      if (root) {
        put(`<template shadowrootmode="${root.mode}"${root.delegatesFocus ? ' shadowrootdelegatesfocus=""' : ""}${root.serializable ? ' shadowrootserializable=""' : ""}${root.clonable ? ' shadowrootclonable=""' : ""}>`);
        const rootIndex = open(root, at);
        addChildren(root, false, true);
        contentEnd[rootIndex] = at;
        put("</template>");
      }
      if (isHtml && EATS_NEWLINE.has(name) && element.firstChild?.nodeType === Node.TEXT_NODE && element.firstChild.data.startsWith("\n"))
        put("\n");
      if (frameContents.has(element)) addFrame(element);
      else if (isHtml && name === "template") addChildren(element.content, false, true);
      else if (isHtml && RAW_TEXT.has(name)) addChildren(element, true, name !== "script" && name !== "style");
      else addChildren(element, false, name !== "script" && name !== "style");
      contentEnd[index] = at;
      put(`</${name}>`);
    };

    const addFrame = (element) => {
      texts.push(null); textStart.push(at); textData.push("frame");
      put(frameContents.get(element));
      textEnd.push(at);
    };

    const top = window === window.top ? document : (document.body ?? document.documentElement);
    // A frame's body is a container of its contents alone.
    const index = open(top, 0);
    addChildren(top, false, true);
    contentEnd[index] = at;
    finishChunk();
    return (size = at);
  };
  gold.html = () => html;

  // What the browser's search for "</" finds in this frame, if no shadow root is hidden from us: every element, and
  // what else has these two characters in its data.
  gold.countNodes = () => {
    let count = 0;
    for (const root of gold.allRoots()) {
      count += root.querySelectorAll("*").length;
      const others = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION | NodeFilter.SHOW_COMMENT);
      while (others.nextNode()) if (others.currentNode.data.includes("</")) count++;
    }
    return count;
  };

  // --- offsets

  const countBelow = (sorted, value) => {
    let low = 0, high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
  };
  const toPoints = (units) => base + units - countBelow(pairs, units);
  const toUnits = (points) => {
    let low = 0, high = pairs.length; // the number of pairs that begin before it
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle] - middle < points - base) low = middle + 1; else high = middle;
    }
    return points - base + low;
  };

  // Where each registered frame's contents begin, so that the frames can be told.
  gold.frameStart = (element) => {
    return toPoints(contentStart[containerIndex.get(element)] + (VOID.has(element.localName) ? "<noframes>".length : 0));
  };
  gold.setBase = (offset) => { base = offset; };

  const isEscaped = (index) => textEnd[index] - textStart[index] !== textData[index].length;
  const unitsAt = (index, i) => textStart[index] + (isEscaped(index) ? escapeText(textData[index].slice(0, i)).length : i);
  const indexInData = (index, units) => {
    const data = textData[index];
    let at = textStart[index];
    if (!isEscaped(index)) return Math.max(0, Math.min(data.length, units - at));
    let i = 0;
    while (i < data.length && at < units) at += (TEXT_ESCAPES[data[i++]] ?? " ").length;
    return i;
  };

  // --- what is seen

  const BLANK = /^\s*$/;
  // Text for screen readers stands in an element that is clipped to a pixel.
  const isClipped = (element) => {
    if (!(element instanceof HTMLElement) || element === document.documentElement || element === document.body) return false;
    const style = getComputedStyle(element); // most elements clip nothing; to measure them takes longer
    return style.overflow !== "visible" && (element.offsetWidth <= 1 || element.offsetHeight <= 1) &&
      style.display !== "inline" && style.display !== "contents" &&
      (style.position === "absolute" || style.position === "fixed" || element.offsetHeight === 0);
  };
  const hideClipped = () => {
    shown = new Array(texts.length);
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
    if (!shown) hideClipped();
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

  // Find out of all texts whether they are seen.
  gold.see = () => { for (let index = 0; index < texts.length; index++) if (!BLANK.test(textData[index])) isShown(index); };

  // --- positions: a place among the texts is [index of the text, index in its data]

  const positionOf = (container, offset) => {
    textIndex ??= new Map(texts.map((text, index) => [text, index]));
    if (!containerIndex.has(container) && !textIndex.has(container)) {
      // A comment, an empty text, or what lies above a frame's body.
      if (container.contains(document.body)) return offset === 0 ? [0, 0] : [texts.length, 0];
      if (container.parentNode && !(container instanceof Element))
        return positionOf(container.parentNode, [...container.parentNode.childNodes].indexOf(container));
      throw new Error("this part is not in the frozen page");
    }
    if (textIndex.has(container)) {
      const index = textIndex.get(container);
      if (container.data !== textData[index]) throw new Error("the page has changed here since it was frozen");
      return [index, offset];
    }
    let next = container.childNodes?.[offset] ?? null;
    while (next && !containerIndex.has(next) && !textIndex.has(next)) next = next.nextSibling;
    if (next && textIndex.has(next)) return [textIndex.get(next), 0];
    const units = next ? containerStart[containerIndex.get(next)] : contentEnd[containerIndex.get(container)];
    if (units === undefined) throw new Error("this part is not in the frozen page");
    return [countBelow(textStart, units), 0];
  };

  // The visible text between two positions as spans in UTF-16 units. Text that is not seen splits a span; markup
  // and blank text do not.
  const spansBetween = ([from, i], [to, j]) => {
    const spans = [];
    let first = null, last = null; // [index of the text, from, to] of the first and the last text of a span
    const finish = () => {
      if (first) spans.push([unitsAt(first[0], first[1]), unitsAt(last[0], last[2])]);
      first = null;
    };
    for (let index = from; index <= to && index < texts.length; index++) {
      const data = textData[index];
      const a = index === from ? i : 0;
      const b = index === to ? j : data.length;
      if (a >= b) continue;
      const part = a === 0 && b === data.length ? data : data.slice(a, b);
      if (BLANK.test(part)) continue;
      if (!isShown(index)) { finish(); continue; }
      last = [index, a + part.length - part.trimStart().length, b - part.length + part.trimEnd().length];
      first ??= last;
    }
    finish();
    return spans;
  };
  const publish = (spans) => spans.map(([start, end]) => [toPoints(start), toPoints(end)]);

  gold.spansOfRange = (range) =>
    publish(spansBetween(positionOf(range.startContainer, range.startOffset), positionOf(range.endContainer, range.endOffset)));

  gold.spansOfElement = (element) => {
    const index = containerIndex.get(element);
    if (index === undefined) return [];
    return publish(spansBetween([countBelow(textStart, contentStart[index]), 0], [countBelow(textStart, contentEnd[index]), 0]));
  };

  // The part of spans of the document that lies in this frame, in UTF-16 units.
  const clamp = (spans) =>
    spans.map(([start, end]) => [Math.max(0, toUnits(start)), Math.min(size, toUnits(end))]).filter(([a, b]) => a < b);

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
    for (let index = countBelow(textEnd, a + 1); index < texts.length && textStart[index] < b; index++) {
      if (!texts[index]) return false;
      if (!BLANK.test(textData[index].slice(indexInData(index, a), indexInData(index, b)))) return false;
    }
    return true;
  };

  // All roots of the frame: the document and every shadow root that is known.
  gold.allRoots = () => [document, ...containers.filter((container) => container instanceof ShadowRoot)];

  // --- from spans back to the page

  const eachPart = function* (spans) {
    for (const [a, b] of clamp(spans)) {
      for (let index = countBelow(textEnd, a + 1); index < texts.length && textStart[index] < b; index++) {
        if (!texts[index]) continue;
        yield [index, indexInData(index, a), textEnd[index] <= b ? textData[index].length : indexInData(index, b)];
      }
    }
  };

  gold.rangesOfSpans = (spans) => {
    const ranges = [];
    for (const [index, i, j] of eachPart(spans)) {
      const node = texts[index];
      if (!node.isConnected || node.data !== textData[index] || !isShown(index)) continue;
      ranges.push(new StaticRange({ startContainer: node, startOffset: i, endContainer: node, endOffset: j }));
    }
    return ranges;
  };

  const XPATH_NAMES = (element) => (PLAIN_NAMESPACES.has(element.namespaceURI) ? element.localName : element.tagName);
  const xpathOf = (element) => {
    const steps = [];
    for (let node = element; node?.nodeType === Node.ELEMENT_NODE; node = node.parentNode) {
      let number = 1;
      for (let before = node.previousElementSibling; before; before = before.previousElementSibling)
        if (before.localName === node.localName) number++;
      steps.unshift(`/${XPATH_NAMES(node)}[${number}]`);
    }
    return steps.join("");
  };
  const selectorAt = (index, i) => {
    const node = texts[index];
    const parent = node.parentNode;
    if (window !== window.top || parent?.nodeType !== Node.ELEMENT_NODE || node.getRootNode() !== document) return null;
    let before = "";
    for (let other = parent.firstChild; other !== node; other = other.nextSibling) before += other.textContent ?? "";
    return [xpathOf(parent), [...(before + textData[index].slice(0, i))].length];
  };

  // What this frame knows about each span: the digest of its text as the page has it, white space taken out, and where
  // in the tree it starts and ends. A span of another frame has no text here. Of the text just the digest is told:
  // sending megabytes takes longer than all the rest.
  gold.describe = (spans) =>
    spans.map((span) => {
      const parts = [];
      let first = null, last = null;
      for (const [index, i, j] of eachPart([span])) {
        const part = textData[index].slice(i, j).toWellFormed();
        if (!gold.isDigested(part)) continue;
        parts.push(part);
        first ??= [index, i];
        last = [index, j];
      }
      return { digest: gold.digest(parts), start: first && selectorAt(...first), end: last && selectorAt(...last) };
    });

  gold.facts = () => ({
    title: document.title,
    language: document.documentElement?.lang || document.querySelector('meta[http-equiv="content-language" i]')?.content || "",
    type: document.contentType,
    shown: texts.some((_, index) => !BLANK.test(textData[index]) && isShown(index)),
    viewport: [innerWidth, innerHeight],
    page: [document.documentElement?.scrollWidth ?? 0, document.documentElement?.scrollHeight ?? 0],
  });

  // The elements that have a start tag in the HTML, with its place.
  gold.elements = () => {
    const entries = [];
    for (let index = 0, before = 0; index < containers.length; index++) {
      const start = containerStart[index];
      while (before < pairs.length && pairs[before] < start) before++; // containers stand in the order of their starts
      if (contentStart[index] > start && containers[index].nodeType === Node.ELEMENT_NODE)
        entries.push([containers[index], base + start - before]);
    }
    return entries;
  };
}
