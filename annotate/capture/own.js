// What belongs to a document, a form or a window itself. Asked in the usual way these answer with a part of the page that
// has such a name, even in an isolated world: after <img name="body"> the document has another body.
"use strict";

const own = (target) => {
  const known = new Map();
  const find = (name) => {
    let found = known.get(name);
    for (let one = Object.getPrototypeOf(target); one && !found; one = Object.getPrototypeOf(one))
      found = Object.getOwnPropertyDescriptor(one, name);
    known.set(name, found);
    return found;
  };
  return new Proxy({}, {
    get: (_, name) => {
      const { get, value } = find(name) ?? {};
      return get ? get.call(target) : typeof value === "function" ? value.bind(target) : value;
    },
    set: (_, name, value) => {
      find(name).set.call(target, value);
      return true;
    },
  });
};
const page = own(document);
