// The list of documents: filtered, sorted, fifty at a time; a document's texts are unpacked when it is opened.

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

function fillPanel(panel, item, texts, names, measure, chosen) {
  const show = (i) => {
    const score = item.scores[i][measure];
    for (const [j, button] of buttons.entries()) button.setAttribute("aria-pressed", String(i === j));
    summary.replaceChildren(foreign(names[i]), ...(item.errors[i] ? [" failed. ", foreign(item.errors[i])]
      : [`: precision ${percent(score[0])}, recall ${percent(score[1])}, F1 ${percent(score[2])}`]));
    text.setAttribute("aria-label", `Text of ${item.name}, by ${names[i]}`);
    const script = texts && texts[1][i];
    text.replaceChildren(...(!texts ? ["The texts of this document are not in this report."]
      : script ? renderDiff(texts[0], script)
      : [make("del", { class: "missing" }, texts[0])]));
    text.scrollTop = 0;
  };
  const buttons = names.map((name, i) => {
    const button = make("button", { type: "button", class: "plain" }, foreign(name), ` ${percent(item.scores[i][measure][2])}`);
    button.addEventListener("click", () => show(i));
    return button;
  });
  const summary = make("p", { class: "note", role: "status" });
  const text = make("div", { class: "text", tabindex: "0", role: "region" });
  const key = make("p", { class: "note" }, "Right, ", make("del", { class: "missing" }, "missing"), ", ",
    make("ins", { class: "extra" }, "superfluous"), ".");
  panel.replaceChildren(make("div", {}, make("div", { class: "choice", role: "group", "aria-label": "Extractor" }, ...buttons),
    summary, key, text));
  show(chosen);
}

function listDocuments(data, state) {
  const names = data.extractors.map((e) => e.name);
  const filters = document.getElementById("filters"), table = document.getElementById("rows");
  const count = document.getElementById("count"), pager = document.getElementById("pager");
  const fields = Object.keys(data.facts);
  let sort = { key: names.length > 1 ? "spread" : 0, down: names.length > 1 }, page = 0;

  const f1 = (item, i) => item.scores[i][state.measure][2];
  const all = (item) => names.map((_, i) => f1(item, i));
  const keys = {
    name: (item) => item.name,
    kb: (item) => item.kb,
    spread: (item) => Math.max(...all(item)) - Math.min(...all(item)),
    mean: (item) => all(item).reduce((a, b) => a + b, 0) / names.length,
  };
  const value = (item) => (typeof sort.key === "number" ? f1(item, sort.key) : keys[sort.key](item));

  const search = make("input", { type: "search", id: "search", autocomplete: "off" });
  const selects = fields.map((field) => make("select", { "aria-label": field.replaceAll("_", " ") },
    make("option", { value: "" }, "all"),
    ...data.facts[field].map((text, i) => make("option", { value: i }, text || "(none)"))));
  const failures = make("select", { "aria-label": "failures" }, make("option", { value: "" }, "all"), make("option", { value: "1" }, "with a failure"));
  filters.append(make("label", {}, "Name or site", search),
    ...fields.map((field, i) => make("label", {}, field.replaceAll("_", " "), selects[i])),
    make("label", {}, "failures", failures));
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("input", () => { page = 0; render(); });

  function chosen() {
    const words = search.value.toLowerCase();
    const kept = data.documents.map((item, index) => ({ item, index })).filter(({ item }) =>
      (!words || item.name.toLowerCase().includes(words) || item.site.includes(words)) &&
      selects.every((select, i) => select.value === "" || item.facts[i] === Number(select.value)) &&
      (!failures.value || item.errors.some(Boolean)));
    const sign = sort.down ? -1 : 1;
    return kept.sort((a, b) => {
      const x = value(a.item), y = value(b.item);
      return sign * (x < y ? -1 : x > y ? 1 : 0) || a.index - b.index;
    });
  }

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

  function row({ item, index }) {
    const button = make("button", { type: "button", class: "open", "aria-expanded": "false" }, foreign(item.name));
    const line = make("tr", {}, make("th", { scope: "row" }, button), make("td", {}, item.kb.toFixed(1)),
      ...(names.length > 1 ? [make("td", {}, percent(keys.mean(item))), make("td", {}, percent(keys.spread(item)))] : []),
      ...names.map((_, i) => make("td", { class: item.errors[i] ? "failed" : undefined },
        item.errors[i] ? "failed" : percent(f1(item, i)))));
    button.addEventListener("click", async () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
      if (open) return line.nextSibling.remove();
      const panel = make("td", { class: "panel", colspan: line.children.length });
      line.after(make("tr", {}, panel));
      const scores = all(item);
      const start = typeof sort.key === "number" ? sort.key : scores.indexOf(Math.min(...scores));
      fillPanel(panel, item, await unpack(index), names, state.measure, start);
    });
    return line;
  }

  function render() {
    const found = chosen(), pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(page, pages - 1);
    const head = make("tr", {}, heading("name", "document"), heading("kb", "kB"),
      ...(names.length > 1 ? [heading("mean", "mean", "mean F1 of all extractors"),
        heading("spread", "spread", "best F1 less worst")] : []),
      ...names.map((name, i) => heading(i, name, `F1 of ${name}`)));
    table.replaceChildren(caption(`F1 in per cent by ${data.measures[state.measure]}; choose a document to see its texts.`),
      make("thead", {}, head), make("tbody", {}, ...found.slice(page * PAGE, (page + 1) * PAGE).map(row)));
    count.textContent = `${found.length} of ${data.documents.length} documents`;
    const turn = (text, to, dead) => {
      const button = make("button", { type: "button", class: "plain", disabled: dead }, text);
      button.addEventListener("click", () => { page = to; render(); table.closest("section").focus(); });
      return button;
    };
    pager.replaceChildren(...(pages > 1 ? [turn("Previous", page - 1, page === 0), ` page ${page + 1} of ${pages} `,
      turn("Next", page + 1, page === pages - 1)] : []));
  }
  return render;
}
