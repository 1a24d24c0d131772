// What a page has against selecting its text with the mouse is changed while one marks, and put back.
"use strict";

{
  const { setAttribute, removeAttribute } = Element.prototype;
  const { dom } = gold;
  let before = []; // elements with an attribute's name and the value that it had
  let looked = new WeakSet();
  let frames = []; // frames that let a drag through, with their style
  const FRAMES = "iframe, frame, object, embed";
  const keep = (element, name) => before.push([element, name, dom.getAttribute(element, name)]);
  const liftOut = (element) => {
    keep(element, "style");
    own(element).style.setProperty("pointer-events", "none", "important");
  };
  const withdraw = (name, roots) => {
    const elements = roots.flatMap((root) => [...own(root).querySelectorAll(`[${name}]`)]);
    if (elements.length) gold.see(); // what a style sheet hides without the attribute was seen, and the reverse
    for (const element of elements) {
      keep(element, name);
      removeAttribute.call(element, name);
    }
  };
  // An element's own important style is stronger than that of any sheet.
  const allowSelection = (element) => {
    if (getComputedStyle(element).userSelect !== "none" || gold.isBlank(dom.textContent(element))) return;
    keep(element, "style");
    own(element).style.setProperty("user-select", "text", "important");
    own(element).style.setProperty("pointer-events", "auto", "important");
  };
  // A frame that is not marked, as nothing of it is seen or it failed, would keep mouse and keys to itself.
  const passOver = (frame) => {
    if (!frame.contentWindow || gold.hasFrame(frame)) return;
    liftOut(frame);
    frame.blur();
  };

  // What lies over a text and shows none itself, as a link over a whole card or a sheet against copying, lets the mouse
  // through. Text for screen readers alone is none.
  const showsText = (element) => gold.spansOfElements([element]).length > 0;
  const isCover = (element) => ["absolute", "fixed"].includes(getComputedStyle(element).position);
  gold.liftCover = (event) => {
    const [top] = event.composedPath();
    if (looked.has(top)) return;
    looked.add(top);
    for (let element = top; element instanceof HTMLElement && element !== page.body; element = dom.parentElement(element)) {
      if (element instanceof HTMLFormElement || showsText(element)) return;
      if (!isCover(element)) continue;
      const around = new Set();
      for (let one = element; one; one = gold.drawnIn(one)) around.add(one);
      const roots = [document, dom.getRootNode(element)];
      const below = roots.flatMap((root) => own(root).elementsFromPoint(event.clientX, event.clientY));
      if (below.some((other) => !around.has(other) && showsText(other))) liftOut(element);
      return;
    }
  };

  const setStyle = ([element, value]) => value === null ? removeAttribute.call(element, "style") : setAttribute.call(element, "style", value);
  // A drag that is released over a frame would end there, and not in the document in which it began.
  gold.letFramesThrough = (on) => {
    frames.forEach(setStyle);
    frames = on ? gold.allRoots().flatMap((root) => [...own(root).querySelectorAll(FRAMES)]).map((frame) => [frame, dom.getAttribute(frame, "style")]) : [];
    for (const [frame] of frames) own(frame).style.setProperty("pointer-events", "none", "important");
  };

  gold.removeObstacles = (roots) => {
    for (const root of roots) for (const frame of own(root).querySelectorAll(FRAMES)) passOver(frame);
    for (const root of roots) for (const element of own(root).querySelectorAll('[style*="user-select" i]')) allowSelection(element);
    withdraw("inert", roots); // as behind a banner: no text can be selected there
    withdraw("contenteditable", roots); // no selection goes from other text into what can be edited
  };
  gold.restoreObstacles = () => {
    gold.letFramesThrough(false);
    for (const [element, name, value] of before) value === null ? removeAttribute.call(element, name) : setAttribute.call(element, name, value);
    [before, looked] = [[], new WeakSet()];
  };

  // The shape of the mouse over one element at a time; null: as the page has it.
  let shaped = null;
  gold.shapeMouse = (element, cursor = "") => {
    if (shaped?.element === element) return;
    if (shaped) setStyle([shaped.element, shaped.value]);
    shaped = element && { element, value: dom.getAttribute(element, "style") };
    if (element) own(element).style.setProperty("cursor", cursor, "important");
  };
}
