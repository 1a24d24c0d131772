// What of a frame's text a person sees.
"use strict";

{
  const { texts, textStart, textData, containers, contentStart, contentEnd } = gold.walked;
  const { countBelow, dom } = gold;
  const shown = (gold.walked.shown = []); // for each text whether it is seen, once that is asked for
  const drawn = (gold.walked.drawn = []); // the numbers of the texts in the order in which they are drawn

  // Characters that have no width, such as a joiner between two links, are not seen, and hidden from nobody.
  const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
  gold.isBlank = (text) => BLANK.test(text);

  // What is assigned to a slot is drawn in it. A closed root does not tell which slot a node is in, its slots do.
  const slots = new Map();
  const findSlots = () => {
    for (const root of gold.allRoots().slice(1))
      for (const slot of root.querySelectorAll("slot"))
        for (const node of slot.assignedNodes()) slots.set(node, slot);
  };

  // In the order in which texts are drawn that of a shadow root stands around what is assigned to its slots; in the
  // document it stands before it. Null where there is nothing in a slot, and one order.
  gold.drawnOrder = () => {
    if (!shown.length) hideContents();
    if (!slots.size) return null;
    if (drawn.length) return drawn;
    const numbers = new Map(texts.map((node, index) => [node, index]));
    const waiting = [document];
    while (waiting.length) {
      const node = waiting.pop();
      if (numbers.has(node)) drawn.push(numbers.get(node));
      const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
      const inside = assigned.length ? assigned : dom.childNodes((node instanceof Element && gold.rootOf(node)) || node);
      for (let i = inside.length - 1; i >= 0; i--) waiting.push(inside[i]);
    }
    return drawn;
  };

  // The element that a node is drawn in.
  const parentOf = (node) =>
    slots.get(node) ?? dom.parentElement(node) ?? (dom.parentNode(node) instanceof ShadowRoot ? dom.parentNode(node).host : null);

  gold.drawnIn = parentOf;

  // Elements that are there and show nothing of what is in them: clipped to a pixel, as text for screen readers is, or
  // left out of the drawing until a script or the search in the page wants them.
  const hidesContents = (element) => {
    if (element === page.documentElement || element === page.body) return false;
    const isHtml = element instanceof HTMLElement;
    if (!isHtml && !(element instanceof SVGSVGElement)) return false;
    const style = getComputedStyle(element); // most elements clip nothing; to measure them takes longer
    if (style.contentVisibility === "hidden") return true;
    if (style.overflow === "visible" || style.display === "inline" && isHtml || style.display === "contents") return false;
    if (!isHtml) return dom.clientWidth(element) === 0 || dom.clientHeight(element) === 0;
    return (dom.offsetWidth(element) <= 1 || dom.offsetHeight(element) <= 1) &&
      (style.position === "absolute" || style.position === "fixed" || dom.offsetHeight(element) === 0);
  };
  const hideContents = () => {
    shown.length = texts.length;
    findDirections();
    findSlots();
    // Where the layout was collected it has told which elements are worth the look.
    let index = -1;
    for (const element of gold.suspects ?? containers) {
      if (!hidesContents(element)) continue;
      index = containers.indexOf(element, index + 1); // both are in the order of the document
      note(index, false);
      for (const slot of dom.querySelectorAll(element, "slot"))
        for (const node of slot.assignedNodes({ flatten: true }))
          node instanceof Text ? (shown[texts.indexOf(node)] = false) : note(containers.indexOf(node), false);
      // A box clips what is positioned in it, but not what is positioned in a box around it.
      if (!(element instanceof HTMLElement) || getComputedStyle(element).contentVisibility === "hidden") continue;
      for (const inner of dom.querySelectorAll(element, "*"))
        if (isPositionedOutside(inner, element)) note(containers.indexOf(inner), undefined);
    }
  };
  const note = (index, seen) =>
    shown.fill(seen, countBelow(textStart, contentStart[index]), countBelow(textStart, contentEnd[index]));
  const isPositionedOutside = (inner, element) => {
    if (!(inner instanceof HTMLElement)) return false;
    const { position } = getComputedStyle(inner);
    if (position !== "absolute" && position !== "fixed") return false;
    const around = dom.offsetParent(inner);
    return around === null ? position === "fixed" : !dom.contains(element, around);
  };

  const isRendered = (element) => {
    if (dom.checkVisibility(element, { visibilityProperty: true })) return true;
    // What is "display: contents" has no box, and yet what is in it is seen where the element around it is.
    let style = getComputedStyle(element);
    if (style.visibility !== "visible") return false;
    let around = element;
    while (around && style.display === "contents") {
      around = parentOf(around);
      style = around && getComputedStyle(around);
    }
    return around !== element && around !== null && dom.checkVisibility(around);
  };
  gold.isRendered = isRendered;
  // Text in these is not seen, or not as text; of a closed <details> the summary is.
  const isMute = (parent) => {
    if (parent instanceof SVGElement) return dom.closest(parent, "defs, symbol, clipPath, mask, pattern, marker") !== null;
    const name = dom.localName(parent);
    return name === "noscript" || name === "textarea" || (name === "details" && !parent.open);
  };

  // Where a page cannot be scrolled to there is text for screen readers, too: before its beginning, which is at the top
  // left or, where writing goes on to the left or upwards, at the right or the bottom.
  let goesLeft, goesUp;
  const findDirections = () => {
    const { direction, writingMode } = getComputedStyle(page.body ?? page.documentElement); // hold for the page
    const upright = writingMode !== "horizontal-tb";
    goesLeft = upright ? writingMode.endsWith("-rl") : direction === "rtl";
    goesUp = upright && direction === "rtl";
  };
  // Where the window stands on the page, from the page's upper left corner. Scrolling counts from where writing begins,
  // which may be at the right or at the bottom.
  gold.standing = () => {
    findDirections();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = page.scrollingElement ?? page.documentElement;
    return [scrollX + (goesLeft ? scrollWidth - clientWidth : 0), scrollY + (goesUp ? scrollHeight - clientHeight : 0)];
  };
  const isOffPage = (box, parent) => {
    const off =
      (goesLeft ? box.left > 0 && box.left + scrollX >= innerWidth : box.right <= 0 && box.right + scrollX <= 0) ||
      (goesUp ? box.top > 0 && box.top + scrollY >= innerHeight : box.bottom <= 0 && box.bottom + scrollY <= 0);
    if (!off) return false;
    // What an element cuts off may come into it, as the slides of a carousel do, but not text that a picture stands for.
    for (let element = parent; element && element !== page.body; element = parentOf(element)) {
      const style = getComputedStyle(element);
      if (parseFloat(style.textIndent) <= -500) return true;
      if (style.overflow !== "visible" && element !== page.documentElement) return false;
    }
    return true;
  };

  // Of a frame that cannot be scrolled nobody sees more than is in view.
  const isBeyondView = (box) => box.left >= innerWidth || box.top >= innerHeight || box.right <= 0 || box.bottom <= 0;

  const measure = page.createRange(); // one for all: the browser keeps account of each
  const isShown = (index) => {
    const node = texts[index];
    if (!node) return false;
    if (!shown.length) hideContents();
    let known = shown[index];
    if (known !== undefined) return known;
    const parent = parentOf(node);
    known = false;
    if (parent && !isMute(parent) && isRendered(parent)) {
      measure.selectNodeContents(node);
      const box = measure.getBoundingClientRect(); // around those of its boxes that are not empty
      known = box.width > 0 && box.height > 0 && !isOffPage(box, parent) && !(gold.isFixed && isBeyondView(box));
    }
    shown[index] = known;
    return known;
  };

  gold.isShown = isShown; // by the number of the text

  // Text of which a person could read a line needs so many pixels. What a page has made transparent, or has cut down to
  // nothing, is there to be clicked, or to be read by others than people.
  const LEGIBLE = 8;
  const isTransparent = (element) => {
    const { opacity, filter, clip, clipPath, position } = getComputedStyle(element);
    const cut = (position === "absolute" || position === "fixed") && clip.match(/^rect\((-?[\d.]+)px, (-?[\d.]+)px, (-?[\d.]+)px, (-?[\d.]+)px\)$/);
    return opacity < 0.05 || /opacity\(0?\.?0\d*\)/.test(filter) ||
      cut && (cut[2] - cut[4] < LEGIBLE || cut[3] - cut[1] < LEGIBLE) ||
      /^inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%/.test(clipPath) || /^(?:circle|ellipse)\(0(?:px|%)/.test(clipPath);
  };

  const CUTS = ["hidden", "clip"], SCROLLS = ["auto", "scroll"];

  // The part of an element's box that no element around it cuts off. What can be scrolled to is not cut off, unless
  // only what is in view now is asked for.
  const clipBox = (element, cuts = CUTS) => {
    let { left, top, right, bottom } = dom.getBoundingClientRect(element);
    const inside = [element];
    for (let around = parentOf(element); around && around !== page.body && around !== page.documentElement; around = parentOf(around)) {
      const { overflowX, overflowY, display } = getComputedStyle(around);
      const [cutsX, cutsY] = [overflowX, overflowY].map((overflow) => cuts.includes(overflow));
      if ((cutsX || cutsY) && display !== "inline" && display !== "contents" && !inside.some((inner) => isPositionedOutside(inner, around))) {
        const box = dom.getBoundingClientRect(around);
        if (cutsX) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (cutsY) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      inside.push(around);
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  // Whether an element belongs to what fills the view and stays there, as a question about cookies does: it stands
  // before the whole page, and goes when it is answered.
  const isWall = (element) => {
    for (let around = element; around; around = parentOf(around)) {
      if (getComputedStyle(around).position !== "fixed") continue;
      const box = dom.getBoundingClientRect(around);
      if (box.width * box.height >= 0.8 * innerWidth * innerHeight) return true;
    }
    return false;
  };

  // Bring the middle of a frame into the middle of the view, where nothing that sticks to the edges stands before it.
  // Returns points in it and the box around them, in the view, and whether a wall stands before them all.
  const SAMPLES = [0.5, 0.1, 0.9];
  const scrolled = [];
  const centre = (scroller, box, around) => {
    const [left, top] = [dom.scrollLeft(scroller), dom.scrollTop(scroller)];
    scrolled.push([scroller, { left, top, behavior: "instant" }]);
    const across = (box.left + box.right - around.left - around.right) / 2;
    const down = (box.top + box.bottom - around.top - around.bottom) / 2;
    dom.scrollTo(scroller, { left: left + across, top: top + down, behavior: "instant" });
  };
  gold.approach = (frame) => {
    for (let around = parentOf(frame); around && around !== page.body && around !== page.documentElement; around = parentOf(around)) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (SCROLLS.includes(overflowX) || SCROLLS.includes(overflowY))
        centre(around, dom.getBoundingClientRect(frame), dom.getBoundingClientRect(around));
    }
    const box = clipBox(frame, [...CUTS, ...SCROLLS]);
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
      centre(page.scrollingElement ?? page.documentElement, box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    const { left, top, width, height } = clipBox(frame, [...CUTS, ...SCROLLS]);
    const points = SAMPLES.flatMap((across) => SAMPLES.map((down) => [left + across * width, top + down * height]));
    const root = dom.getRootNode(frame) instanceof ShadowRoot ? dom.getRootNode(frame) : page;
    const isWalled = ([x, y]) => root.elementsFromPoint(x, y).some((element) => element !== frame && !dom.contains(element, frame) && isWall(element));
    const middle = { x: left + 0.1 * width, y: top + 0.1 * height, width: 0.8 * width, height: 0.8 * height };
    return { points, middle, walled: points.every(isWalled) };
  };
  gold.leave = () => {
    while (scrolled.length) {
      const [scroller, place] = scrolled.pop();
      dom.scrollTo(scroller, place);
    }
  };

  // Let nothing of a frame be painted, without a trace in the document, until it is let go.
  let veil = null;
  gold.veil = (frame) => {
    const keyframes = { clipPath: ["inset(100%)", "inset(100%)"], transition: ["none", "none"] };
    veil = Element.prototype.animate.call(frame, keyframes, { duration: 1e9, fill: "both" });
    veil.pause();
  };
  gold.unveil = () => veil.cancel();

  // Whether a picture of a frame shows anything that is absent from two pictures without it. What moves before it
  // differs between these two.
  const VISIBLE = 13; // of 255: a contrast of 5 % is seen by nobody
  const FEWEST = 16; // pixels
  gold.showsMore = async (...pictures) => {
    const [without, picture, again] = await Promise.all(pictures.map(async (base64) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    }));
    let found = 0;
    for (let at = 0; at < picture.length; at++)
      if (Math.abs(picture[at] - without[at]) > VISIBLE && Math.abs(again[at] - without[at]) <= VISIBLE && ++found >= FEWEST) return true;
    return false;
  };

  // Whether a person could see what is in a frame if nothing stood before it.
  gold.showsFrame = (frame) => {
    const box = dom.getBoundingClientRect(frame);
    if (Math.min(box.width, box.height, dom.clientWidth(frame), dom.clientHeight(frame)) < LEGIBLE || !isRendered(frame)) return false;
    for (let element = frame; element; element = parentOf(element))
      if (isTransparent(element) || element !== frame && hidesContents(element)) return false;
    findDirections();
    if (isOffPage(box, parentOf(frame))) return false;
    const { width, height } = clipBox(frame);
    return Math.min(width, height) >= LEGIBLE;
  };

  // Find out of all texts whether they are seen.
  gold.see = () => { for (let index = 0; index < texts.length; index++) if (!BLANK.test(textData[index])) isShown(index); };

  const languageOf = (element) => element && (gold.dom.getAttribute(element, "lang") || gold.dom.getAttribute(element, "xml:lang"));

  gold.facts = () => ({
    title: gold.clean(page.title),
    language: gold.clean(languageOf(page.documentElement) || languageOf(page.body) || page.querySelector('meta[http-equiv="content-language" i]')?.content || ""),
    type: page.contentType,
    shown: texts.some((_, index) => !BLANK.test(textData[index]) && isShown(index)),
    viewport: [innerWidth, innerHeight],
    page: [page.documentElement?.scrollWidth ?? 0, page.documentElement?.scrollHeight ?? 0],
  });
}
