// The panels that the toolbar opens: the text of the marks, the keys, and the other outcomes of a page.
"use strict";

{
  const { make } = gold;

  const HELP = [
    ["drag", "mark text"], ["Ctrl + drag", "unmark text"], ["drag an end", "move the end of a mark"],
    ["add", "mark"], ["cut", "unmark"], ["optional", "mark as optional: it counts neither way"],
    ["pick", "pick whole elements, or draw a rectangle"], ["← →", "while you pick: the block before, the next one"], ["↑ ↓", "while you pick: wider, narrower"],
    ["take", "take what you picked, or selected with the keyboard"],
    [".  ,", "next, previous part"], ["edge", "choose which end of the part the keys move"],
    ["word-back", "move that end back by a word"], ["word-forth", "move it on by a word"], ["letter-back", "back by a letter"], ["letter-forth", "on by a letter"],
    ["undo", "undo"], ["redo", "redo"], ["clear", "clear all"],
    ["suggest", "suggest, then take it all"], ["accept", "take the next suggested part"], ["click it", "take a suggested part"],
    ["preview", "show the text, then the Markdown"],
    ["multiple", "several articles"], ["fragmented", "interrupted"], ["language", "language"],
    ["save", "save, go on"], ["empty", "save: there is no main content"], ["reject", "reject, because …"], ["later", "put off until later"],
    ["other", "these three, and a note"], ["back", "back to the previous page"], ["withdraw", "undo the save of this page"], ["release", "let the page run, until F2"],
    ["escape", "mark again"], ["collapse", "fold the toolbar"], ["focus", "go to the toolbar"], ["leave", "leave; the marks are kept as a draft"], ["help", "these keys"],
  ];

  gold.buildKeys = (keyOf, changes) => {
    const rows = Object.entries({ ...Object.fromEntries(HELP), ...changes.help }).filter(([name]) => !changes.absent?.includes(name));
    return make("div", { className: "panel keys", id: "keys-panel", hidden: true, tabIndex: 0, role: "region", "aria-label": "Keys" },
      make("dl", {}, ...rows.map(([name, what]) => make("div", {}, make("dt", {}, make("kbd", {}, keyOf(name) || name)), make("dd", {}, what)))));
  };

  // A box of one line; Enter and what is pressed elsewhere take what is typed, Escape what was there, and `leave` is called.
  gold.buildBox = (id, label, { take, read, leave, ...more }) => {
    const box = make("input", {
      type: "text", id, spellcheck: false, "aria-label": label, ...more,
      onchange: () => take(box.value),
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Escape") box.value = read();
        if (event.key === "Enter" || event.key === "Escape") box.blur();
        if (event.key === "Escape") leave?.();
      },
    });
    return box;
  };

  gold.REASONS = ["needs a login", "dead or an error page", "not this language", "not a page of its own"];
  gold.reject = (why) => gold.tell({ kind: "reject", text: why });

  gold.buildOutcomes = (button, note, close) => {
    const reason = make("input", {
      type: "text", id: "reason-box", spellcheck: false, placeholder: "or another reason, then Enter", "aria-label": "Why the page is rejected",
      onkeydown: (event) => {
        event.stopPropagation();
        const why = event.key === "Enter" ? reason.value : reason.value === "" ? gold.REASONS[event.key - 1] : undefined;
        if (why !== undefined) {
          event.preventDefault();
          gold.reject(why);
        }
        if (event.key === "Escape") close();
      },
    });
    const reasons = gold.REASONS.map((why, i) => make("button", { type: "button", id: `reason-${i + 1}`, "aria-keyshortcuts": i + 1, onclick: () => gold.reject(why) }, make("kbd", { "aria-hidden": "true" }, i + 1), why));
    const panel = make("div", { className: "panel other", id: "other-panel", hidden: true, role: "region", "aria-label": "Other outcomes" },
      make("div", { className: "choices" },
        button("empty", "No main content", "The page has none: save that as its gold"),
        button("later", "Later", "Put the page off: it comes last when you run the command again")),
      make("div", { className: "choices", role: "group", "aria-label": "Reject, because" },
        make("span", { "aria-hidden": "true" }, "Reject:"), ...reasons, reason),
      make("label", { className: "choices" }, make("span", {}, "Note:"), note));
    return { panel, reason };
  };

  // --- the text

  let text = null;
  let lines = []; // elements of the panel, with where their text stands in the document
  let known = null; // the text of some marks, as Python read it
  let wanted = null; // the state and the panel that are to be shown
  let written = ""; // what the panel shows

  gold.buildText = () => {
    [known, wanted, written] = [null, null, ""];
    text = make("div", { className: "panel", id: "text-panel", hidden: true, tabIndex: 0, role: "region", "aria-label": "Text of the marks" });
    text.addEventListener("click", (event) => goTo(event.target, event));
    text.addEventListener("keydown", (event) => {
      const at = lines.findIndex(([element]) => element === event.target);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) lines[at < 0 ? (step > 0 ? 0 : lines.length - 1) : Math.max(0, Math.min(lines.length - 1, at + step))]?.[0].focus();
      else if (event.key === "Enter" && at >= 0) goTo(event.target, null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return text;
  };

  // To the place of a line: of a long one, as far into it as the click was.
  const goTo = (target, event) => {
    const [element, start, end] = lines.find(([one]) => one.contains(target)) ?? [];
    const caret = event && page.caretPositionFromPoint(event.clientX, event.clientY, { shadowRoots: [text.getRootNode()] });
    if (!element) return;
    const isIn = caret && element.contains(caret.offsetNode);
    const share = isIn ? caret.offset / Math.max(1, caret.offsetNode.length ?? 1) : 0;
    const at = Math.min(end - 1, Math.floor(start + share * (end - start)));
    gold.goTo([at, end], [start, end]);
  };

  const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
  const writeLine = (line) => {
    const tag = { heading: HEADINGS[line.level - 1], item: "li", quote: "blockquote", code: "pre" }[line.kind] ?? "p";
    const element = make(tag, { className: line.kind, dir: gold.directionOf(line.text), tabIndex: -1 }, line.text);
    if (line.kind === "item") {
      element.style.marginInlineStart = `${(line.level - 1) * 22}px`;
      element.dataset.label = line.label;
    }
    lines.push([element, line.start, line.end]);
    return element;
  };
  // Items that follow each other are a list.
  const writeAll = (prose) => {
    const written = [];
    for (const line of prose) {
      const element = writeLine(line);
      if (line.kind !== "item") written.push(element);
      else if (written.at(-1)?.localName === "ul") written.at(-1).append(element);
      else written.push(make("ul", { role: "list" }, element));
    }
    return written;
  };

  const write = () => {
    const [state, panel] = wanted;
    const key = JSON.stringify([state.spans, state.reordered, panel]);
    if (key === written) return; // what is read or focused in it stays so
    written = key;
    lines = [];
    const notes = [];
    if (state.reordered) notes.push("The page shows this in another order. It is saved in the order of the document, as here:");
    if (state.spans.length && known.plain) notes.push("This text is so long that its headings and lists are not shown as such.");
    const shown = !state.spans.length ? [make("p", {}, "Nothing is marked yet.")]
      : panel === "markdown" && known.markdown ? known.markdown.split("\n\n").map((block) => make("p", { dir: gold.directionOf(block) }, block))
      : writeAll(known.lines);
    text.classList.toggle("markdown", panel === "markdown");
    text.replaceChildren(...notes.map((line) => make("p", { className: "note" }, line)), ...shown);
  };

  const isKnown = (state) => known !== null && JSON.stringify(known.spans) === JSON.stringify(state.spans);
  gold.hasMarkdown = (state) => state.spans.length > 0 && (!isKnown(state) || known.markdown !== "");

  // Python reads the text of the marks only when a panel is to show it.
  gold.showText = (state, panel) => {
    wanted = [state, panel];
    if (isKnown(state) || !state.spans.length) write();
    else gold.tell({ kind: "read" });
  };
  gold.fillText = (found) => {
    known = found;
    if (!text.hidden && isKnown(wanted[0])) write();
  };

  // What is written in the panel of the text, as a person reads it; "" where it is not open.
  gold.readPanel = () => (text.hidden ? "" : text.innerText);

  // Where the panel shows some text, for driving it with a real mouse.
  gold.whereIsText = (wanted) => {
    const nodes = [...text.children].flatMap((child) => (child.localName === "ul" ? [...child.children] : [child])).map(({ firstChild }) => firstChild);
    const node = nodes.find((one) => one?.data.includes(wanted));
    const range = page.createRange();
    range.setStart(node, node.data.indexOf(wanted));
    range.setEnd(node, range.startOffset + wanted.length);
    text.scrollTop += range.getBoundingClientRect().top - text.getBoundingClientRect().top - 20;
    const box = range.getBoundingClientRect();
    return [box.x + 2, box.y + box.height / 2];
  };
}
