// The toolbar's keys on a page that is in front before its toolbar is: they are kept, and the page gets none of them.
// An event that a script of the page has made is no key.
"use strict";

const isBegun = () => Object.hasOwn(globalThis, "gold") && gold.isBegun === true;
addEventListener("keydown", (event) => {
  const name = keyName(event);
  if (!event.isTrusted || isBegun() || !Object.hasOwn(KEYS, name)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) globalThis.cetrGoldTell(JSON.stringify({ kind: "early", key: name, command: KEYS[name] }));
}, { capture: true });
