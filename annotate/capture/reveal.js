// A page may hide all of itself until a script of its own has run, and then the script fails or was never stored. Such
// a page is shown by rules that are no part of the document, so that a person sees what is marked.
// Returns whether it hides itself.
(() => {
  const reveal = (element) => {
    const { display, visibility, opacity } = getComputedStyle(element);
    return [
      display === "none" && "display: block",
      visibility !== "visible" && "visibility: visible",
      opacity < 0.05 && "opacity: 1",
    ].filter(Boolean);
  };
  if (!Object.hasOwn(globalThis, "gold")) Object.defineProperty(globalThis, "gold", { value: {} });
  gold.hidePage?.();
  const rules = [];
  for (const [selector, element] of [[":root", page.documentElement], [":root > body", page.body]]) {
    const hidden = element ? reveal(element) : [];
    // Its own transition would fade it in only later.
    if (hidden.length) rules.push(`${selector} { ${[...hidden, "transition: none"].map((rule) => `${rule} !important;`).join(" ")} }`);
  }
  if (!rules.length) return false;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer cetr-gold { ${rules.join(" ")} }`); // what is important in a layer is stronger than outside
  page.adoptedStyleSheets.push(sheet);
  gold.hidePage = () => {
    page.adoptedStyleSheets = [...page.adoptedStyleSheets].filter((one) => one !== sheet);
    delete gold.hidePage;
  };
  return true;
})()
