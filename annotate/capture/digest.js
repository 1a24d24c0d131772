// The digest of a text, given in parts: what annotate.capture.digest computes of the saved text.
"use strict";

{
  // White space as Python knows it.
  const SPACES =
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";
  const SOLID = new Uint8Array(65536).fill(1);
  for (const space of SPACES) SOLID[space.charCodeAt(0)] = 0;
  const something = new RegExp(`[^${SPACES}]`);
  gold.isDigested = (text) => something.test(text);

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
