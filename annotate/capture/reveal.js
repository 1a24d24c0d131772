// A page may hide all of itself until a script of its own has run, and then the script fails or was never stored. Such
// a page is shown by rules that are no part of the document, so that a person sees what is marked. Where the root and
// the body are visible and nothing in them is, what hides most of the text is shown; what covers it is taken away.
// Returns whether it hides itself.
() => {
  const { dom } = gold;
  const SHOWN = { display: "block", visibility: "visible", opacity: "1" };
  const waysOf = (element) => {
    const { display, visibility, opacity } = getComputedStyle(element);
    if (!display) return []; // it is in no slot of its host, and no style is computed
    const hidden = { display: display === "none", visibility: visibility !== "visible", opacity: opacity < 0.05 };
    return Object.keys(hidden).filter((way) => hidden[way]);
  };
  gold.hidePage?.();
  const sheet = new CSSStyleSheet();
  const rules = [];
  const revealed = new Set();
  const held = [];
  const addRule = (selector, declarations) => {
    rules.push(`${selector} { ${declarations.map((one) => `${one} !important;`).join(" ")} }`);
    sheet.replaceSync(`@layer cetr-gold { ${rules.join(" ")} }`); // what is important in a layer is stronger than outside
    if (rules.length > 1) return;
    page.adoptedStyleSheets.push(sheet);
    gold.revealing = sheet;
    gold.hidePage = () => {
      page.adoptedStyleSheets = [...page.adoptedStyleSheets].filter((one) => one !== sheet);
      for (const transition of held) transition.cancel();
      delete gold.hidePage;
    };
  };
  // Its own transition would fade it in only later.
  const show = (selector, ways) => addRule(selector, [...ways.map((way) => `${way}: ${SHOWN[way]}`), "transition: none"]);
  // An element's own important style is stronger than any sheet, but a transition is stronger still: one that begins
  // where the element is shown, and never goes on.
  const showElement = (selector, element, ways) => {
    show(selector, ways);
    const left = waysOf(element);
    if (!left.length) return;
    const { style } = own(element), before = dom.getAttribute(element, "style");
    for (const way of left) style.setProperty(way, SHOWN[way], "important");
    waysOf(element);
    addRule(selector, ["transition: all 1e8s step-end allow-discrete"]);
    Element.prototype.setAttribute.call(element, "style", before);
    waysOf(element);
    held.push(...Element.prototype.getAnimations.call(element));
  };

  const outer = [[":root", page.documentElement], [":root > body", page.body]].filter(([, element]) => element);
  for (const [selector, element] of outer) {
    const ways = waysOf(element);
    if (!ways.length) continue;
    showElement(selector, element, ways);
    revealed.add(element);
  }

  // What is hidden for good, or is no text of the page.
  const NEVER = "script, style, noscript, template, dialog, datalist, [hidden], [popover]";
  const FRAMED = "iframe, frame, object, embed";
  const hasBox = ({ width, height, right, bottom }, least) => width > least && height > least && right + scrollX > 0 && bottom + scrollY > 0;
  const isRendered = (element) => dom.checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
  const textsOf = function* (element) {
    const walker = page.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
      node instanceof Text ? (node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP)
        : dom.matches(node, NEVER) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP);
    while (walker.nextNode()) yield walker.currentNode;
  };
  const lengthOf = (element) => [...textsOf(element)].reduce((sum, { data }) => sum + data.trim().length, 0);
  // What has a document or a tree of its own is not looked into.
  const isOther = (element) => dom.matches(element, FRAMED) || dom.localName(element).includes("-") || dom.shadowRoot(element);
  const MOST = 40; // characters, of a button
  const lengthShown = () => {
    const range = page.createRange();
    let length = 0;
    for (const text of textsOf(page.body)) {
      range.selectNodeContents(text);
      if (isRendered(dom.parentElement(text)) && hasBox(range.getBoundingClientRect(), 1)) length += text.data.trim().length;
      if (length > MOST) return length;
    }
    const isSeen = (element) => isOther(element) && isRendered(element) && hasBox(dom.getBoundingClientRect(element), 20);
    return [...dom.querySelectorAll(page.body, "*")].some(isSeen) ? Infinity : length;
  };

  // Elements that hide themselves and what is in them. One that is absent must hold others: a hidden text is no page.
  const findHidden = (element, found) => {
    for (const inner of dom.childNodes(element)) {
      if (!(inner instanceof Element) || inner === cover || dom.matches(inner, NEVER)) continue;
      const ways = waysOf(inner);
      const length = ways.length ? lengthOf(inner) : 0;
      if (!ways.length) findHidden(inner, found);
      else if (length && !(ways.includes("display") && !dom.querySelectorAll(inner, "*").length)) found.push({ element: inner, ways, length });
    }
    return found;
  };
  const pathOf = (element) => {
    if (element === page.documentElement) return ":root";
    return `${pathOf(dom.parentElement(element))} > :nth-child(${gold.numberOf(element)})`;
  };
  const isPlaced = (element) => ["absolute", "fixed"].includes(getComputedStyle(element).position); // as menus and questions are

  // A cover fills the view and shows at most a word and a small picture, as while a page loads. All text in the view is
  // behind it, or no text of the page has a place at all.
  const [across, down] = [page.documentElement?.clientWidth, page.documentElement?.clientHeight];
  const fillsView = ({ left, top, right, bottom }) => left <= 0 && top <= 0 && right >= across && bottom >= down;
  const isOpaque = ({ backgroundColor, opacity }) => opacity > 0.9 && !/^rgba|\//.test(backgroundColor);
  const isLarge = ({ width, height }) => width * height > (across * down) / 4;
  const isContent = (element) =>
    isOther(element) || dom.matches(element, "a[href], button, input, select, textarea") ||
    dom.matches(element, "img, svg, canvas, video") && isLarge(dom.getBoundingClientRect(element));
  const isCover = (element) =>
    isPlaced(element) && fillsView(dom.getBoundingClientRect(element)) && isOpaque(getComputedStyle(element)) &&
    lengthOf(element) <= MOST && ![element, ...dom.querySelectorAll(element, "*")].some(isContent);
  const standsBeforeAll = (cover) => {
    const range = page.createRange();
    let behind = 0, placed = 0, others = 0;
    for (const text of textsOf(page.body)) {
      if (dom.contains(cover, text)) continue;
      others++;
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (!hasBox(box, 1)) continue;
      placed++;
      const { left, top, right, bottom } = box;
      if (right <= 0 || bottom <= 0 || left >= across || top >= down) continue;
      const [x, y] = [(Math.max(left, 0) + Math.min(right, across)) / 2, (Math.max(top, 0) + Math.min(bottom, down)) / 2];
      if (!dom.contains(cover, page.elementsFromPoint(x, y)[0])) return false;
      behind++;
    }
    return behind > 0 || (others > 0 && placed === 0);
  };
  const findCover = () => {
    let element = page.body && page.elementsFromPoint(across / 2, down / 2)[0];
    while (element && !isCover(element)) element = dom.parentElement(element);
    return element && standsBeforeAll(element) ? element : null;
  };
  const cover = findCover();
  if (cover) {
    addRule(pathOf(cover), ["display: none"]);
    for (const [selector, element] of outer) // nor does such a page scroll
      if (getComputedStyle(element).overflowY === "hidden") addRule(selector, ["overflow: visible"]);
  }

  // Beside a button or two that are shown, only what is much longer and keeps its place is the page.
  const isPage = ({ element, ways, length }) => length > 20 * MOST && !ways.includes("display") && !isPlaced(element);
  const ROUNDS = 9;
  for (let round = 0; round < ROUNDS && page.body; round++) {
    const shown = lengthShown();
    const found = shown > MOST ? [] : findHidden(page.body, []).filter((one) => !shown || isPage(one));
    if (!found.length) break;
    const main = found.reduce((most, one) => (one.length > most.length ? one : most));
    const around = dom.parentElement(main.element);
    if (!main.ways.includes("display") && revealed.has(around) && !revealed.has(main.element)) {
      show(`${pathOf(around)} *`, main.ways); // a rule for all elements
      revealed.add(main.element);
    } else
      for (const one of found) {
        const isAlike = !one.ways.includes("display") && !main.ways.includes("display") && !isPlaced(one.element);
        if (one !== main && !isAlike) continue;
        showElement(pathOf(one.element), one.element, one.ways);
        revealed.add(one.element);
      }
  }
  return rules.length > 0;
}
