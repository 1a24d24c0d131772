// The toolbar's keys on a page that is in front before its toolbar is, or after its end until the next page is: they
// are kept, and the page gets none of them.
// An event that a script of the page has made is no key.
// The freeze key is ours as long as the page runs; from then on the others are, too.
"use strict";

// Of our own, so that no element of that name is found in its place.
if (!Object.hasOwn(globalThis, "gold")) Object.defineProperty(globalThis, "gold", { value: {} });
gold.keepsKeys = KEEPS;

const OPENS_BOX = ["reject", "language"];
let isWriting = false; // a box will be opened: what is typed until Escape is text for it, which is lost, and no commands
const tell = (message) => globalThis.cetrGoldTell(JSON.stringify(message));
// Returns whether the key is one that is kept.
gold.keepKey = (event) => {
  const name = keyName(event);
  if (!isWriting && !Object.hasOwn(KEYS, name)) return false;
  if (KEYS[name] === "escape") isWriting = false;
  if (isWriting || event.repeat) return true;
  isWriting = OPENS_BOX.includes(KEYS[name]);
  tell({ kind: "early", key: name, command: KEYS[name] });
  return true;
};
addEventListener("keydown", (event) => {
  if (!event.isTrusted) return;
  const freezes = event.key === FREEZE_KEY && !gold.frozen;
  if (freezes) {
    isWriting = false;
    gold.keepsKeys = true;
    tell({ kind: "command", command: "freeze" });
  } else if (!gold.keepsKeys) {
    isWriting = false;
    return;
  } else if (!gold.keepKey(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
