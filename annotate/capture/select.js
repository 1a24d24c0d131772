// Marking with mouse and keys, in every frame of a frozen page. Page scripts are stopped; what happens here is
// told to Python, which keeps the marks and sends them back to be drawn.
"use strict";

{
  const tell = (message) => globalThis.cetrGoldTell(JSON.stringify(message));
  gold.tell = tell;

  // "dragging": text can be dragged over while elements are picked, too.
  gold.state = { mode: "add", picking: false, dragging: false, spans: [], proposed: [] };
  let keys = {}; // key -> command
  let stop = null;
  let pressed = false;
  let pressedAt = [0, 0];
  let movedTo = [0, 0];
  let unsure = false; // whether a button was down already when marking began: the next event tells
  let moving = null; // the end of a part that the mouse has hold of

  // Of the events of a mouse only those of a pointer, which come first, have parts of pixels.
  let fine = { clientX: 0, clientY: 0 };
  const refine = (event) => { fine = { clientX: event.clientX, clientY: event.clientY }; };
  gold.placeOf = (event) =>
    Math.abs(fine.clientX - event.clientX) < 1 && Math.abs(fine.clientY - event.clientY) < 1 ? fine : event;

  const isOurs = (event) => gold.host !== undefined && event.composedPath().includes(gold.host);
  // Under many window managers Alt and a drag move the window, and never arrive.
  const isTurned = (event) => event.ctrlKey || event.metaKey || event.altKey;
  const kindOf = (event) => (!isTurned(event) ? gold.state.mode : gold.state.mode === "cut" ? "add" : "cut");
  const report = (error) => tell({ kind: "problem", text: error.message });
  const tellOf = (event, spans, reason) => tell(spans.length ? { kind: kindOf(event), spans } : { kind: "problem", text: reason });

  let taken = false; // whether a click before this one of a double or triple click has selected something
  const takeSelection = (event) => {
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const roots = gold.allRoots().filter((root) => root instanceof ShadowRoot);
    const [range] = selection.getComposedRanges({ shadowRoots: roots });
    if (!range || range.collapsed) return;
    try {
      const spans = gold.spansOfRange(range);
      selection.removeAllRanges();
      if (!spans.length) return;
      const again = taken && event.detail > 1;
      taken = true;
      tell(moving ? { kind: "reshape", part: moving.part, spans } : { kind: kindOf(event), spans, again });
    } catch (error) { report(error); }
  };

  // The browser's own Ctrl+A selects the toolbar's boxes, too. Ctrl is part of the key here and turns nothing.
  const takeAll = () => {
    getSelection().selectAllChildren(page.documentElement);
    takeSelection({});
  };

  // The browser does not begin a selection on a link, a button or what can be dragged; there it is made by hand.
  const CLICKABLE = "a[href], area, button, summary, label, input, select, textarea, video, audio, [onclick], [role=button]";
  const NO_SELECTION = "a[href], area, button, summary, label, select, [draggable=true]";
  let anchor = null;
  const caretAt = (event) => {
    const roots = gold.allRoots().filter((root) => root instanceof ShadowRoot);
    const { clientX, clientY } = gold.placeOf(event);
    return page.caretPositionFromPoint(clientX, clientY, { shadowRoots: roots });
  };
  const beginByHand = (event) => {
    if (moving) {
      const [offsetNode, offset] = moving.staying;
      anchor = { offsetNode, offset };
      event.preventDefault();
      return;
    }
    const path = event.composedPath().filter((node) => node instanceof Element);
    // A page's own style attribute has the last word on what can be selected.
    const stubborn = path.some((node) => gold.dom.matches(node, NO_SELECTION)) || (path[0] && getComputedStyle(path[0]).userSelect === "none");
    anchor = stubborn && event.button === 0 && event.detail < 2 && !event.shiftKey ? gold.besideLetter(event) ?? caretAt(event) : null;
    if (!anchor) return;
    event.preventDefault();
    getSelection().collapse(anchor.offsetNode, anchor.offset);
  };
  const extendByHand = (event) => {
    const caret = anchor && (gold.besideLetter(event) ?? caretAt(event));
    if (caret) getSelection().setBaseAndExtent(anchor.offsetNode, anchor.offset, caret.offsetNode, caret.offset);
  };

  const isMoved = (event) => Math.hypot(event.clientX - pressedAt[0], event.clientY - pressedAt[1]) > 3;

  // A click on a suggested part takes it.
  const accept = (event) => {
    if (!gold.state.proposed?.length || isMoved(event)) return false;
    const caret = caretAt(event);
    const at = caret && gold.pointAt(caret.offsetNode, caret.offset);
    if (at === null || !gold.state.proposed.some(([start, end]) => start <= at && at < end)) return false;
    tell({ kind: "accept", at });
    return true;
  };

  // What a click would do in a page that runs, it does not do in a frozen one. A double or triple click marks.
  const complainOf = (event) => {
    const element = event.composedPath().find((node) => node instanceof Element);
    if (!element || event.detail > 1 || isMoved(event) || getComputedStyle(element).cursor !== "pointer" && !gold.dom.closest(element, CLICKABLE)) return;
    complain("the page is frozen: let it run");
  };
  const complain = (text) => {
    const key = Object.keys(keys).find((name) => keys[name] === "release");
    tell({ kind: "problem", text: key ? `${text} (${key})` : text });
  };
  // What lies behind an open modal dialog takes no mouse: the dialog's backdrop does.
  const isBehind = ([x, y], event) => {
    const element = event.composedPath().find((node) => node instanceof Element);
    if (!element || !gold.dom.matches(element, "dialog:modal")) return false;
    const box = element.getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
  };

  // While elements are picked a drag draws a rectangle: text whose middle lies in it is taken.
  const boxOf = (event) => {
    const [x, y] = pressedAt, { clientX, clientY } = event;
    const isDrawn = pressed && gold.state.picking && !gold.state.dragging && Math.hypot(clientX - x, clientY - y) > 8;
    return isDrawn ? [Math.min(x, clientX), Math.min(y, clientY), Math.max(x, clientX), Math.max(y, clientY)] : null;
  };
  const takeBox = (event, box) => {
    gold.stopPicking();
    try {
      tellOf(event, gold.spansInBox(...box), "there is no text in this rectangle");
    } catch (error) { report(error); }
  };
  const takePicked = (event) => {
    try {
      tellOf(event, gold.spansOfElements([gold.pickedElement()]), "there is no visible text in this element");
      gold.hidePicked(); // until the mouse goes elsewhere, so that what has become of the element is seen
    } catch (error) { report(error); }
  };

  const hold = (on) => {
    [pressed, unsure] = [on, false];
    gold.letThrough?.(on);
    gold.letFramesThrough(on);
  };

  // Where the mouse rests its part shows its ends; over one of them it can take hold of it.
  const pickingOnly = () => gold.state.picking && !gold.state.dragging;
  const showEnds = (event) => {
    const caret = pickingOnly() || gold.state.mode === "cut" ? null : caretAt(event);
    gold.drawEnds(caret && gold.pointAt(caret.offsetNode, caret.offset));
    const end = caret && gold.endAt(event, caret);
    const element = event.composedPath().find((node) => node instanceof Element);
    gold.shapeMouse(end ? element : null, end?.isUpright ? "row-resize" : "col-resize");
  };
  const takeHold = (event) => {
    moving = null;
    // A double or triple click takes a word or a paragraph, wherever in it.
    if (event.button !== 0 || event.detail > 1 || event.shiftKey || isTurned(event) || pickingOnly() || gold.state.mode === "cut") return;
    moving = gold.endAt(event, caretAt(event));
  };

  const handlers = {
    pointerdown: (event) => {
      refine(event);
      if (!isOurs(event)) event.stopPropagation();
    },
    pointermove: refine,
    pointerup: refine,
    mousedown: (event) => {
      unsure = false;
      if (isOurs(event)) return;
      pressedAt = [event.clientX, event.clientY];
      if (event.detail < 2) taken = false;
      takeHold(event);
      hold(event.button === 0);
      event.stopPropagation();
      if (pickingOnly() && event.button === 0) event.preventDefault();
      else beginByHand(event);
    },
    mouseup: (event) => {
      if (!pressed && !(unsure && event.button === 0)) return;
      const box = boxOf(event);
      hold(false);
      if (box) takeBox(event, box);
      event.stopPropagation();
      anchor = null;
      if (!gold.state.picking || (gold.state.dragging && isMoved(event))) takeSelection(event);
      moving = null;
    },
    click: (event) => {
      if (isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isBehind(pressedAt, event)) complain("a dialog of the page is in front of this: let the page run");
      else if (!gold.state.picking && !accept(event)) complainOf(event);
      else if (gold.state.picking && gold.pickedElement() && !(gold.state.dragging && isMoved(event))) takePicked(event);
    },
    auxclick: (event) => { if (!isOurs(event)) event.preventDefault(); },
    submit: (event) => event.preventDefault(),
    beforeinput: (event) => { if (!isOurs(event)) event.preventDefault(); },
    dragstart: (event) => { if (!isOurs(event)) event.preventDefault(); },
    mousemove: (event) => {
      if (unsure) hold((event.buttons & 1) === 1);
      if (pressed && anchor) {
        if (moving) gold.draw("mark", gold.state.spans.filter((span) => span !== moving.part));
        extendByHand(event);
      }
      const box = boxOf(event);
      if (box) {
        gold.hidePicked();
        gold.outlineBox?.(box);
        return;
      }
      // Where the page scrolls below it the browser tells of a mouse that rests.
      const rests = event.clientX === movedTo[0] && event.clientY === movedTo[1];
      movedTo = [event.clientX, event.clientY];
      if (isOurs(event) || rests) return;
      if (!pressed) {
        gold.liftCover(event);
        showEnds(event);
      }
      if (gold.state.picking && isBehind([event.clientX, event.clientY], event)) gold.stopPicking();
      else if (gold.state.picking) gold.pick(event.composedPath().find((node) => node instanceof Element));
    },
    keydown: (event) => {
      if (gold.isTyping?.() || gold.isPressing?.(event)) return;
      const take = () => {
        event.preventDefault();
        event.stopPropagation();
      };
      if (gold.state.picking && gold.pickByKey(event.key) || gold.chooses?.(event)) return take();
      if (keyName(event) === "Ctrl+a") {
        take();
        return takeAll();
      }
      const command = gold.state.picking && event.key === " " ? "take" : keys[keyName(event)];
      if (!command) return;
      take();
      if (event.repeat && !REPEATED.has(command)) return;
      if (command !== "take") {
        if (!gold.runLocally?.(command)) tell({ kind: "command", command, key: keyName(event) });
      } else if (gold.state.picking && gold.pickedElement()) takePicked(event);
      else takeSelection(event);
    },
  };
  const REPEATED = new Set(["undo", "redo", "word-back", "word-forth", "letter-back", "letter-forth"]);

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  gold.startMarking = (keymap) => {
    gold.stopMarking();
    keys = keymap;
    gold.keepsKeys = false;
    [pressed, unsure] = [false, true];
    const roots = gold.allRoots();
    gold.startDrawing(roots);
    gold.removeObstacles(roots);
    for (const [name, handler] of Object.entries(handlers)) addEventListener.call(window, name, handler, { capture: true });
    stop = () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener.call(window, name, handler, { capture: true });
      gold.stopDrawing(roots);
      gold.shapeMouse(null);
      gold.restoreObstacles();
    };
  };
  gold.isDragging = () => pressed;
  gold.stopMarking = () => { stop?.(); stop = null; gold.stopPicking(); };
}
