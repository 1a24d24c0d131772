// Structure: gold and prediction side by side, drawn from trees element by element, and what was lost of it.

const DRAWN = new Set("div p ul ol li blockquote pre code table tr td th dl dt dd hr strong em s sup sub br".split(" "));
const STATES = ["", "flattened", "lost", "superfluous"];
const COUNTS = ["colspan", "rowspan", "start"];

function drawTree(node) {
  if (typeof node === "string") return node;
  const [tag, state, inner, facts = {}] = node;
  const children = inner.map(drawTree), word = STATES[state] ?? "";
  const attributes = { class: word || undefined, title: word || undefined };
  for (const name of COUNTS) if (Number.isInteger(facts[name])) attributes[name] = facts[name];
  if (/^h[1-6]$/.test(tag)) return make("p", { ...attributes, class: `heading ${tag} ${word}`.trim() }, ...children);
  if (tag === "a") return make("span", { ...attributes, class: `link ${word}`.trim() }, ...children);
  if (tag === "img") return make("span", { class: "note" }, `[image${inner.length ? ": " : ""}`, ...children, "]");
  return make(DRAWN.has(tag) ? tag : "div", attributes, ...children);
}

const describeCounts = (kinds, counts) => counts.flatMap(([all, kept, flat, more], i) => {
  const told = [[flat, "flattened"], [all - kept - flat, "lost"], [more, "superfluous"]].filter(([n]) => n);
  return told.length ? [`${kinds[i]}: ${all ? `${kept} of ${all} kept, ` : ""}${told.map(([n, what]) => `${n} ${what}`).join(", ")}`] : [];
});

function renderSides([gold, predicted, counts], name) {
  const kinds = JSON.parse(document.getElementById("structure-data").textContent).kinds, told = describeCounts(kinds, counts);
  const side = (title, tree) => make("div", { class: "side" }, make("p", { class: "note" }, title), drawTree(tree));
  return [make("ul", { class: "told" }, ...(told.length ? told : ["All structure is kept."]).map((line) => make("li", {}, line))),
    make("div", { class: "sides" }, side("Gold", gold), side(foreign(name), predicted))];
}

function drawKinds(names) {
  const block = document.getElementById("structure-data");
  if (!block) return;
  document.getElementById("structure").hidden = false;
  const { kinds, counts } = JSON.parse(block.textContent);
  const some = kinds.map((_, i) => i).filter((i) => counts.some((c) => c && c[i][0]));
  const share = (n, all) => (all ? `${Math.round(100 * n / all)} %` : "–");
  const cell = (c, i) => {
    if (!c || !c[i][0]) return make("td", {}, "–");
    const [all, kept, flat, more] = c[i];
    const told = [[flat, `${share(flat, all)} flattened`], [all - kept - flat, `${share(all - kept - flat, all)} lost`], [more, `${more} superfluous`]];
    return make("td", {}, make("b", {}, share(kept, all)), make("br"),
      make("span", { class: "note" }, told.filter(([n]) => n).map(([, words]) => words).join(", ")));
  };
  const most = (i) => Math.max(...counts.map((c) => (c ? c[i][0] : 0)));
  document.getElementById("kinds").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "extractor"),
      ...some.map((i) => make("th", { scope: "col" }, `${kinds[i]} (${most(i)})`)))),
    make("tbody", {}, ...names.map((name, n) => make("tr", {}, make("th", { scope: "row" }, foreign(name)), ...some.map((i) => cell(counts[n], i))))));
}
