// The page: reads its data, and draws it anew when a choice changes. Sections out of sight are drawn when they come near.

const signed = (x) => (x > 0 ? "+" : x < 0 ? "−" : "±") + percent(Math.abs(x));

{
  const data = JSON.parse(document.getElementById("data").textContent);
  data.documents.forEach((d, index) => { d.index = index; });
  const names = data.extractors.map((e) => e.name);
  const state = { measure: 0, documents: data.documents, chosen: data.documents, filtered: false, a: null, b: null, wanted: false, only: null };
  const get = (id) => document.getElementById(id);
  let leaderSort = { key: "f1", down: true };

  const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  get("about").append(`${count(data.documents.length, "document")}, ${count(names.length, "extractor")}: `,
    ...data.extractors.flatMap((e, i) =>
      [i ? ", " : "", foreign(e.name), ...(e.version ? [" (", foreign(e.version), ")"] : [])]));
  if (data.texts < data.documents.length) get("about").after(make("p", {},
    `This report has the texts of ${data.texts} documents, the worst and a random sample; it has no room for all.`));
  const select = get("measure");
  select.append(...data.measures.map((name, i) => make("option", { value: i }, name)));

  const ofMeans = () => data.f1_of_means.includes(data.measures[state.measure]);
  let known = { documents: null };

  // Of all documents as they were made; of a choice of these they are made here.
  function figures() {
    if (known.documents === state.chosen && known.measure === state.measure) return known;
    const all = data.figures[data.measures[state.measure]].map((f, i) => ({ ...data.extractors[i], ...f }));
    if (!state.filtered) return (known = { documents: state.chosen, measure: state.measure, rows: all, drawn: data.resampled.drawn, warning: data.resampled.warning });
    const documents = state.chosen;
    const rows = documents.length ? all.map((f, i) => ({ name: f.name, ...summarize(documents, i, state.measure, ofMeans()) })) : [];
    const units = documents.length ? addStatistics(rows, documents, state.measure, ofMeans(), data.tails) : null;
    return (known = { documents, measure: state.measure, rows, warning: "",
      drawn: units ? `${count(units.count, units.kind)}, ${units.rounds ?? 0} times, in this browser` : "" });
  }

  function drawLeaders() {
    const columns = [["name", "extractor"], ["f1", "F1"], ["interval", "95 % interval"], ["behind", "behind the first"],
      ["precision", "precision"], ["recall", "recall"], ["median", "median F1"], ["std", "std. dev."], ["micro", "micro F1"],
      ["perfect", "perfect"], ["failed", "failed"], ["ms_per_kb", "ms / kB"]];
    const found = figures(), rows = found.rows.map((f) => ({ ...f, interval: f.high - f.low }));
    if (!rows.length) return get("leaders").replaceChildren(caption("No document is left."));
    // The far worse ones lie below the scale, so that the others can be told apart.
    const best = Math.max(...rows.map((r) => r.f1));
    const from = Math.max(0, Math.min(0.9, Math.floor(Math.min(...rows.filter((r) => r.f1 >= best / 2).map((r) => r.low ?? r.f1)) * 10) / 10));
    const below = rows.some((r) => r.low !== null && r.low < from);
    const { key, down } = leaderSort;
    rows.sort((a, b) => (down ? -1 : 1) * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
    const head = columns.map(([name, text]) => {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => {
        leaderSort = { key: name, down: key === name ? !down : name !== "name" };
        drawLeaders();
        get("leaders").querySelector("th[aria-sort] button").focus();
      });
      return make("th", { scope: "col", "aria-sort": key === name ? (down ? "descending" : "ascending") : undefined }, button);
    });
    const behind = (r) => (r.p === null ? [r.f1 === best ? "first" : "–"] : [`${signed(r.behind)} `,
      make("span", { class: r.tie ? "tie" : "note", title: `p ${r.p.toFixed(4)}, corrected (Holm)` }, r.tie ? "tie" : r.p < 0.001 ? "p < 0.001" : `p ${r.p.toFixed(3)}`)]);
    get("leaders").replaceChildren(
      caption(`By ${data.measures[state.measure]}, in per cent` + (state.chosen.length < 2 ? "." :
        `; the interval's scale goes from ${Math.round(100 * from)} to 100${below ? ", what lies below has an arrow" : ""}. Resampled: ${found.drawn}.` +
        [found.warning, data.mixture].filter(Boolean).map((warning) => ` Warning: ${warning}.`).join(""))),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows.map((r) => make("tr", {}, make("th", { scope: "row" }, foreign(r.name)), make("td", {}, percent(r.f1)),
        make("td", { class: "interval" }, ...(r.low === null ? [] :
          [drawInterval(r, from), make("span", {}, `${percent(r.low)} – ${percent(r.high)}`)])),
        make("td", { class: "behind" }, ...behind(r)),
        ...["precision", "recall", "median", "std", "micro"].map((k) => make("td", {}, r[k] === null ? "–" : percent(r[k]))),
        make("td", {}, String(r.perfect)), make("td", { class: r.failed ? "failed" : undefined }, String(r.failed)),
        make("td", {}, r.ms_per_kb === null ? "–" : r.ms_per_kb.toFixed(3))))));
  }

  const MOST_GROUPS = 12;

  // The documents of each value of a fact: classes in their order, others with most documents first.
  function groupBy(field) {
    const groups = new Map(), at = Object.keys(data.facts).indexOf(field);
    for (const d of state.chosen) {
      if (!groups.has(d.facts[at])) groups.set(d.facts[at], []);
      groups.get(d.facts[at]).push(d);
    }
    const bySize = data.ordered.includes(field) ? () => 0 : (a, b) => b[1].length - a[1].length;
    return [...groups].sort((a, b) => bySize(a, b) || a[0] - b[0]);
  }

  const score = (documents, i) => summarize(documents, i, state.measure, ofMeans()).f1;

  function drawPackages() {
    const values = groupBy("package");
    get("packages").replaceChildren(...(values.length ? [drawGroups(names,
      values.map(([value, of]) => ({ name: data.facts.package[value], count: of.length })),
      names.map((_, i) => values.map(([, of]) => score(of, i)))), legend(names)] : none()));
  }

  function drawHeat() {
    const heat = get("heat");
    heat.replaceChildren();
    Object.keys(data.facts).forEach((field) => {
      const values = groupBy(field), some = values.slice(0, MOST_GROUPS);
      if (values.length < 2) return;
      const f1 = names.map((_, i) => some.map(([, of]) => score(of, i)));
      const title = field.replaceAll("_", " "), all = f1.flat(), low = Math.min(...all), high = Math.max(...all);
      const body = names.map((name, i) => make("tr", {}, make("th", { scope: "row" }, foreign(name)), ...f1[i].map((value) => {
        const cell = make("td", {}, percent(value));
        cell.style.setProperty("--strength", (0.05 + 0.45 * (value - low) / (high - low || 1)).toFixed(3));
        return cell;
      })));
      const left = values.length - some.length;
      heat.append(make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `F1 by ${title}` }, make("table", {},
        caption(`By ${title}${left ? `: the twelve ${data.ordered.includes(field) ? "first" : "largest"} groups, ${left} more are left out` : ""}`),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "extractor"),
          ...some.map(([value, of]) => make("th", { scope: "col" }, foreign(data.facts[field][value] || "(none)"), ` (${of.length})`)))),
        make("tbody", {}, ...body))));
    });
    if (!heat.children.length) heat.append(make("p", { class: "note" }, "All documents are of one kind."));
  }

  drawKinds(names);
  const none = () => [make("p", { class: "note" }, "No document is left.")];
  get("by-package").hidden = !data.facts.package;
  const sections = {
    leaders: drawLeaders,
    ...(data.facts.package ? { packages: drawPackages } : {}),
    scatter: () => get("scatter").replaceChildren(...(state.chosen.length ? [drawScatter(names, figures().rows), legend(names)] : none())),
    time: () => get("time").replaceChildren(...(state.chosen.length ? [drawTime(names, state.chosen), legend(names)] : none())),
    lengths: () => get("lengths").replaceChildren(...(state.chosen.length ? [drawLengths(names, state.chosen, score), legend(names)] : none())),
    spread: () => get("spread").replaceChildren(...(state.chosen.length ? names.map((name, i) =>
      drawSpread(name, i, state.chosen.map((d) => d.scores[i][state.measure][2]))) : none())),
    heat: drawHeat,
    rows: listDocuments(data, state),
  };
  const drawn = new Set();
  const draw = (id) => { drawn.add(id); sections[id](); };
  const redraw = () => { for (const id of drawn) sections[id](); };
  let waiting = 0;
  const filters = makeFilters(data, state, (delay) => {
    clearTimeout(waiting);
    // What is linked to is scrolled to: nothing above it is to grow later.
    if (state.wanted) for (const id of Object.keys(sections)) drawn.add(id);
    if (!delay) return redraw();
    if (drawn.has("rows")) sections.rows();
    waiting = setTimeout(() => { for (const id of drawn) if (id !== "rows") sections[id](); }, delay);
  });
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting && !drawn.has(entry.target.id)) draw(entry.target.id);
  }, { rootMargin: "400px" });
  for (const id of Object.keys(sections)) watcher.observe(get(id));
  addEventListener("beforeprint", () => Object.keys(sections).forEach((id) => drawn.has(id) || draw(id)));
  select.addEventListener("change", () => {
    state.measure = Number(select.value);
    filters.apply();
    redraw();
  });
  filters.follow();
}
