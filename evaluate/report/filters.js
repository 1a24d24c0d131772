// What is shown of the documents: one choice for the leaderboard, the charts and the list.

function makeFilters(data, state, changed) {
  const form = document.getElementById("filters"), count = document.getElementById("count");
  const names = data.extractors.map((e) => e.name), fields = Object.keys(data.facts);
  const search = make("input", { type: "search", id: "search", autocomplete: "off" });
  const choose = (label, options) => make("select", { "aria-label": label }, make("option", { value: "" }, "all"),
    ...options.map(([value, text]) => make("option", { value }, text)));
  const selects = fields.map((field) => choose(field.replaceAll("_", " "), data.facts[field].map((text, i) => [i, text || "(none)"])));
  const flags = choose("failures", [["failed", "with a failure"], ["noted", "with a note"]]);
  const pairs = names.map((name, i) => [i, name]);
  const one = choose("compare", pairs), other = choose("with", pairs);
  one.firstChild.textContent = other.firstChild.textContent = "–";
  form.append(make("label", {}, "Name, site or URL", search),
    ...fields.map((field, i) => make("label", {}, field.replaceAll("_", " "), selects[i])), make("label", {}, "failures", flags),
    ...(names.length > 1 ? [make("span", { class: "versus" }, make("label", {}, "compare", one), make("label", {}, "with", other))] : []));

  function apply() {
    const words = search.value.toLowerCase(), f1 = (d, i) => d.scores[i][state.measure][2];
    const pair = one.value !== "" && other.value !== "" && one.value !== other.value;
    const [a, b] = pair ? [Number(one.value), Number(other.value)] : [null, null];
    state.newPair = pair && (a !== state.a || b !== state.b);
    [state.a, state.b] = [a, b];
    // What documents are of is asked for; whether a comparison changed them is asked of the list alone.
    state.chosen = data.documents.filter((d) =>
      (!words || d.name.toLowerCase().includes(words) || d.site.includes(words) || d.url.toLowerCase().includes(words)) &&
      selects.every((select, i) => select.value === "" || d.facts[i] === Number(select.value)) &&
      (flags.value !== "failed" || d.errors) && (flags.value !== "noted" || d.notes));
    state.documents = state.only ? data.documents.filter((d) => d.name === state.only)
      : pair ? state.chosen.filter((d) => f1(d, a) !== f1(d, b)) : state.chosen;
    state.filtered = state.chosen.length < data.documents.length;
    count.textContent = `${state.chosen.length} of ${data.documents.length} documents` +
      (state.only ? "; the list below has the one that was linked to" : pair ? `, ${state.documents.length} of them changed` : "");
  }
  const update = () => { apply(); changed(0); };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (state.only) { state.only = null; history.replaceState(null, "", location.pathname + location.search); }
    apply();
    // What is typed is listed at once; the charts wait for the end of the word.
    changed(event.target === search ? 200 : 0);
  });

  // A link to a document lists it alone, opened, until another choice is made.
  function follow() {
    const match = /^#doc=(.+)$/.exec(location.hash);
    if (!match) return;
    let name;
    try { name = decodeURIComponent(match[1]); } catch { return; }
    if (!data.documents.some((d) => d.name === name)) return;
    state.only = name;
    state.wanted = true;
    update();
  }
  addEventListener("hashchange", follow);
  apply();
  return { apply, follow };
}
