// The DOM's own properties. Asked itself, a form answers with its control of that name, even in an isolated world:
// after <input name="nextSibling"> it has another sibling.
"use strict";

// Of our own, so that no element of that name is found in its place.
if (!Object.hasOwn(globalThis, "gold")) Object.defineProperty(globalThis, "gold", { value: {} });
Object.assign(gold, { own, page });

{
  const getter = (prototype, name) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name).get;
    return (node) => get.call(node);
  };
  const method = (prototype, name) => {
    const own = prototype[name];
    return (node, argument) => own.call(node, argument);
  };
  const getters = (prototype, ...names) => names.map((name) => [name, getter(prototype, name)]);
  const methods = (prototype, ...names) => names.map((name) => [name, method(prototype, name)]);

  gold.dom = Object.fromEntries([
    ...getters(Node.prototype, "nodeType", "firstChild", "nextSibling", "childNodes", "parentNode", "parentElement", "textContent"),
    ...methods(Node.prototype, "contains", "getRootNode", "dispatchEvent"),
    ...getters(Element.prototype, "localName", "namespaceURI", "tagName", "attributes", "shadowRoot", "clientWidth", "clientHeight", "clientTop", "scrollLeft", "scrollTop", "scrollWidth", "scrollHeight", "previousElementSibling"),
    ...methods(Element.prototype, "getAttribute", "getAttributeNames", "checkVisibility", "getBoundingClientRect", "matches", "closest", "querySelectorAll", "scrollTo", "scrollIntoView"),
    ...getters(HTMLElement.prototype, "offsetWidth", "offsetHeight", "offsetParent"),
  ]);

  // The number of an element among its siblings, from 1, as in ":nth-child".
  gold.numberOf = (element) => {
    let number = 1;
    for (let before = element; (before = gold.dom.previousElementSibling(before)); ) number++;
    return number;
  };
}
