// Text by CSS selectors.
"use strict";

{
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
}
