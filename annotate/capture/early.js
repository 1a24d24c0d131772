// The toolbar's keys on a page that is in front before its toolbar is: they are kept, and the page gets none of them.
// An event that a script of the page has made is no key.
"use strict";

const OPENS_BOX = ["reject", "language"];
let isWriting = false; // a box will be opened: what is typed until Escape is text for it, which is lost, and no commands
const isBegun = () => Object.hasOwn(globalThis, "gold") && gold.isBegun === true;
addEventListener("keydown", (event) => {
  const name = keyName(event);
  if (!event.isTrusted || isBegun() || !(isWriting || Object.hasOwn(KEYS, name))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (KEYS[name] === "escape") isWriting = false;
  if (isWriting || event.repeat) return;
  isWriting = OPENS_BOX.includes(KEYS[name]);
  globalThis.cetrGoldTell(JSON.stringify({ kind: "early", key: name, command: KEYS[name] }));
}, { capture: true });
