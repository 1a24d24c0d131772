"use strict";
// Drawing: small SVG charts, each with a text alternative.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "circle", "rect", "line", "text", "polyline", "title"].includes(tag) && attributes.svg !== false;
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== "svg" && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A name of others' ends what it does to the direction of writing.
const foreign = (text) => make("bdi", {}, text);
// The inner element stays in sight where the table is wider than the window.
const caption = (text) => make("caption", {}, make("span", {}, text));
const percent = (x) => (100 * x).toFixed(2);
const color = (i) => i % 10;

// Extractors differ in shape too, not in colour alone. Seven shapes and ten colours: seventy are told apart.
function marker(i, x, y, size = 5) {
  const half = size * 0.45, arm = size * 0.85;
  const shapes = [
    `M${x - size},${y} a${size},${size} 0 1,0 ${2 * size},0 a${size},${size} 0 1,0 ${-2 * size},0`,
    `M${x - size},${y - size} h${2 * size} v${2 * size} h${-2 * size} z`,
    `M${x},${y - size * 1.2} l${size * 1.2},${size * 2.1} h${-size * 2.4} z`,
    `M${x},${y - size * 1.3} l${size * 1.3},${size * 1.3} l${-size * 1.3},${size * 1.3} l${-size * 1.3},${-size * 1.3} z`,
    `M${x},${y + size * 1.2} l${size * 1.2},${-size * 2.1} h${-size * 2.4} z`,
    `M${x - half},${y - half} v${-arm} h${2 * half} v${arm} h${arm} v${2 * half} h${-arm} v${arm} h${-2 * half} v${-arm}` +
      ` h${-arm} v${-2 * half} z`,
    `M${x},${y - half} l${arm},${-arm} l${half},${half} l${-arm},${arm} l${arm},${arm} l${-half},${half} l${-arm},${-arm}` +
      ` l${-arm},${arm} l${-half},${-half} l${arm},${-arm} l${-arm},${-arm} l${half},${-half} z`,
  ];
  return make("path", { d: shapes[i % shapes.length], class: `f${color(i)}` });
}

function legend(names) {
  return make("ul", { class: "legend" }, ...names.map((name, i) =>
    make("li", {}, make("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, marker(i, 0, 0)), foreign(name))));
}

function axes(width, height, left, bottom, xs, ys, xTitle, yTitle) {
  const parts = [];
  for (const [place, text] of xs) {
    parts.push(make("line", { class: "axis", x1: place, x2: place, y1: 8, y2: height - bottom }));
    parts.push(make("text", { x: place, y: height - bottom + 16, "text-anchor": "middle" }, text));
  }
  for (const [place, text] of ys) {
    parts.push(make("line", { class: "axis", x1: left, x2: width - 8, y1: place, y2: place }));
    parts.push(make("text", { x: left - 6, y: place + 4, "text-anchor": "end" }, text));
  }
  parts.push(make("text", { x: (left + width) / 2, y: height - 4, "text-anchor": "middle" }, xTitle));
  parts.push(make("text", { x: 12, y: (height - bottom) / 2, "text-anchor": "middle",
    transform: `rotate(-90 12 ${(height - bottom) / 2})` }, yTitle));
  return parts;
}

function drawScatter(names, figures) {
  const width = 480, height = 360, left = 56, bottom = 40;
  const lowest = Math.min(...figures.flatMap((f) => [f.precision, f.recall]));
  const from = beginScale(lowest);
  const x = (v) => left + (v - from) / (1 - from) * (width - left - 16);
  const y = (v) => height - bottom - (v - from) / (1 - from) * (height - bottom - 16);
  const ticks = listShares(from);
  const curves = [];
  for (let f1 = 0.1; f1 < 0.99; f1 += 0.1) {
    const points = [];
    for (let r = from; r <= 1.0001; r += (1 - from) / 80) {
      const p = f1 * r / (2 * r - f1);
      if (2 * r > f1 && p >= from && p <= 1) points.push(`${x(r).toFixed(1)},${y(p).toFixed(1)}`);
    }
    if (points.length > 1) curves.push(make("polyline", { class: "curve", points: points.join(" ") }));
  }
  const points = figures.map((f, i) => make("g", {}, marker(i, x(f.recall), y(f.precision), 6),
    make("title", {}, `${names[i]}: precision ${percent(f.precision)} %, recall ${percent(f.recall)} %`)));
  const label = "Scatter plot of mean precision against mean recall; the leaderboard has the numbers.";
  return make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...axes(width, height, left, bottom, ticks.map((v) => [x(v), v.toFixed(2)]), ticks.map((v) => [y(v), v.toFixed(2)]),
      "recall", "precision"),
    ...curves, ...points);
}

// Ticks from `from` to 1.
function listShares(from) {
  const step = from < 0.5 ? 0.2 : from < 0.8 ? 0.1 : 0.02, ticks = [];
  for (let v = Math.ceil(from / step - 1e-9) * step; v < 1 + 1e-9; v += step) ticks.push(v);
  return ticks;
}

const beginScale = (lowest) => Math.max(0, Math.min(0.9, Math.floor(lowest * 10 - 0.2) / 10));
// The beginning of a text that fits into so many letters, of which a Chinese character takes two.
function cutShort(text, most) {
  let width = 0;
  const fits = [...text].filter((c) => (width += c.codePointAt(0) > 0x2e7f ? 2 : 1) < most).join("");
  return width > most ? fits + "…" : text;
}


// A row for each group of documents, with the F1 of each extractor; `f1` has a row for each extractor.
function drawGroups(names, groups, f1) {
  const width = 480, left = 150, bottom = 40, row = Math.max(24, Math.min(56, 300 / groups.length));
  const height = groups.length * row + bottom + 16;
  const from = beginScale(Math.min(...f1.flat()));
  const x = (v) => left + (v - from) / (1 - from) * (width - left - 16), y = (at) => 8 + (at + 0.5) * row;
  const rows = groups.map(({ name, count }, at) => make("g", {},
    make("line", { class: "axis", x1: left, x2: width - 16, y1: y(at), y2: y(at) }),
    make("text", { x: left - 12, y: y(at) + 4, "text-anchor": "end" }, cutShort(name, 20), make("title", {}, `${name}: ${count} document${count === 1 ? "" : "s"}`)),
    ...names.map((extractor, i) => make("g", {}, marker(i, x(f1[i][at]), y(at), 5),
      make("title", {}, `${extractor} on ${name}: F1 ${percent(f1[i][at])} %`)))));
  const label = "Dot plot of each extractor's mean F1 on each package; the table by package has the numbers.";
  return make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...axes(width, height, left, bottom, listShares(from).map((v) => [x(v), v.toFixed(2)]), [], "F1", ""), ...rows);
}

// Up to eight bins of equally many documents, by size.
function binBySize(documents) {
  const order = documents.filter((d) => d.kb > 0).sort((a, b) => a.kb - b.kb);
  const bins = Math.min(order.length, Math.max(1, Math.min(8, Math.floor(order.length / 6))));
  const groups = Array.from({ length: bins }, (_, i) =>
    order.slice(Math.floor(i * order.length / bins), Math.floor((i + 1) * order.length / bins)));
  return { groups, sizes: groups.map((group) => median(group.map((d) => d.kb))) };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
// The marks of a logarithmic scale around some values: 1, 2 and 5 times powers of ten, or the powers alone where these
// would be too many.
function listMarks(values) {
  const low = Math.min(...values), high = Math.max(...values), from = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - from + 2 }, (_, i) => 10 ** (from + i));
  const marks = powers.flatMap((power) => (high / low > 100 ? [power] : [power, 2 * power, 5 * power]));
  const first = marks.findLastIndex((mark) => mark <= low * 1.000001);
  return marks.slice(first, Math.max(first + 1, marks.findIndex((mark) => mark >= high * 0.999999)) + 1);
}

// Where a value stands between the first and the last mark, from 0 to 1.
const placeAmong = (marks) => (v) => Math.log(v / marks[0]) / Math.log(marks.at(-1) / marks[0]);
const plain = (v) => String(Number(v.toPrecision(1)));

// A line for each of some extractors over the sizes of the bins, which are on a logarithmic scale.
function drawOverSizes(names, shown, sizes, lines, { left, y, yTicks, yTitle, label, tell }) {
  const width = 480, height = 360, bottom = 40, marks = listMarks(sizes), along = placeAmong(marks);
  const x = (v) => left + along(v) * (width - left - 16);
  const place = (share) => height - bottom - share * (height - bottom - 16);
  return make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...axes(width, height, left, bottom, marks.map((v) => [x(v), plain(v)]),
      yTicks.map(([v, text]) => [place(y(v)), text]), "kB of HTML", yTitle),
    ...lines.map((line, at) => make("g", {},
      make("polyline", { points: line.map((v, j) => `${x(sizes[j]).toFixed(1)},${place(y(v)).toFixed(1)}`).join(" "),
        class: `s${color(shown[at])}`, fill: "none", "stroke-width": 2 }),
      ...line.map((v, j) => marker(shown[at], x(sizes[j]), place(y(v)), 3)),
      make("title", {}, `${names[shown[at]]}: ${line.map((v, j) => `${tell(v)} at ${sizes[j]} kB`).join(", ")}`))));
}

function drawTime(names, documents) {
  const { groups, sizes } = binBySize(documents);
  if (!groups.length) return make("p", { class: "note" }, "No document has a size.");
  // Of what was extracted elsewhere no time is known.
  const timed = names.map((_, i) => i).filter((i) => documents.every((d) => d.ms[i] !== null));
  if (!timed.length) return make("p", { class: "note" }, "No times are known.");
  const lines = timed.map((i) => groups.map((group) => Math.max(1e-4, median(group.map((d) => d.ms[i])))));
  const marks = listMarks(lines.flat());
  return drawOverSizes(names, timed, sizes, lines, {
    left: 64, y: placeAmong(marks), yTicks: marks.map((v) => [v, plain(v)]),
    yTitle: "milliseconds", tell: (v) => `${v.toPrecision(2)} ms`,
    label: "Line chart of the median time of an extraction against the size of the page, both logarithmic.",
  });
}

// `score` gives the mean F1 of an extractor on some documents.
function drawLengths(names, documents, score) {
  const { groups, sizes } = binBySize(documents);
  if (!groups.length) return make("p", { class: "note" }, "No document has a size.");
  const lines = names.map((_, i) => groups.map((group) => score(group, i)));
  const from = beginScale(Math.min(...lines.flat()));
  return drawOverSizes(names, names.map((_, i) => i), sizes, lines, {
    left: 56, y: (v) => (v - from) / (1 - from), yTicks: listShares(from).map((v) => [v, v.toFixed(2)]),
    yTitle: "F1", tell: (v) => `F1 ${percent(v)} %`,
    label: "Line chart of mean F1 against the size of the page, which is logarithmic.",
  });
}

function drawSpread(name, i, values) {
  const bins = new Array(20).fill(0);
  for (const value of values) bins[Math.min(19, Math.floor(value * 20 + 1e-9))] += 1;
  const most = Math.max(...bins);
  const bars = bins.map((count, j) => make("rect", { class: `f${color(i)}`, x: j * 10 + 1, width: 8,
    y: 60 - 56 * count / most, height: 56 * count / most },
  make("title", {}, `${(j / 20).toFixed(2)} to ${((j + 1) / 20).toFixed(2)}: ${count} documents`)));
  const low = bins.slice(0, 10).reduce((a, b) => a + b, 0);
  const label = `${name}: F1 under 0.5 on ${low} documents, at least 0.95 on ${bins[19]}, of ${values.length}`;
  return make("figure", {},
    make("svg", { viewBox: "0 0 200 64", role: "img", "aria-label": label },
      make("rect", { class: "track", x: 0, y: 60, width: 200, height: 1 }), ...bars),
    make("figcaption", {}, foreign(name), make("br"), make("span", { class: "note" }, `under 0.5: ${low}, from 0.95: ${bins[19]}`)));
}

// What lies below the scale has an arrow that points there.
function drawInterval({ low, f1, high }, from) {
  const x = (v) => 100 * (Math.max(v, from) - from) / (1 - from || 1);
  return make("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { class: "track", x: 0, y: 2, width: 100, height: 6 }),
    high < from ? null : make("rect", { class: "f5", x: x(low), y: 3, width: Math.max(0.6, x(high) - x(low)), height: 4 }),
    low < from ? make("path", { class: "f1", d: "M0,5 l6,-5 v10 z" }) : null,
    f1 < from ? null : make("rect", { class: "f6", x: x(f1) - 0.4, y: 1, width: 0.8, height: 8 }));
}
