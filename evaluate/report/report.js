// The page: reads its data, and draws it anew when the measure changes. Sections out of sight are drawn when they come near.

{
  const data = JSON.parse(document.getElementById("data").textContent);
  const names = data.extractors.map((e) => e.name);
  const state = { measure: 0 };
  const get = (id) => document.getElementById(id);
  let leaderSort = { key: "f1", down: true };

  const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  get("about").append(`${count(data.documents.length, "document")}, ${count(names.length, "extractor")}: `,
    ...data.extractors.flatMap((e, i) =>
      [i ? ", " : "", foreign(e.name), ...(e.version ? [" (", foreign(e.version), ")"] : [])]));
  const select = get("measure");
  select.append(...data.measures.map((name, i) => make("option", { value: i }, name)));

  const figures = () => data.figures[data.measures[state.measure]];

  function drawLeaders() {
    const columns = [["name", "extractor"], ["f1", "F1"], ["interval", "95 % interval"], ["precision", "precision"],
      ["recall", "recall"], ["median", "median F1"], ["std", "std. dev."], ["micro", "micro F1"], ["perfect", "perfect"],
      ["failed", "failed"], ["ms_per_kb", "ms / kB"]];
    const rows = figures().map((f, i) => ({ ...data.extractors[i], ...f, interval: f.high - f.low }));
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
    get("leaders").replaceChildren(
      caption(`By ${data.measures[state.measure]}, in per cent` + (data.documents.length < 2 ? "." :
        `; the interval's scale goes from ${100 * from} to 100${below ? ", what lies below has an arrow" : ""}.`)),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows.map((r) => make("tr", {}, make("th", { scope: "row" }, foreign(r.name)), make("td", {}, percent(r.f1)),
        make("td", { class: "interval" }, ...(r.low === null ? [] :
          [drawInterval(r, from), make("span", {}, `${percent(r.low)} – ${percent(r.high)}`)])),
        ...["precision", "recall", "median", "std", "micro"].map((k) => make("td", {}, percent(r[k]))),
        make("td", {}, String(r.perfect)), make("td", { class: r.failed ? "failed" : undefined }, String(r.failed)),
        make("td", {}, r.ms_per_kb === null ? "–" : r.ms_per_kb.toFixed(3))))));
  }

  function drawHeat() {
    const heat = get("heat");
    heat.replaceChildren();
    for (const [field, group] of Object.entries(data.breakdown)) {
      const title = field.replaceAll("_", " "), f1 = group.f1[data.measures[state.measure]];
      const all = f1.flat(), low = Math.min(...all), high = Math.max(...all);
      const body = names.map((name, i) => make("tr", {}, make("th", { scope: "row" }, foreign(name)), ...f1[i].map((value) => {
        const cell = make("td", {}, percent(value));
        cell.style.setProperty("--strength", (0.05 + 0.45 * (value - low) / (high - low || 1)).toFixed(3));
        return cell;
      })));
      heat.append(make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `F1 by ${title}` }, make("table", {},
        caption(`By ${title}${group.left_out ? `: the twelve largest groups, ${group.left_out} more are left out` : ""}`),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "extractor"),
          ...group.values.map((v) => make("th", { scope: "col" }, foreign(v.value || "(none)"), ` (${v.documents})`)))),
        make("tbody", {}, ...body))));
    }
    if (!Object.keys(data.breakdown).length) heat.append(make("p", { class: "note" }, "All documents are of one kind."));
  }

  const sections = {
    leaders: drawLeaders,
    scatter: () => get("scatter").replaceChildren(drawScatter(names, figures()), legend(names)),
    time: () => get("time").replaceChildren(drawTime(names, data.documents), legend(names)),
    spread: () => get("spread").replaceChildren(...names.map((name, i) =>
      drawSpread(name, i, data.documents.map((d) => d.scores[i][state.measure][2])))),
    heat: drawHeat,
    rows: listDocuments(data, state),
  };
  const drawn = new Set();
  const draw = (id) => { drawn.add(id); sections[id](); };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting && !drawn.has(entry.target.id)) draw(entry.target.id);
  }, { rootMargin: "400px" });
  for (const id of Object.keys(sections)) watcher.observe(get(id));
  addEventListener("beforeprint", () => Object.keys(sections).forEach((id) => drawn.has(id) || draw(id)));
  select.addEventListener("change", () => {
    state.measure = Number(select.value);
    for (const id of drawn) sections[id]();
  });
}
