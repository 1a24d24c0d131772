// The toolbar: a view of the state that Python keeps. It lives in a closed shadow root, in the browser's top layer,
// and is put into the page after the page was serialised.
"use strict";

{
  const { make } = gold;
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

  const build = () => {
    const host = page.createElement("div");
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    const values = new Map([...gold.toolbarStyle.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
    sheet.replaceSync(gold.toolbarStyle.replace(/var\((--[\w-]+)\)/g, (_, name) => values.get(name)));
    root.adoptedStyleSheets = [sheet];
    const grip = make("span", { id: "grip", className: "grip", title: "Move", "aria-hidden": "true" }, "⋮⋮");
    const words = make("b", {}, "0");
    const count = make("span", { className: "count" }, words, make("span", { id: "unit" }, " words"));
    const message = make("span", { id: "message", className: "message", "aria-hidden": "true", onpointermove: hint });
    const heard = [0, 1].map(() => make("span", { className: "heard", role: "status", "aria-live": "polite" }));
    const multiple = make("input", { type: "checkbox", id: "multiple-box", "aria-keyshortcuts": keyOf("multiple"), onchange: command("multiple") });
    const fragmented = make("input", { type: "checkbox", id: "fragmented-box", "aria-keyshortcuts": keyOf("fragmented"), onchange: command("fragmented") });
    const language = gold.buildBox("language-box", "Language of the page (BCP 47, such as en or pt-BR)", {
      take: (text) => gold.tell({ kind: "language", text }), read: () => state.language,
    });
    const note = gold.buildBox("note-box", "Note on the page", { take: (text) => gold.tell({ kind: "note", text }), read: () => state.note, leave: () => openPanel("other") });
    const text = gold.buildText();
    const keys = gold.buildKeys(keyOf, changes);
    const { panel: other, reason } = gold.buildOutcomes(button, note, () => openPanel("other"));
    const progress = make("span", { className: "count tool" });
    const bar = make("div", { className: "bar" },
      make("div", { className: "row", role: "toolbar", "aria-label": "cetr-gold: mark the main content" },
        grip,
        make("span", { className: "group", role: "group", "aria-label": "What a selection does" },
          button("add", "Mark", "Mark what you select"),
          button("cut", "Cut", "Unmark what you select"),
          button("optional", "Optional", "Mark what you select as optional: an extractor may take it or not"),
          button("pick", "Pick", "Point at whole elements, or draw a rectangle around text")),
        make("span", { className: "gap tool" }),
        button("undo", "Undo", "Undo"),
        button("redo", "Redo", "Redo"),
        make("span", { className: "gap tool" }),
        button("suggest", "Suggest", "Show what an extractor suggests, then take it all"),
        button("preview", "Text", "Show the text of the marks, then their Markdown"),
        button("release", "Run", "Let the page run, for example to close a banner; F2 freezes it again"),
        make("span", { className: "end" },
          progress,
          button("back", "←", "Back to the previous page", { className: "icon tool", "aria-label": "Back to the previous page" }),
          button("other", "Other…", "No main content, reject, later, a note"),
          button("save", "Save", "Save and go on", { className: "main tool" }),
          button("help", "?", "Keys", { className: "icon tool", "aria-label": "Keys" }),
          button("collapse", "–", "Fold the toolbar", { className: "icon", "aria-label": "Fold the toolbar" }),
          button("leave", "✕", "Leave; the marks are kept as a draft", { className: "icon tool", "aria-label": "Leave" }),
        ),
      ),
      make("div", { className: "row details", role: "group", "aria-label": "About the page" },
        make("label", { title: `The page has several articles (${keyOf("multiple")})` }, multiple, "Several articles"),
        make("label", { title: `Other content interrupts the main content (${keyOf("fragmented")})` }, fragmented, "Interrupted"),
        make("label", {}, "Language", language),
        button("withdraw", "Undo save", "Undo the save of this page"),
        message, ...heard, count,
      ),
      text, keys, other);
    guideFocus(root, bar, [language, reason, note, text, keys]);
    const room = make("div", { className: "room", popover: "manual" });
    root.append(bar, gold.buildOutline(), gold.buildMap(), room);
    parts = { host, room, place: sheet.cssRules[0].style, root, bar, words, unit: count.lastChild, message, heard, multiple, fragmented, language, note, text, keys, other, reason, progress };
    hideAbsent(root);
    moveWith(grip);
    return host;
  };

  const guideFocus = (root, bar, fields) => {
    // The mouse leaves the focus, and with it the keys, where they are: Enter saves after a click, too.
    bar.addEventListener("mousedown", (event) => {
      if (fields.includes(event.target)) return;
      event.preventDefault();
      root.activeElement?.blur();
    });
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !(root.activeElement instanceof HTMLButtonElement)) return;
      const buttons = [...bar.querySelectorAll("button:enabled")].filter((one) => one.offsetWidth);
      buttons.at((buttons.indexOf(root.activeElement) + step) % buttons.length).focus();
    });
  };

  const hideAbsent = (root) => {
    for (const id of changes.absent ?? []) {
      const part = root.getElementById(id);
      const whole = part?.closest("label") ?? part;
      whole?.style.setProperty("display", "none");
    }
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

  // Room to scroll below the page, so that its last lines need not stay behind the toolbar. It is in the top layer, where
  // it moves nothing. A page that does not scroll has none, because a scroll bar would make it narrower.
  const makeRoom = () => {
    const before = scrollY, whole = page.scrollingElement ?? page.documentElement;
    parts.room.hidePopover();
    const height = gold.dom.scrollHeight(whole);
    if (height <= innerHeight) return;
    parts.room.style.top = `${height}px`;
    parts.room.showPopover();
    scrollTo({ top: before, behavior: "instant" });
  };
  addEventListener("resize", () => { if (parts) makeRoom(); });

  const press = (id, on) => parts.root.getElementById(id).setAttribute("aria-pressed", String(on));
  const expand = (id, on) => parts.root.getElementById(id).setAttribute("aria-expanded", String(on));
  const enable = (id, on) => { parts.root.getElementById(id).disabled = !on; };

  const PANELS = { text: "text", markdown: "Markdown", keys: "keys", other: "other outcomes" };
  const openPanel = (name) => {
    const before = panel;
    panel = panel === name ? null : name;
    speak(`${PANELS[panel ?? before]} ${panel ? "shown" : "hidden"}`);
    parts.text.hidden = !shows();
    parts.keys.hidden = panel !== "keys";
    parts.other.hidden = panel !== "other";
    if (panel !== "other") parts.reason.blur();
    showOpened();
    if (shows()) gold.showText(state, panel);
  };
  const showOpened = () => {
    expand("preview", shows());
    expand("help", panel === "keys");
    expand("other", panel === "other");
  };

  const shows = () => panel === "text" || panel === "markdown";

  // Commands that concern the toolbar alone.
  gold.runLocally = (name) => {
    if (!parts) return false;
    if (name === "help") openPanel("keys");
    else if (name === "preview") openPanel(panel === "text" && gold.hasMarkdown(state) ? "markdown" : shows() ? panel : "text");
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
    else {
      if (name === "escape") {
        parts.root.activeElement?.blur(); // the keys are the page's again
        if (panel === "keys" || panel === "other") openPanel(panel);
      }
      return false;
    }
    return true;
  };

  // Keys that what has the focus in the toolbar takes itself.
  const PRESSING = { BUTTON: ["Enter", " ", "ArrowLeft", "ArrowRight"], INPUT: [" "] };
  const READING = ["ArrowUp", "ArrowDown"];
  gold.isPressing = (event) => {
    const focused = parts?.root.activeElement;
    if (!focused) return false;
    if (focused.closest(".panel:not(.other)")) return READING.includes(event.key) || (event.key === "Enter" && focused !== parts.text);
    return PRESSING[focused.tagName]?.includes(event.key) ?? false;
  };

  // A screen reader speaks what comes into a live region. Two in turn let it speak the same message again.
  const speak = (text) => {
    parts.heard.reverse()[0].textContent = "";
    parts.heard[1].textContent = text;
  };
  const say = (text, tone = "") => {
    speak(text);
    // Words of the page run their own way, left or right, in what is said of them.
    const textContent = text.replace(/“(.*)”/s, "“\u2068$1\u2069”");
    Object.assign(parts.message, { textContent, title: "", className: `message ${tone}` });
  };
  // A tooltip covers what is beside the message, so only a message that is cut off has one.
  const isCut = (part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
  const hint = ({ target }) => { target.title = isCut(target) ? target.textContent : ""; };

  // Say what concerns the page in this window alone, until there is something else to say.
  gold.announce = (text) => { if (parts) say(text); };

  // What is said in the toolbar, likewise for tests.
  gold.readMessage = () => parts.message.textContent;
  gold.readHint = () => parts.message.title;
  // What the two live regions say.
  gold.readHeard = () => [...parts.root.querySelectorAll(".heard")].map((region) => region.textContent);

  gold.isTyping = () => parts !== null && [parts.language, parts.reason, parts.note].includes(parts.root.activeElement);

  // While the reasons are shown their numbers choose one.
  gold.chooses = (event) => {
    const why = panel === "other" && parts && !event.ctrlKey && !event.altKey && !event.metaKey ? gold.REASONS[event.key - 1] : undefined;
    if (why) gold.reject(why);
    return why !== undefined;
  };

  // The end of the document, where the toolbar is, is not where a drag that ends on it should end.
  gold.letThrough = (on) => { parts?.place.setProperty("pointer-events", on ? "none" : "auto", "important"); };

  gold.openToolbar = (first, keys, other = {}) => {
    keymap = keys;
    changes = other;
    state = first;
    panel = null;
    const host = build();
    showOpened();
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
    makeRoom();
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
    const drags = !state.picking || state.dragging === true;
    for (const mode of ["add", "cut", "optional"]) press(mode, state.mode === mode && drags);
    press("pick", state.picking);
    const pick = parts.root.getElementById("pick");
    pick.dataset.mode = state.mode;
    pick.setAttribute("aria-label", { add: "Pick", cut: "Pick, to unmark", optional: "Pick, as optional" }[state.mode]);
    parts.root.getElementById("suggest").textContent = state.proposed.length ? "Take all" : (changes.labels?.suggest?.[0] ?? "Suggest");
    enable("undo", state.can_undo);
    enable("redo", state.can_redo);
    enable("save", state.words > 0 || state.proposed.length > 0);
    enable("back", state.can_go_back || state.is_saved);
    enable("empty", !state.spans.length);
    enable("later", !state.is_saved);
    parts.root.getElementById("withdraw").hidden = !state.is_saved;
    const back = parts.root.getElementById("back");
    back.textContent = state.is_saved ? "→" : "←";
    back.setAttribute("aria-label", state.is_saved ? "On to the page you came from" : "Back to the previous page");
    back.title = `${back.ariaLabel} (${keyOf("back")})`;
    parts.words.textContent = state.words.toLocaleString("en");
    const kinds = [state.words === 1 ? " word" : " words"];
    if (state.spans.length > 1) kinds.push(`${state.spans.length} parts`);
    if (state.optional_words) kinds.push(`${state.optional_words.toLocaleString("en")} optional`);
    parts.unit.textContent = kinds.join(", ");
    parts.multiple.checked = state.multiple;
    parts.fragmented.checked = state.fragmented;
    if (parts.root.activeElement !== parts.language) parts.language.value = state.language;
    if (parts.root.activeElement !== parts.note) parts.note.value = state.note ?? "";
    say(state.message, state.tone);
    parts.progress.textContent = state.progress;
    parts.progress.hidden = !state.progress;
    if (shows()) gold.showText(state, panel);
  };

  // Where a control of the toolbar is, in CSS pixels, for driving it with a real mouse.
  gold.whereIs = (id) => {
    const box = parts.root.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
}
