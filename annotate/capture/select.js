// Marking with mouse and keys, in every frame of a frozen page. Page scripts are stopped; what happens here is
// told to Python, which keeps the marks and sends them back to be drawn.
"use strict";

{
  const tell = (message) => globalThis.cetrGoldTell(JSON.stringify(message));
  gold.tell = tell;

  // Lines beside the colours: a page may have these colours itself, and not everybody tells them apart.
  const STYLE = `
    @layer cetr-gold {
      *, *::before, *::after { user-select: text !important; -webkit-user-drag: none !important; }
      noscript { display: none !important; }
    }
    ::highlight(cetr-gold-proposed) { background-color: #d8c7ff; color: #241146; text-decoration: underline dotted 2px #5b2fb8; }
    ::highlight(cetr-gold-here) { text-decoration: underline 3px #1d5fa8; }
    ::highlight(cetr-gold-mark) { background-color: #ffd54a; color: #1a1a1a; text-decoration: underline 2px #8a5b00; }
    ::highlight(cetr-gold-hover) { background-color: #8ec5ff; color: #10243a; text-decoration: underline dashed 2px #1d5fa8; }
    ::highlight(cetr-gold-cut) { background-color: #ffb4a8; color: #3a0f08; text-decoration: line-through 2px #b3261e; }
  `;

  let keys = {}; // key -> command
  // "dragging": text can be dragged over while elements are picked, too.
  let state = { mode: "add", picking: false, dragging: false };
  let sheet = null;
  let stop = null;
  let pressed = false;
  let pressedAt = [0, 0];
  let unsure = false; // whether a button was down already when marking began: the next event tells
  let trail = []; // the picked element and those it was widened from

  const highlights = ["cetr-gold-proposed", "cetr-gold-mark", "cetr-gold-here", "cetr-gold-hover", "cetr-gold-cut"];
  const draw = (name, spans) => {
    const highlight = new Highlight(...gold.rangesOfSpans(spans));
    highlight.priority = highlights.indexOf(name);
    CSS.highlights.set(name, highlight);
  };

  const isOurs = (event) => gold.host !== undefined && event.composedPath().includes(gold.host);
  // Under many window managers Alt and a drag move the window, and never arrive.
  const cutting = (event) => (state.mode === "cut") !== (event.ctrlKey || event.metaKey || event.altKey);
  const report = (error) => tell({ kind: "problem", text: error.message });

  const takeSelection = (event) => {
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const roots = gold.allRoots().filter((root) => root instanceof ShadowRoot);
    const [range] = selection.getComposedRanges({ shadowRoots: roots });
    if (!range || range.collapsed) return;
    try {
      const spans = gold.spansOfRange(range);
      selection.removeAllRanges();
      if (spans.length) tell({ kind: cutting(event) ? "cut" : "add", spans });
    } catch (error) { report(error); }
  };

  // The browser does not begin a selection on a link, a button or what can be dragged; there it is made by hand.
  const CLICKABLE = "a[href], area, button, summary, label, input, select, textarea, video, audio, [onclick], [role=button]";
  const NO_SELECTION = "a[href], area, button, summary, label, select, [draggable=true]";
  let anchor = null;
  const caretAt = (event) => {
    const roots = gold.allRoots().filter((root) => root instanceof ShadowRoot);
    return page.caretPositionFromPoint(event.clientX, event.clientY, { shadowRoots: roots });
  };
  const beginByHand = (event) => {
    const path = event.composedPath().filter((node) => node instanceof Element);
    // A page's own style attribute has the last word on what can be selected.
    const stubborn = path.some((node) => gold.dom.matches(node, NO_SELECTION)) || (path[0] && getComputedStyle(path[0]).userSelect === "none");
    anchor = stubborn && event.button === 0 && !event.shiftKey ? caretAt(event) : null;
    if (!anchor) return;
    event.preventDefault();
    getSelection().collapse(anchor.offsetNode, anchor.offset);
  };
  const extendByHand = (event) => {
    const caret = anchor && caretAt(event);
    if (caret) getSelection().setBaseAndExtent(anchor.offsetNode, anchor.offset, caret.offsetNode, caret.offset);
  };

  // What a page has against the mouse is changed while one marks.
  const { setAttribute, removeAttribute } = Element.prototype;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  let before = []; // elements with an attribute's name and the value that it had
  let looked = new WeakSet();
  const keep = (element, name) => before.push([element, name, gold.dom.getAttribute(element, name)]);
  const liftOut = (element) => {
    keep(element, "style");
    own(element).style.setProperty("pointer-events", "none", "important");
  };
  // Where it is inert, as behind a banner, no text can be selected.
  const wake = (elements) => {
    if (elements.length) gold.see(); // what a style sheet hides because it is inert was not seen
    for (const element of elements) {
      keep(element, "inert");
      removeAttribute.call(element, "inert");
    }
  };
  // What lies over a text and shows none itself, as against copying, lets the mouse through.
  const lift = (event) => {
    const element = event.composedPath()[0];
    if (pressed || !(element instanceof HTMLElement) || element instanceof HTMLFormElement || looked.has(element)) return;
    looked.add(element);
    const { position } = getComputedStyle(element);
    if ((position !== "absolute" && position !== "fixed") || !gold.isBlank(gold.dom.textContent(element))) return;
    const below = page.elementsFromPoint(event.clientX, event.clientY);
    if (!below.some((other) => !gold.dom.contains(other, element) && !gold.isBlank(gold.dom.textContent(other)))) return;
    liftOut(element);
  };
  // An element's own important style is stronger than that of any sheet.
  const allowSelection = (element) => {
    if (getComputedStyle(element).userSelect !== "none" || gold.isBlank(gold.dom.textContent(element))) return;
    keep(element, "style");
    own(element).style.setProperty("user-select", "text", "important");
    own(element).style.setProperty("pointer-events", "auto", "important");
  };
  const lower = () => {
    for (const [element, name, value] of before) value === null ? removeAttribute.call(element, name) : setAttribute.call(element, name, value);
    [before, looked] = [[], new WeakSet()];
  };

  // A frame that is not marked, as nothing of it is seen or it failed, would keep mouse and keys to itself.
  const passOver = (frame) => {
    if (!frame.contentWindow || gold.hasFrame(frame)) return;
    liftOut(frame);
    frame.blur();
  };

  const showPicked = (element) => {
    hideHover(); // of the other mode, too
    draw(state.mode === "cut" ? "cetr-gold-cut" : "cetr-gold-hover", gold.spansOfElements([element]));
    gold.outline?.(window === window.top ? element : null);
  };
  const pick = (element) => {
    if (!element || element === trail[0] || element === gold.host) return;
    trail = [element];
    showPicked(element);
  };
  const widen = () => {
    const last = trail.at(-1);
    const parent = last && (gold.dom.parentElement(last) ?? gold.dom.getRootNode(last).host);
    if (!parent || parent === page.documentElement) return;
    trail.push(parent);
    showPicked(parent);
  };
  const narrow = () => {
    if (trail.length < 2) return;
    trail.pop();
    showPicked(trail.at(-1));
  };
  const hideHover = () => {
    CSS.highlights.delete("cetr-gold-hover");
    CSS.highlights.delete("cetr-gold-cut");
    gold.outline?.(null);
  };
  const stopPicking = () => {
    trail = [];
    hideHover();
  };

  const keyName = (event) => {
    // Of a keyboard with other letters the place of the key counts.
    const letter = /[^\x20-\x7e]/.test(event.key) && /^Key[A-Z]$/.test(event.code) ? event.code[3] : event.key;
    const key = letter.length === 1 ? letter.toLowerCase() : letter;
    return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + key;
  };

  const isMoved = (event) => Math.hypot(event.clientX - pressedAt[0], event.clientY - pressedAt[1]) > 3;

  // A click on a suggested part takes it.
  const accept = (event) => {
    if (!state.proposed?.length || isMoved(event)) return false;
    const caret = caretAt(event);
    const at = caret && gold.pointAt(caret.offsetNode, caret.offset);
    if (at === null || !state.proposed.some(([start, end]) => start <= at && at < end)) return false;
    tell({ kind: "accept", at });
    return true;
  };

  // What a click would do in a page that runs, it does not do in a frozen one.
  const complainOf = (event) => {
    const element = event.composedPath().find((node) => node instanceof Element);
    if (!element || isMoved(event) || getComputedStyle(element).cursor !== "pointer" && !gold.dom.closest(element, CLICKABLE)) return;
    const key = Object.keys(keys).find((name) => keys[name] === "release");
    tell({ kind: "problem", text: `the page is frozen: let it run${key ? ` (${key})` : ""}` });
  };

  // While elements are picked a drag draws a rectangle: text whose middle lies in it is taken.
  const boxOf = (event) => {
    const [x, y] = pressedAt, { clientX, clientY } = event;
    const isDrawn = pressed && state.picking && !state.dragging && Math.hypot(clientX - x, clientY - y) > 8;
    return isDrawn ? [Math.min(x, clientX), Math.min(y, clientY), Math.max(x, clientX), Math.max(y, clientY)] : null;
  };
  const takeBox = (event, box) => {
    stopPicking();
    try {
      const spans = gold.spansInBox(...box);
      if (spans.length) tell({ kind: cutting(event) ? "cut" : "add", spans });
      else tell({ kind: "problem", text: "there is no text in this rectangle" });
    } catch (error) { report(error); }
  };

  const hold = (on) => {
    [pressed, unsure] = [on, false];
    gold.letThrough?.(on);
  };

  const handlers = {
    pointerdown: (event) => { if (!isOurs(event)) event.stopPropagation(); },
    mousedown: (event) => {
      unsure = false;
      if (isOurs(event)) return;
      pressedAt = [event.clientX, event.clientY];
      hold(event.button === 0);
      event.stopPropagation();
      if (state.picking && !state.dragging && event.button === 0) event.preventDefault();
      else beginByHand(event);
    },
    mouseup: (event) => {
      if (!pressed && !(unsure && event.button === 0)) return;
      const box = boxOf(event);
      hold(false);
      if (box) takeBox(event, box);
      event.stopPropagation();
      anchor = null;
      if (!state.picking || (state.dragging && isMoved(event))) takeSelection(event);
    },
    click: (event) => {
      if (isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!state.picking && !accept(event)) complainOf(event);
      if (!state.picking || !trail.length || (state.dragging && isMoved(event))) return;
      try {
        const spans = gold.spansOfElements([trail.at(-1)]);
        if (spans.length) tell({ kind: cutting(event) ? "cut" : "add", spans });
        else tell({ kind: "problem", text: "there is no visible text in this element" });
        hideHover(); // until the mouse goes elsewhere, so that what has become of the element is seen
      } catch (error) { report(error); }
    },
    auxclick: (event) => { if (!isOurs(event)) event.preventDefault(); },
    submit: (event) => event.preventDefault(),
    beforeinput: (event) => { if (!isOurs(event)) event.preventDefault(); },
    dragstart: (event) => { if (!isOurs(event)) event.preventDefault(); },
    mousemove: (event) => {
      if (unsure) hold((event.buttons & 1) === 1);
      if (pressed && anchor) extendByHand(event);
      const box = boxOf(event);
      if (box) {
        hideHover();
        gold.outlineBox?.(box);
        return;
      }
      if (isOurs(event)) return;
      lift(event);
      if (!state.picking) return;
      const path = event.composedPath();
      if (!trail.length || path[0] !== trail[0]) pick(path.find((node) => node instanceof Element));
    },
    keydown: (event) => {
      if (gold.isTyping?.() || gold.isPressing?.(event)) return;
      if (state.picking && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "ArrowUp") widen(); else narrow();
        return;
      }
      if (gold.chooses?.(event)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const command = keys[keyName(event)];
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat && command !== "undo" && command !== "redo") return;
      if (command === "take") takeSelection(event);
      else if (!gold.runLocally?.(command)) tell({ kind: "command", command });
    },
  };

  gold.startMarking = (keymap) => {
    gold.stopMarking();
    keys = keymap;
    [pressed, unsure] = [false, true];
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const roots = gold.allRoots();
    for (const root of roots) {
      own(root).adoptedStyleSheets.push(sheet);
      for (const frame of own(root).querySelectorAll("iframe, frame, object")) passOver(frame);
    }
    for (const root of roots) for (const element of own(root).querySelectorAll('[style*="user-select" i]')) allowSelection(element);
    wake(roots.flatMap((root) => [...own(root).querySelectorAll("[inert]")]));
    for (const [name, handler] of Object.entries(handlers)) addEventListener.call(window, name, handler, { capture: true });
    stop = () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener.call(window, name, handler, { capture: true });
      for (const root of roots.map(own)) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((other) => other !== sheet);
      for (const name of highlights) CSS.highlights.delete(name);
      lower();
    };
  };
  gold.isDragging = () => pressed;
  gold.stopMarking = () => { stop?.(); stop = null; stopPicking(); };

  gold.show = (next) => {
    const stopped = state.picking && !next.picking;
    state = next;
    if (stopped) stopPicking();
    draw("cetr-gold-proposed", next.proposed);
    draw("cetr-gold-mark", next.spans);
    draw("cetr-gold-here", next.here ? [next.here] : []);
    gold.drawMap?.(next);
    gold.showToolbar?.(next);
  };

  gold.scrollToSpan = (span) => {
    const [part] = gold.rangesOfSpans([span]);
    if (!part) return;
    const range = page.createRange();
    range.setStart(part.startContainer, part.startOffset);
    range.setEnd(part.endContainer, part.endOffset);
    const box = range.getBoundingClientRect();
    if (box.top >= 0 && box.top < innerHeight * 0.6) return;
    part.startContainer.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
    scrollBy({ top: range.getBoundingClientRect().top - innerHeight * 0.3, behavior: "instant" });
  };

  gold.spansOfSelector = (selector) => {
    const found = [];
    for (const root of gold.allRoots()) found.push(...own(root).querySelectorAll(selector));
    return { matched: found.length, spans: gold.spansOfElements(found) };
  };

  gold.spansOfMatch = (selector, which) => {
    const [last, ...path] = selector.split(" >>> ").reverse();
    let scope = document;
    for (const host of path.reverse()) scope = gold.rootOf(own(scope).querySelector(host));
    const element = own(scope).querySelectorAll(last)[which];
    return element ? gold.spansOfElements([element]) : [];
  };

  // Where the mouse must be pressed and let go to mark an element's text, in CSS pixels of the frame's viewport.
  gold.dragEnds = (spans, end) => {
    const ranges = gold.rangesOfSpans(spans);
    const part = end ? ranges.at(-1) : ranges[0];
    if (!part) return null;
    // The box of the outermost letter: bidirectional text has others further out.
    const range = page.createRange();
    const i = end ? part.endOffset - 1 : part.startOffset;
    range.setStart(part.startContainer, i);
    range.setEnd(part.startContainer, i + 1);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    const box = end ? boxes.at(-1) : boxes[0];
    if (!box) return null;
    const rtl = getComputedStyle(part.startContainer.parentElement).direction === "rtl";
    return [end !== rtl ? box.right : box.left, box.top + box.height / 2];
  };
}
