// A page may hide all of itself until a script of its own has run, and then the script fails or was never stored. Such
// a page is shown by rules that are no part of the document, so that a person sees what is marked. Where the root and
// the body are visible and nothing in them is, what hides most of the text is shown.
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
  const show = (selector, ways) => {
    // Its own transition would fade it in only later.
    const declarations = [...ways.map((way) => `${way}: ${SHOWN[way]}`), "transition: none"];
    rules.push(`${selector} { ${declarations.map((one) => `${one} !important;`).join(" ")} }`);
    sheet.replaceSync(`@layer cetr-gold { ${rules.join(" ")} }`); // what is important in a layer is stronger than outside
    if (rules.length > 1) return;
    page.adoptedStyleSheets.push(sheet);
    gold.hidePage = () => {
      page.adoptedStyleSheets = [...page.adoptedStyleSheets].filter((one) => one !== sheet);
      delete gold.hidePage;
    };
  };

  for (const [selector, element] of [[":root", page.documentElement], [":root > body", page.body]]) {
    const ways = element ? waysOf(element) : [];
    if (!ways.length) continue;
    show(selector, ways);
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
  const showsSomething = () => {
    const range = page.createRange();
    for (const text of textsOf(page.body)) {
      range.selectNodeContents(text);
      if (isRendered(dom.parentElement(text)) && hasBox(range.getBoundingClientRect(), 1)) return true;
    }
    // What has a document or a tree of its own is not looked into.
    const isOther = (element) => dom.matches(element, FRAMED) || dom.localName(element).includes("-") || dom.shadowRoot(element);
    return [...dom.querySelectorAll(page.body, "*")].some((element) => isOther(element) && isRendered(element) && hasBox(dom.getBoundingClientRect(element), 20));
  };

  // Elements that hide themselves and what is in them. One that is absent must hold others: a hidden text is no page.
  const findHidden = (element, found) => {
    for (const inner of dom.childNodes(element)) {
      if (!(inner instanceof Element) || dom.matches(inner, NEVER)) continue;
      const ways = waysOf(inner);
      const length = ways.length ? [...textsOf(inner)].reduce((sum, { data }) => sum + data.trim().length, 0) : 0;
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

  const ROUNDS = 9;
  for (let round = 0; round < ROUNDS && page.body && !showsSomething(); round++) {
    const found = findHidden(page.body, []);
    if (!found.length) break;
    const main = found.reduce((most, one) => (one.length > most.length ? one : most));
    const around = dom.parentElement(main.element);
    if (!main.ways.includes("display") && revealed.has(around)) show(`${pathOf(around)} *`, main.ways); // a rule for all elements
    else
      for (const one of found) {
        const isAlike = !one.ways.includes("display") && !main.ways.includes("display") && !isPlaced(one.element);
        if (one !== main && !isAlike) continue;
        show(pathOf(one.element), one.ways);
        revealed.add(one.element);
      }
  }
  return rules.length > 0;
}
