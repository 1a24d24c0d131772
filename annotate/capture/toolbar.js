// The toolbar: a view of the state that Python keeps. It lives in a closed shadow root, in the browser's top layer,
// and is put into the page after the page was serialised.
"use strict";

{
  const make = (tag, properties = {}, ...children) => {
    const element = page.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name in element && !name.startsWith("aria")) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  let parts = null;
  let state = null;
  let keymap = {};
  let panel = null; // "text", "keys", "other" or null
  // What another than a capture changes of it: what is absent, other labels with their titles, other rows of keys.
  let changes = {};

  const keyOf = (command) => Object.keys(keymap).find((key) => keymap[key] === command) ?? "";
  const command = (name) => () => { if (!gold.runLocally(name)) gold.tell({ kind: "command", command: name }); };
  const button = (name, label, title, properties = {}) => {
    const key = keyOf(name);
    [label, title] = changes.labels?.[name] ?? [label, title];
    return make("button", {
      type: "button", title: key ? `${title} (${key})` : title, "aria-keyshortcuts": key, className: "tool",
      onclick: command(name), id: name, ...properties,
    }, label);
  };

  const REASONS = ["needs a login", "dead or an error page", "not this language", "not a page of its own"];
  const reject = (why) => gold.tell({ kind: "reject", text: why });

  const HELP = [
    ["drag", "mark text"], ["Ctrl + drag", "cut text out"],
    ["add", "mark"], ["cut", "cut out"], ["pick", "pick whole elements, or draw a rectangle"], ["↑ ↓", "wider, narrower element"],
    ["take", "take the keyboard's selection"],
    ["undo", "undo"], ["redo", "redo"], ["clear", "clear all"], ["suggest", "suggest, then take it all"], ["accept", "take the next suggested part"], ["click it", "take a suggested part"],
    [".  ,", "next, previous part"], ["preview", "show the text, then the Markdown"],
    ["multiple", "several articles"], ["fragmented", "interrupted"], ["language", "language"],
    ["save", "save, go on"], ["empty", "no main content"], ["reject", "reject, because …"], ["later", "later"],
    ["other", "these three, and a note"], ["back", "back to the page before"], ["withdraw", "take its save back"], ["release", "let the page run, until F2"],
    ["escape", "mark again"], ["collapse", "fold the toolbar"], ["focus", "go to the toolbar"], ["leave", "leave"], ["help", "these keys"],
  ];

  const build = () => {
    const host = page.createElement("div");
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(gold.toolbarStyle);
    root.adoptedStyleSheets = [sheet];
    const grip = make("span", { id: "grip", className: "grip", title: "Move", "aria-hidden": "true" }, "⋮⋮");
    const words = make("b", {}, "0");
    const count = make("span", { className: "count" }, words, make("span", { id: "unit" }, " words"));
    const message = make("span", { className: "message", role: "status", "aria-live": "polite" });
    const multiple = make("input", { type: "checkbox", id: "multiple-box", onchange: command("multiple") });
    const fragmented = make("input", { type: "checkbox", id: "fragmented-box", onchange: command("fragmented") });
    const language = make("input", {
      type: "text", id: "language-box", spellcheck: false, "aria-label": "Language of the page (BCP 47, such as en or pt-BR)",
      onchange: () => gold.tell({ kind: "language", text: language.value }),
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Escape") language.value = state.language;
        if (event.key === "Enter" || event.key === "Escape") language.blur();
      },
    });
    const note = make("input", {
      type: "text", id: "note-box", spellcheck: false, "aria-label": "Note on the page",
      onchange: () => gold.tell({ kind: "note", text: note.value }),
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Escape") note.value = state.note;
        if (event.key === "Enter" || event.key === "Escape") note.blur();
      },
    });
    const text = make("div", { className: "panel", id: "text-panel", hidden: true, tabIndex: 0, role: "region", "aria-label": "Text of what is marked" });
    text.addEventListener("click", (event) => {
      const line = panel === "text" && event.target.closest("p:not(.note)");
      const span = line && gold.findText(state.spans, line.textContent);
      if (span) gold.scrollToSpan(span);
    });
    const keys = make("div", { className: "panel keys", id: "keys-panel", hidden: true, role: "region", "aria-label": "Keys" },
      ...Object.entries({ ...Object.fromEntries(HELP), ...changes.help }).filter(([name]) => !changes.absent?.includes(name)).map(([name, what]) => make("div", {}, make("kbd", {}, keyOf(name) || name), what)));
    const reason = make("input", {
      type: "text", id: "reason-box", spellcheck: false, placeholder: "or why else, then Enter", "aria-label": "Why the page is rejected",
      onkeydown: (event) => {
        event.stopPropagation();
        const why = event.key === "Enter" ? reason.value : reason.value === "" ? REASONS[event.key - 1] : undefined;
        if (why !== undefined) {
          event.preventDefault();
          reject(why);
        }
        if (event.key === "Escape") openPanel("other");
      },
    });
    const other = make("div", { className: "panel other", id: "other-panel", hidden: true, role: "region", "aria-label": "Other outcomes" },
      make("div", { className: "choices" },
        button("empty", "No main content", "The page has none: that is saved as its gold"),
        button("later", "Later", "Put the page off: its turn comes after all others")),
      make("div", { className: "choices", role: "group", "aria-label": "Reject, because" },
        make("span", {}, "Reject:"),
        ...REASONS.map((why, i) => make("button", { type: "button", id: `reason-${i + 1}`, onclick: () => reject(why) }, make("kbd", {}, i + 1), why)),
        reason),
      make("label", { className: "choices" }, make("span", {}, "Note:"), note));
    const progress = make("span", { className: "count tool" });
    const bar = make("div", { className: "bar", role: "toolbar", "aria-label": "cetr-gold: mark the main content" },
      make("div", { className: "row" },
        grip,
        button("add", "Mark", "Mark what you select"),
        button("cut", "Cut", "Cut what you select out again"),
        button("pick", "Pick", "Point at whole elements, or draw a rectangle around text"),
        make("span", { className: "gap tool" }),
        button("undo", "Undo", "Undo"),
        button("redo", "Redo", "Redo"),
        make("span", { className: "gap tool" }),
        button("suggest", "Suggest", "Show what an extractor suggests, then take it all"),
        button("preview", "Text", "Show the text of what is marked, then the Markdown that it comes out as"),
        button("release", "Run", "Let the page run, such as to close a banner; F2 freezes it again"),
        make("span", { className: "end" },
          count,
          progress,
          button("back", "←", "Back to the page before", { className: "icon tool", "aria-label": "Back to the page before" }),
          button("withdraw", "Take back", "Take the save of this page back"),
          button("other", "Other…", "No main content, reject, later, a note"),
          button("save", "Save", "Save and go on", { className: "main tool" }),
          button("help", "?", "Keys", { className: "icon tool", "aria-label": "Keys" }),
          button("collapse", "–", "Fold the toolbar", { className: "icon", "aria-label": "Fold the toolbar" }),
          button("leave", "✕", "Leave without saving", { className: "icon tool", "aria-label": "Leave without saving" }),
        ),
      ),
      make("div", { className: "row details" },
        make("label", { title: `The page has several articles (${keyOf("multiple")})` }, multiple, "Several articles"),
        make("label", { title: `Other content interrupts the main content (${keyOf("fragmented")})` }, fragmented, "Interrupted"),
        make("label", {}, "Language", language),
        message,
      ),
      text, keys, other);
    // The mouse leaves the focus, and with it the keys, where they are: Enter saves after a click, too.
    bar.addEventListener("mousedown", (event) => {
      if ([language, reason, note].includes(event.target) || event.target.closest("#text-panel, #keys-panel")) return;
      event.preventDefault();
      root.activeElement?.blur();
    });
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !(root.activeElement instanceof HTMLButtonElement)) return;
      const buttons = [...bar.querySelectorAll("button:enabled")].filter((one) => one.offsetWidth);
      buttons.at((buttons.indexOf(root.activeElement) + step) % buttons.length).focus();
    });
    const outline = make("div", { className: "outline", hidden: true });
    const map = make("div", { className: "map", "aria-hidden": "true" });
    root.append(bar, outline, map);
    parts = { host, place: sheet.cssRules[0].style, root, bar, words, unit: count.lastChild, message, multiple, fragmented, language, note, text, keys, other, reason, outline, map, progress };
    for (const id of changes.absent ?? []) {
      const part = root.getElementById(id);
      const whole = part?.closest("label") ?? part;
      whole?.style.setProperty("display", "none");
    }
    moveWith(grip);
    return host;
  };

  const moveWith = (grip) => {
    let from = null;
    grip.addEventListener("pointerdown", (event) => {
      const box = parts.bar.getBoundingClientRect();
      from = [event.clientX - box.left, event.clientY - box.top];
      grip.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    grip.addEventListener("pointermove", (event) => {
      if (!from) return;
      const box = parts.bar.getBoundingClientRect();
      const left = Math.max(0, Math.min(innerWidth - box.width, event.clientX - from[0]));
      const top = Math.max(0, Math.min(innerHeight - box.height, event.clientY - from[1]));
      const bottom = innerHeight - box.height - top;
      // Held at the nearer edge, so that there is room for what is opened; in a smaller window its grip is still there.
      const [x, y] = [`min(${left}px, 100vw - 60px)`, `min(${Math.min(top, bottom)}px, 100vh - 80px)`];
      moved = [top < bottom ? `${y} auto auto ${x}` : `auto auto ${y} ${x}`];
      stand();
    });
    grip.addEventListener("pointerup", () => {
      from = null;
      if (moved.length) gold.tell({ kind: "place", place: moved });
    });
  };

  // Where it was moved to, on this page or one before.
  let moved = [];
  const stand = () => {
    if (!moved.length) return;
    parts.place.setProperty("inset", moved[0], "important");
    parts.place.setProperty("margin", "0", "important");
  };

  const press = (id, on) => parts.root.getElementById(id).setAttribute("aria-pressed", String(on));
  const enable = (id, on) => { parts.root.getElementById(id).disabled = !on; };

  const openPanel = (name) => {
    panel = panel === name ? null : name;
    parts.text.hidden = !shows();
    parts.keys.hidden = panel !== "keys";
    parts.other.hidden = panel !== "other";
    if (panel !== "other") parts.reason.blur();
    press("preview", shows());
    press("help", panel === "keys");
    press("other", panel === "other");
    if (shows()) gold.showToolbar(state);
  };

  const shows = () => panel === "text" || panel === "markdown";

  // Commands that concern the toolbar alone.
  gold.runLocally = (name) => {
    if (!parts) return false;
    if (name === "help") openPanel("keys");
    else if (name === "preview") openPanel(panel === "text" && state.markdown ? "markdown" : shows() ? panel : "text");
    else if (name === "other") openPanel("other");
    else if (name === "reject") {
      if (panel !== "other") openPanel("other");
      parts.reason.focus();
    }
    else if (name === "collapse") {
      const collapsed = parts.bar.classList.toggle("collapsed");
      const fold = parts.root.getElementById("collapse");
      fold.textContent = collapsed ? "+" : "–";
      fold.setAttribute("aria-label", collapsed ? "Unfold the toolbar" : "Fold the toolbar");
    } else if (name === "language") {
      parts.language.focus();
      parts.language.select();
    } else if (name === "focus") parts.root.getElementById("add").focus();
    else return false;
    return true;
  };

  // On a focused button Enter and space press it, on a box space does.
  gold.isPressing = (event) => {
    const focused = parts?.root.activeElement;
    return focused instanceof HTMLButtonElement ? event.key === "Enter" || event.key === " " : focused instanceof HTMLInputElement && event.key === " ";
  };

  gold.isTyping = () => parts !== null && [parts.language, parts.reason, parts.note].includes(parts.root.activeElement);

  // While the reasons are shown their numbers choose one.
  gold.chooses = (event) => {
    const why = panel === "other" && parts && !event.ctrlKey && !event.altKey && !event.metaKey ? REASONS[event.key - 1] : undefined;
    if (why) reject(why);
    return why !== undefined;
  };

  // The end of the document, where the toolbar is, is not where a drag that ends on it should end.
  gold.letThrough = (on) => { parts?.place.setProperty("pointer-events", on ? "none" : "auto", "important"); };

  gold.outline = (element) => {
    if (!parts) return;
    parts.outline.hidden = !element;
    if (!element) return;
    const box = gold.dom.getBoundingClientRect(element);
    Object.assign(parts.outline.style, { left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px` });
  };

  // Beside the scroll bar: where on the page parts are marked or suggested.
  gold.drawMap = ({ spans, proposed }) => {
    if (!parts) return;
    const height = page.documentElement.scrollHeight;
    const tick = (kind) => ({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = page.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      const box = range.getBoundingClientRect();
      const mark = make("i", { className: kind, onclick: () => scrollTo({ top: box.top + top - innerHeight * 0.3, behavior: "instant" }) });
      mark.style.top = `${(100 * (box.top + top)) / height}%`;
      mark.style.height = `max(3px, ${(100 * box.height) / height}%)`;
      return mark;
    };
    const top = scrollY;
    const ticks = [["proposed", proposed], ["marked", spans]].flatMap(([kind, some]) => gold.rangesOfSpans(some).slice(0, 2000).map(tick(kind)));
    parts.map.replaceChildren(...ticks);
  };

  // The rectangle that is drawn with the mouse, in CSS pixels of the viewport; null: none.
  gold.outlineBox = (box) => {
    if (!parts) return;
    parts.outline.hidden = !box;
    if (box) Object.assign(parts.outline.style, { left: `${box[0]}px`, top: `${box[1]}px`, width: `${box[2] - box[0]}px`, height: `${box[3] - box[1]}px` });
  };

  gold.openToolbar = (first, keys, other = {}) => {
    keymap = keys;
    changes = other;
    state = first;
    panel = null;
    const host = build();
    moved = first.place ?? [];
    stand();
    host.popover = "manual";
    gold.host = host;
    page.activeViewTransition?.skipTransition(); // its picture lies over everything
    // A modal dialog of the page makes everything outside it inert, the toolbar too.
    const dialogs = gold.allRoots().flatMap((root) => [...own(root).querySelectorAll("dialog:modal")]);
    for (const place of [page.documentElement, ...dialogs]) {
      place.append(host);
      parts.place.setProperty("zoom", 1 / place.currentCSSZoom, "important");
      host.showPopover();
      const box = parts.bar.getBoundingClientRect();
      if (own(host.getRootNode()).elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === host) break;
    }
  };
  gold.closeToolbar = () => {
    gold.host?.remove();
    delete gold.host;
    parts = null;
  };

  gold.showToolbar = (next) => {
    if (!parts) return;
    const turned = next.reordered && !state.reordered;
    state = next;
    if (turned && !shows()) openPanel("text");
    press("add", state.mode === "add" && (!state.picking || state.dragging === true));
    press("cut", state.mode === "cut");
    press("pick", state.picking);
    parts.root.getElementById("suggest").textContent = state.proposed.length ? "Take all" : (changes.labels?.suggest?.[0] ?? "Suggest");
    enable("undo", state.can_undo);
    enable("redo", state.can_redo);
    enable("save", state.words > 0 || state.proposed.length > 0);
    enable("back", state.can_go_back || state.is_saved);
    enable("empty", !state.spans.length);
    enable("later", !state.is_saved);
    parts.root.getElementById("withdraw").hidden = !state.is_saved;
    parts.root.getElementById("back").textContent = state.is_saved ? "→" : "←";
    parts.words.textContent = state.words.toLocaleString("en");
    parts.unit.textContent = (state.words === 1 ? " word" : " words") + (state.spans.length > 1 ? `, ${state.spans.length} parts` : "");
    parts.multiple.checked = state.multiple;
    parts.fragmented.checked = state.fragmented;
    if (parts.root.activeElement !== parts.language) parts.language.value = state.language;
    if (parts.root.activeElement !== parts.note) parts.note.value = state.note ?? "";
    parts.message.textContent = state.message;
    parts.message.title = state.message;
    parts.message.className = `message ${state.tone}`;
    parts.progress.textContent = state.progress;
    parts.progress.hidden = !state.progress;
    if (shows()) {
      const written = panel === "markdown" ? [state.markdown] : state.text.split("\n");
      const lines = written.map((line) => make("p", { dir: "auto" }, line));
      parts.text.classList.toggle("markdown", panel === "markdown");
      if (state.reordered) lines.unshift(make("p", { className: "note" }, "The page shows this in another order. It is saved in the document's, as here:"));
      parts.text.replaceChildren(...(state.text ? lines : [make("p", {}, "Nothing is marked yet.")]));
    }
  };

  // What the map shows: each mark's kind, and how far down it is, in percent.
  gold.readMap = () => [...parts.map.children].map((mark) => [mark.className, parseFloat(mark.style.top)]);

  // What is written in the panel of the text, as a person reads it; "" where it is not open.
  gold.readPanel = () => (parts.text.hidden ? "" : parts.text.innerText);

  // Where a line of the text panel is, likewise.
  gold.whereIsLine = (line) => {
    const box = [...parts.text.children].find((one) => one.textContent === line).getBoundingClientRect();
    return [box.x + 20, box.y + box.height / 2];
  };

  // Where a control of the toolbar is, in CSS pixels, for driving it with a real mouse.
  gold.whereIs = (id) => {
    const box = parts.root.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
}
