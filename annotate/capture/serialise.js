// The document as HTML, with the place of every node in it. Runs in an isolated world, once per frame, before
// anything of ours is in the page. Offsets are UTF-16 units of the frame's own HTML.
"use strict";

{
  const { dom } = gold;
  const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));
  const RAW_TEXT = new Set("xmp iframe noembed noframes plaintext noscript".split(" "));
  const EATS_NEWLINE = new Set(["pre", "textarea", "listing"]);
  const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
  const PLAIN_NAMESPACES = new Set([HTML_NAMESPACE, "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"]);
  const TEXT_ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00a0": "&nbsp;", "\r": "&#13;" };
  const ATTRIBUTE_ESCAPES = { ...TEXT_ESCAPES, '"': "&quot;" };

  // What stands in an element of raw text: as it is, but that code from XML, or of another script's making, may hold
  // the end tag of its own element. In a frame nothing may end the <iframe> in which its contents stand; a name that means
  // nothing, as long as the other, moves no text.
  const inFrame = window !== window.top;
  const asIs = (text) => (inFrame ? text.replace(/<(\/?)iframe/gi, "<$1xframe") : text);
  const codeOf = (name) => {
    const ends = new RegExp(`<(?=/(?:${name}${inFrame ? "|iframe" : ""}))`, "gi");
    return (text) => text.replace(ends, "<\\");
  };
  const CODE = { script: codeOf("script"), style: codeOf("style") };

  // What nobody sees: no parser may find its end before it is there, as code and XML let it have one inside.
  const comment = (data) => `<!--${asIs(data).replace(/^(-?)>/, "$1&gt;").replace(/--(!?)>/g, "--$1&gt;")}-->`;
  const instruction = (node) => `<?${node.target} ${asIs(node.data).replaceAll(">", "&gt;")}>`;

  const escapeText = (text) => (/[&<>\u00a0\r]/.test(text) ? text.replace(/[&<>\u00a0\r]/g, (c) => TEXT_ESCAPES[c]) : text);
  const escapeAttribute = (text) =>
    /[&<>\u00a0\r"]/.test(text) ? text.replace(/[&<>\u00a0\r"]/g, (c) => ATTRIBUTE_ESCAPES[c]) : text;

  const nameOf = (element) => (PLAIN_NAMESPACES.has(dom.namespaceURI(element)) ? dom.localName(element) : dom.tagName(element));
  // No file holds half a surrogate pair, and no parser of HTML lets a NUL pass.
  const clean = (text) => text.toWellFormed().replaceAll("\0", "\ufffd");
  Object.assign(gold, { clean, escapeText, nameOf });

  // A shadow host's root, open or closed; closed ones are found from outside and registered here.
  const closedRoots = new Map();
  const frameContents = new Map();
  const frameBases = new Map();
  const frameAt = new Map(); // where these begin
  gold.registerRoot = (host, root) => closedRoots.set(host, root);
  gold.registerFrame = (element, html, base) => { frameContents.set(element, html); frameBases.set(element, base); };
  gold.hasFrame = (element) => frameContents.has(element);
  const rootOf = (element) => dom.shadowRoot(element) ?? closedRoots.get(element) ?? null;
  gold.rootOf = rootOf;

  // What the walk finds. Offsets are UTF-16 units of the frame's own HTML.
  const texts = []; // text nodes in document order; null stands for a frame's contents
  const textStart = [];
  const textEnd = [];
  const textData = [];
  const containers = []; // elements and the roots that hold them
  const containerStart = [];
  const contentStart = [];
  const contentEnd = [];
  const pairs = []; // where surrogate pairs begin
  gold.walked = { texts, textStart, textEnd, textData, containers, containerStart, contentStart, contentEnd, pairs, frameAt };

  // What the browser's search for "</" finds in this frame, if no shadow root is hidden from us: every element, and
  // what in the root element has these two characters in its data. The walk counts along, and apart what it does not enter.
  let counted = 0;
  const countInside = (parent) => {
    let count = own(parent).querySelectorAll("*").length;
    const others = page.createTreeWalker(parent, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION | NodeFilter.SHOW_COMMENT);
    while (others.nextNode()) if (others.currentNode.data.includes("</")) count++;
    return count;
  };
  const countAll = () => (page.documentElement ? 1 + countInside(page.documentElement) : 0);
  gold.countNodes = () => (containers.length ? counted : countAll());
  // The same of a frame, from outside, if nothing is in its body.
  gold.countBlank = (frame) => {
    const inside = own(frame).contentDocument, body = inside && own(inside).body;
    return body && !dom.firstChild(body) && !dom.shadowRoot(body) ? 1 + countInside(own(inside).documentElement) : null;
  };

  const CHUNK = 1 << 20; // UTF-16 units that are put together at once
  let html = []; // in chunks, as files: while the walk goes on, the browser takes them out of the page's memory
  let pieces = [];
  let at = 0, done = 0; // UTF-16 units: written, and of these put into chunks
  const put = (piece) => { pieces.push(piece); at += piece.length; };

  const finishChunk = () => {
    const chunk = clean(pieces.join(""));
    if (/[\ud800-\udbff]/.test(chunk))
      for (const match of chunk.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(done + match.index);
    html.push(new Blob([chunk]));
    pieces = [];
    done = at;
  };

  // Where the walk stands: the node that comes next, and the containers around it, the innermost last. It is a loop, not
  // a recursion: it can stop and go on, and elements may be nested as deep as they like.
  let next = null;
  const around = [];
  let body = null; // if it is to hold the document's sheets
  const enter = (container, index, first, end, { write = escapeText, keep = true, after = null } = {}) => {
    around.push({ container, index, end, write, keep, after });
    next = first;
  };
  const leave = () => {
    const { container, index, end, after } = around.pop();
    if (container === body) addSheets(page.adoptedStyleSheets);
    else if (container instanceof ShadowRoot) addSheets(container.adoptedStyleSheets);
    contentEnd[index] = at;
    put(end);
    next = around.length ? dom.nextSibling(container) : null;
    after?.();
  };

  // Numbers in arrays of their own, not an object for each element: collecting those took longer than the walk. Nor
  // is there a map from nodes to their numbers: to fill it takes a third of the walk.
  const open = (node, start) => {
    const index = containers.length;
    containers.push(node); containerStart.push(start); contentStart.push(at); contentEnd.push(at);
    return index;
  };

  const count = (data) => {
    if (data.includes("</")) counted++;
    return data;
  };

  const addText = (node, write) => {
    const data = count(node.data);
    if (!data) return;
    texts.push(node); textStart.push(at); textData.push(data);
    put(write(data));
    textEnd.push(at);
  };

  const addOther = (node, { container, write, keep }) => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE)
      keep ? addText(node, write) : put(write(count(node.data)));
    else if (node.nodeType === Node.COMMENT_NODE) put(comment(container === document ? node.data : count(node.data)));
    else if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) put(instruction(node));
    else if (node.nodeType === Node.DOCUMENT_TYPE_NODE) put(`<!DOCTYPE ${node.name}>`);
  };

  // An element of which nothing more is to be walked.
  const skip = (element, index, end) => {
    contentEnd[index] = at;
    put(end);
    counted += countInside(element);
    next = dom.nextSibling(element);
  };

  // Attributes by name: of `attributes` the browser makes an object for each. On an HTML element it looks for a name in
  // lower case, and so does not find one that a script has set in capitals.
  const startTag = (element, name, given = {}) => {
    let tag = "<" + name;
    const names = dom.getAttributeNames(element);
    for (const added in given) if (!names.includes(added)) tag += ` ${added}="${escapeAttribute(given[added])}"`;
    for (let i = 0; i < names.length; i++)
      tag += ` ${names[i]}="${escapeAttribute(given[names[i]] ?? dom.getAttribute(element, names[i]) ?? dom.attributes(element)[i].value)}"`;
    return tag + ">";
  };

  const addElement = (element) => {
    counted++;
    const isHtml = dom.namespaceURI(element) === HTML_NAMESPACE;
    // In a frame the end tag of another one would end the outer frame's contents too early, and what is in other elements
    // that hold frames would be part of the page.
    const isIframe = isHtml && dom.localName(element) === "iframe";
    const name = (isIframe ? inFrame : frameContents.has(element)) ? "frame" : nameOf(element);
    const start = at;
    put(startTag(element, name, frameContents.has(element) ? baseOf(element) : {}));
    const index = open(element, start);
    if (isHtml && VOID.has(name)) {
      if (frameContents.has(element)) { put("<noframes>"); addFrame(element); put("</noframes>"); }
      return skip(element, index, "");
    }
    const root = rootOf(element);
    if (!root) return addContents(element, index, isHtml, name);
    put(`<template shadowrootmode="${root.mode}"${root.delegatesFocus ? ' shadowrootdelegatesfocus=""' : ""}${root.serializable ? ' shadowrootserializable=""' : ""}${root.clonable ? ' shadowrootclonable=""' : ""}>`);
    const after = () => addContents(element, index, isHtml, name);
    enter(root, open(root, at), dom.firstChild(root), "</template>", { after });
  };

  // What is in an element, without its shadow root, and its end tag.
  const addContents = (element, index, isHtml, name) => {
    const first = dom.firstChild(element);
    const end = `</${name}>`;
    if (isHtml && EATS_NEWLINE.has(name) && first?.nodeType === Node.TEXT_NODE && first.data.startsWith("\n")) put("\n");
    if (frameContents.has(element)) {
      addFrame(element);
      skip(element, index, end);
    } else if (isHtml && name === "template") {
      const outside = counted; // the browser's search does not look into a template
      enter(element, index, dom.firstChild(element.content), end, { after: () => { counted = outside + countInside(element); } });
    } else if (name === "style") {
      put((isHtml ? CODE.style : escapeText)(styleOf(element)));
      skip(element, index, end);
    } else if (name === "script") enter(element, index, first, end, { write: isHtml ? CODE.script : escapeText, keep: false });
    else if (isHtml && RAW_TEXT.has(name)) enter(element, index, first, end, { write: asIs });
    else enter(element, index, first, end);
  };

  const cssOf = (rules) => rules.map((rule) => `${rule}\n`).join("");
  const rulesIn = (sheet, isWanted = () => true) => [...sheet.cssRules].filter(isWanted).map(({ cssText }) => cssText);
  const isNoImport = (rule) => !(rule instanceof CSSImportRule);

  // The text of a <style> and the rules that a script has put into its sheet, as many libraries for styles do. These
  // stand before the text, unless that imports others, or after it, in the order of the sheet. Where rules of the text
  // are gone or changed, the sheet's count.
  const styleOf = (style) => {
    const { sheet } = own(style), text = dom.textContent(style);
    if (!sheet || sheet.disabled) return text;
    const given = new CSSStyleSheet();
    if (text.trim()) given.replaceSync(text); // without what it imports
    const before = rulesIn(given);
    const first = [], last = [];
    let known = 0;
    for (const rule of rulesIn(sheet, isNoImport)) rule === before[known] ? known++ : (known ? last : first).push(rule);
    if (known < before.length) return cssOf(rulesIn(sheet));
    return text.includes("@import") ? text + cssOf([...first, ...last]) : cssOf(first) + text + cssOf(last);
  };

  // The sheets that scripts keep beside a document or a shadow root stand at the end of its elements, as they count after
  // the sheets in these. Hundreds of roots may have the same rules: these are written once, and where they come again a
  // number stands for them (adopt.js).
  const rulesOf = new Map(); // of each sheet
  const numbers = new Map(); // of these rules
  const addSheets = (sheets) => {
    for (const sheet of sheets) {
      if (sheet.disabled || sheet === gold.revealing) continue;
      if (!rulesOf.has(sheet)) rulesOf.set(sheet, CODE.style(cssOf(rulesIn(sheet))));
      const rules = rulesOf.get(sheet), media = sheet.media.mediaText;
      const isKnown = numbers.has(rules);
      if (!isKnown) numbers.set(rules, numbers.size + 1);
      put(`<style data-adoptedstylesheet="${numbers.get(rules)}"${media && ` media="${escapeAttribute(media)}"`}>`);
      put(`${isKnown ? "" : rules}</style>`);
    }
  };

  const findAddress = (written, base) => {
    if (!URL.canParse(written, base)) return null;
    const url = new URL(written, base);
    url.username = url.password = "";
    return /^https?:/.test(url.href) ? url.href : null;
  };

  // On the web. A frame may show another document than its element says, or have another base.
  const addressOf = (link) => {
    const href = findAddress(own(link).href);
    return href ? { href } : {};
  };

  // The base of a frame's document, if it is another than readers take from the element.
  const baseOf = (frame) => {
    const [src, data, srcdoc, known] = ["src", "data", "srcdoc", "data-baseuri"].map((name) => dom.getAttribute(frame, name));
    const named = srcdoc === null ? src || data : "";
    const said = findAddress(known || named || "", page.baseURI) ?? findAddress(page.baseURI);
    const base = findAddress(frameBases.get(frame));
    const differs = base && base.replace(/#.*/s, "") !== said?.replace(/#.*/s, "");
    return differs ? { "data-baseuri": base } : {};
  };

  // What stands before the contents of a frame's body, which alone are part of the page: the start tags of its root and
  // its body, and the sheets in its head. End tags would end those of the page. Returns where the body begins.
  const addFrameHead = (body) => {
    const root = page.documentElement;
    if (body !== root && dom.getAttributeNames(root).length) put(startTag(root, nameOf(root)));
    for (const element of page.head ? dom.querySelectorAll(page.head, "style, link[rel~=stylesheet i]") : []) {
      if (!PLAIN_NAMESPACES.has(dom.namespaceURI(element))) continue; // it is no style sheet
      const name = dom.localName(element);
      put(startTag(element, name, name === "link" ? addressOf(element) : {}));
      if (name === "style") put(`${CODE.style(styleOf(element))}</style>`);
    }
    const start = at;
    put(startTag(body, nameOf(body)));
    return start;
  };

  const addFrame = (element) => {
    frameAt.set(element, at);
    texts.push(null); textStart.push(at); textData.push("frame");
    put(frameContents.get(element));
    textEnd.push(at);
  };

  const begin = () => {
    // What others keep of a walk (gold.walked.NAME) goes with it.
    for (const found of Object.values(gold.walked)) found instanceof Map ? found.clear() : (found.length = 0);
    delete gold.suspects;
    rulesOf.clear();
    numbers.clear();
    html = [];
    at = done = counted = 0;
    const top = inFrame ? (page.body ?? page.documentElement) : document;
    if (top !== document) counted += countAll() - countInside(top);
    body = page.body instanceof HTMLBodyElement ? page.body : null;
    enter(top, open(top, top === document ? 0 : addFrameHead(top)), dom.firstChild(top), "");
  };

  // While nobody walks a person may change what is edited in place; the walk would lose what comes after a node that
  // is gone.
  let places = [];
  const findPlaces = () => [...around.map(({ container }) => dom.parentNode(container)), next && dom.parentNode(next)];

  // Walk on for so many UTF-16 units at least.
  const walkOn = (units) => {
    if (!around.length) begin();
    else if (findPlaces().some((place, i) => place !== places[i])) throw new Error("it changed while it was read: freeze it again");
    const limit = at + units;
    while (around.length) {
      if (next === null) leave();
      else if (dom.nodeType(next) === Node.ELEMENT_NODE) {
        if (at - done > CHUNK) finishChunk(); // before a tag, where no surrogate pair can be cut
        if (at >= limit && at === done) break;
        addElement(next);
      } else {
        addOther(next, around.at(-1));
        next = dom.nextSibling(next);
      }
    }
    if (around.length) places = findPlaces();
    else finishChunk();
    ahead = around.length ? gold.begin(() => walkOn(units)) : null;
  };
  let ahead = null; // the piece that the frame walks next, in its own time
  let told = true; // that the end was reached

  // Serialise the frame; returns how many UTF-16 units there are so far, and whether that is the end. It walks in pieces,
  // one after the other; meanwhile what is done can be taken. When the end has been told it serialises anew.
  gold.walk = (units) => {
    if (ahead !== null && !html.length) gold.finish(ahead);
    else if (ahead === null && told) walkOn(units);
    told = !around.length;
    return [at, told];
  };
  gold.takeHtml = () => html.splice(0);

  // All roots of the frame: the document and every shadow root that is known.
  gold.allRoots = () => [document, ...containers.filter((container) => container instanceof ShadowRoot)];
}
