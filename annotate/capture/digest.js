// The digest of a text, given in parts: what annotate.capture.digest computes of the saved text.
"use strict";

globalThis.gold = globalThis.gold ?? {};

{
  const SOLID = new Uint8Array(65536).fill(1);
  for (const code of [9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]) SOLID[code] = 0;
  SOLID.fill(0, 0x2000, 0x200b);

  gold.digest = (parts) => {
    // White space is written, too, and written over: to ask of each unit what it is takes four times as long, as
    // processors cannot guess where words end.
    const units = new Uint16Array(parts.reduce((sum, part) => sum + part.length, 0));
    let size = 0;
    for (const part of parts)
      for (let k = 0; k < part.length; k++) {
        const unit = part.charCodeAt(k);
        units[size] = unit;
        size += SOLID[unit];
      }
    let one = 0, two = 0;
    for (let k = 0; k < size; k++) {
      one = (Math.imul(one, 0x01000193) + units[k]) | 0;
      two = (Math.imul(two, 0x5bd1e995) + units[k]) | 0;
    }
    return [size, one >>> 0, two >>> 0];
  };
}
