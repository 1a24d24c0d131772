// Presses the first element that a selector finds, if it is visible. No person does so: the page may open no window.
// Returns whether there was one to press.
(selector) => {
  const { dom } = gold;
  function* find(root) {
    for (const element of root.querySelectorAll("*")) {
      if (dom.matches(element, selector)) yield element;
      const inner = dom.shadowRoot(element);
      if (inner) yield* find(own(inner));
    }
  }
  const button = find(page).next().value;
  if (!button || dom.matches(button, ":disabled") || !dom.checkVisibility(button, { visibilityProperty: true })) return false;
  const { width, height } = dom.getBoundingClientRect(button);
  if (!width || !height) return false;
  dom.scrollIntoView(button, { block: "center", behavior: "instant" });
  const options = { bubbles: true, cancelable: true, composed: true, view: window };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
    const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
    dom.dispatchEvent(button, new Kind(type, options));
  }
  return true;
}
