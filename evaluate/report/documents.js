// The list of documents that the filters leave: sorted, fifty at a time; texts are unpacked when a document is opened.

const PAGE = 50;

async function unpack(index) {
  const block = document.getElementById(`text-${index}`);
  if (!block) return null;
  const bytes = Uint8Array.from(atob(block.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Offsets count code points, as everywhere in the project; strings of a browser count UTF-16 units.
function renderDiff(gold, script) {
  const points = Array.from(gold), parts = [];
  let at = 0;
  for (const [kind, value] of script) {
    if (kind === 2) {
      if (at && at === points.length) parts.push("\n");  // what comes after the gold is no part of its last word
      parts.push(make("ins", { class: "extra" }, make("span", { class: "unseen" }, "[superfluous: "), value,
        make("span", { class: "unseen" }, "]")), " ");
      continue;
    }
    const text = points.slice(at, at + value).join("");
    at += value;
    parts.push(kind === 0 ? text : make("del", { class: "missing" }, make("span", { class: "unseen" }, "[missing: "), text,
      make("span", { class: "unseen" }, "]")));
  }
  return parts;
}

const LEFTWARD = /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}]/u;

// A line is written the way of its first letter; but one in Arabic may begin with a name in Latin letters. A mark that is
// drawn, and not copied, turns such a line.
function turnLines(text) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), lines = [[]];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.className === "unseen") continue;
    let at = 0;
    for (const part of node.data.split("\n")) {
      if (at) lines.push([]);
      lines.at(-1).push([node, at, part]);
      at += part.length + 1;
    }
  }
  const turned = new Map();
  for (const line of lines) {
    const letters = line.flatMap(([, , part]) => part.match(/\p{L}/gu) ?? []);
    const leftward = letters.filter((letter) => LEFTWARD.test(letter)).length;
    if (2 * leftward <= letters.length || LEFTWARD.test(letters[0])) continue;
    const [node, at] = line[0];
    if (!turned.has(node)) turned.set(node, []);
    turned.get(node).push(at);
  }
  // Each text is replaced once: there may be as many lines as words.
  for (const [node, places] of turned) {
    const parts = new DocumentFragment();
    places.forEach((at, i) => {
      parts.append(node.data.slice(places[i - 1] ?? 0, at), make("i", { class: "leftward" }));
    });
    parts.append(node.data.slice(places.at(-1)));
    node.replaceWith(parts);
  }
}

// For a shell: a word that is more than letters is quoted, and so ends nothing.
const quote = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// Where a document comes from, and how one gets back to it.
function describeOrigin(item, data) {
  const [name, pack] = [item.name.slice(item.name.lastIndexOf("/") + 1), item.name.slice(0, item.name.lastIndexOf("/"))];
  const web = /^https?:\/\//i.test(item.url);
  const kinds = Object.entries(data.facts).map(([field, values], i) => [field, values[item.facts[i]]])
    .filter(([field, value]) => value && !["package", "site"].includes(field));
  const folder = data.folders[pack];
  const link = make("a", { href: `#doc=${encodeURIComponent(item.name)}` }, "link to this document");
  return make("p", { class: "note origin" },
    item.url ? (web ? make("a", { href: item.url, rel: "noreferrer noopener", target: "_blank" }, foreign(item.url)) : foreign(item.url)) : "no URL known",
    ` · package `, foreign(pack), ...kinds.flatMap(([field, value]) => [` · ${field.replaceAll("_", " ")} `, foreign(value)]),
    ...(folder ? [" · ", make("code", {}, `annotate review ${quote(folder)} ${quote(name)}`)] : []), " · ", link);
}

function fillPanel(panel, item, texts, data, state, chosen) {
  const names = data.extractors.map((e) => e.name), measure = state.measure;
  const summary = make("p", { class: "note", role: "status" });
  const key = make("p", { class: "note" });
  const text = make("div", { class: "text", tabindex: "0", role: "region" });
  const known = (i) => texts[1][i] || item.errors?.[i];
  const fill = (label, shown, parts) => {
    text.setAttribute("aria-label", label);
    text.replaceChildren(...(!texts ? ["The texts of this document are not in this report."]
      : shown.every(known) ? parts() : ["The results lack the text that was extracted."]));
    if (!text.classList.contains("structure")) turnLines(text);
    text.scrollTop = 0;
  };
  let sides = false, current = chosen;
  const press = (pressed) => buttons.forEach((button, j) => button.setAttribute("aria-pressed", String(pressed.includes(j))));
  const show = (i) => {
    current = i;
    const score = item.scores[i][measure];
    press([i]);
    summary.replaceChildren(foreign(names[i]), ...(item.errors?.[i] ? [" failed. ", foreign(item.errors[i])]
      : [`: precision ${percent(score[0])}, recall ${percent(score[1])}, F1 ${percent(score[2])}`]),
    ...(item.notes?.[i] ? [". Note: ", foreign(item.notes[i])] : []));
    const trees = texts?.[2]?.[i];
    if (toggle) toggle.setAttribute("aria-pressed", String(sides));
    text.classList.toggle("structure", Boolean(sides && trees));
    if (sides && trees) {
      key.replaceChildren("In the gold: ", make("span", { class: "flattened" }, "flattened"), ", ", make("span", { class: "lost" }, "lost"),
        "; in the extraction: ", make("span", { class: "flattened" }, "other structure"), ", ", make("span", { class: "superfluous" }, "superfluous"), ".");
      return fill(`Structure of ${item.name}, by ${names[i]}`, [i], () => renderSides(trees, names[i]));
    }
    key.replaceChildren("Right, ", make("del", { class: "missing" }, "missing"), ", ", make("ins", { class: "extra" }, "superfluous"), ".");
    fill(`Text of ${item.name}, by ${names[i]}`, [i], () => (texts[1][i] ? renderDiff(texts[0], texts[1][i]) : [make("del", { class: "missing" }, texts[0])]));
    return undefined;
  };
  const showChange = () => {
    text.classList.remove("structure");
    const { a, b } = state, [one, other] = [a, b].map((i) => item.scores[i][measure][2]);
    press([a, b, names.length]);
    summary.replaceChildren(foreign(names[a]), ` ${percent(one)} → `, foreign(names[b]), ` ${percent(other)}`);
    key.replaceChildren("From the first to the second: ", make("del", { class: "missing" }, "lost"), ", ",
      make("ins", { class: "found" }, "found"), ", ", make("del", { class: "extra" }, "superfluous, gone"), ", ",
      make("ins", { class: "extra new" }, "superfluous, new"), ", ", make("span", { class: "neither" }, "neither has it"), ", ",
      make("span", { class: "both" }, "both have it, superfluous"), ".");
    fill(`Change of ${item.name}, from ${names[a]} to ${names[b]}`, [a, b], () => renderChange(texts[0], texts[1][a], texts[1][b]));
  };
  const buttons = names.map((name, i) => {
    const button = make("button", { type: "button", class: "plain" }, foreign(name), ` ${percent(item.scores[i][measure][2])}`);
    button.addEventListener("click", () => show(i));
    return button;
  });
  const toggle = texts?.[2]?.some(Boolean) ? make("button", { type: "button", class: "plain", "aria-pressed": "false" }, "Structure") : null;
  toggle?.addEventListener("click", () => { sides = !sides; show(current); });
  if (state.a !== null) {
    const button = make("button", { type: "button", class: "plain" }, foreign(names[state.a]), " against ", foreign(names[state.b]));
    button.addEventListener("click", showChange);
    buttons.push(button);
  }
  panel.replaceChildren(make("div", {}, describeOrigin(item, data),
    make("div", { class: "choice", role: "group", "aria-label": "Extractor" }, ...buttons, toggle), summary, key, text));
  if (state.a !== null) showChange(); else show(chosen);
}

function listDocuments(data, state) {
  const names = data.extractors.map((e) => e.name);
  const table = document.getElementById("rows"), pager = document.getElementById("pager");
  let sort = { key: names.length > 1 ? "spread" : 0, down: names.length > 1 }, page = 0, shown = null;

  const f1 = (item, i) => item.scores[i][state.measure][2];
  const all = (item) => names.map((_, i) => f1(item, i));
  const keys = {
    name: (item) => item.name,
    kb: (item) => item.kb,
    spread: (item) => Math.max(...all(item)) - Math.min(...all(item)),
    mean: (item) => all(item).reduce((a, b) => a + b, 0) / names.length,
    change: (item) => (state.a === null ? 0 : f1(item, state.b) - f1(item, state.a)),
  };
  const value = (item) => (typeof sort.key === "number" ? f1(item, sort.key) : keys[sort.key](item));

  function heading(key, text, title) {
    const button = make("button", { type: "button", title }, foreign(text));
    button.addEventListener("click", () => {
      // The first click shows the worst, the longest way from agreement, or A to Z.
      sort = { key, down: sort.key === key ? !sort.down : key === "spread" || key === "kb" };
      page = 0;
      render();
      table.querySelector("th[aria-sort] button").focus();
    });
    return make("th", { scope: "col", "aria-sort": sort.key === key ? (sort.down ? "descending" : "ascending") : undefined }, button);
  }

  function row(item) {
    const button = make("button", { type: "button", class: "open", "aria-expanded": "false" }, foreign(item.name));
    const line = make("tr", {}, make("th", { scope: "row" }, button), make("td", {}, item.kb.toFixed(1)),
      ...(names.length > 1 ? [make("td", {}, percent(keys.mean(item))), make("td", {}, percent(keys.spread(item)))] : []),
      ...(state.a === null ? [] : [make("td", {}, signed(keys.change(item)))]),
      ...names.map((_, i) => make("td", { class: item.errors?.[i] ? "failed" : undefined },
        item.errors?.[i] ? "failed" : percent(f1(item, i)))));
    const open = async () => {
      button.setAttribute("aria-expanded", "true");
      const panel = make("td", { class: "panel", colspan: line.children.length });
      line.after(make("tr", {}, panel));
      const scores = all(item);
      const start = typeof sort.key === "number" ? sort.key : scores.indexOf(Math.min(...scores));
      fillPanel(panel, item, await unpack(item.index), data, state, start);
    };
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-expanded") !== "true") return open();
      button.setAttribute("aria-expanded", "false");
      return line.nextSibling.remove();
    });
    return { line, open };
  }

  function render() {
    // Another choice of documents, or of two extractors, begins anew; another measure does not.
    if (shown !== state.documents) { shown = state.documents; page = 0; }
    if (state.a !== null && state.newPair) { sort = { key: "change", down: false }; state.newPair = false; }
    if (state.a === null && sort.key === "change") sort = { key: "spread", down: true };
    const sign = sort.down ? -1 : 1;
    const found = [...state.documents].sort((a, b) => {
      const x = value(a), y = value(b);
      return sign * (x < y ? -1 : x > y ? 1 : 0) || a.index - b.index;
    });
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(page, pages - 1);
    const head = make("tr", {}, heading("name", "document"), heading("kb", "kB"),
      ...(names.length > 1 ? [heading("mean", "mean", "mean F1 of all extractors"),
        heading("spread", "spread", "best F1 minus worst F1")] : []),
      ...(state.a === null ? [] : [heading("change", "change", `F1 of ${names[state.b]} minus F1 of ${names[state.a]}`)]),
      ...names.map((name, i) => heading(i, name, `F1 of ${name}`)));
    const rows = found.slice(page * PAGE, (page + 1) * PAGE).map(row);
    table.replaceChildren(caption(`F1 in per cent by ${data.measures[state.measure]}; select a document to see its texts.`),
      make("thead", {}, head), make("tbody", {}, ...rows.map((r) => r.line)));
    const turn = (text, to, dead) => {
      const button = make("button", { type: "button", class: "plain", disabled: dead }, text);
      button.addEventListener("click", () => { page = to; render(); table.closest("section").focus(); });
      return button;
    };
    pager.replaceChildren(...(pages > 1 ? [turn("Previous", page - 1, page === 0), ` page ${page + 1} of ${pages} `,
      turn("Next", page + 1, page === pages - 1)] : []));
    if (state.wanted && rows.length) {
      state.wanted = false;
      // Only an open document is long enough to be scrolled to the top.
      rows[0].open().then(() => document.getElementById("documents").scrollIntoView());
    }
  }
  return render;
}
