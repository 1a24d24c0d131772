// The name of a key that is pressed, as in the keymap, such as "Ctrl+z".
"use strict";

const keyName = (event) => {
  // Of a keyboard with other letters the place of the key counts.
  const letter = /[^\x20-\x7e]/.test(event.key) && /^Key[A-Z]$/.test(event.code) ? event.code[3] : event.key;
  const key = letter.length === 1 ? letter.toLowerCase() : letter;
  return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + key;
};
