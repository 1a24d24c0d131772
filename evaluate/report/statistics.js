// Figures of the documents that the filters leave: means, intervals and ties, as Python has them for all documents.

const RESAMPLES = 999, FEWEST_SITES = 10, MOST_DRAWS = 2e8;

// A generator of random numbers that gives the same ones every time (mulberry32).
function makeRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const harmonic = (p, r) => (p + r > 0 ? 2 * p * r / (p + r) : 0);

// The sums of each document that make F1 over documents: [f1, 1], or [precision, counted, recall, 1] for the F1 of means.
function listColumns(documents, i, m, ofMeans) {
  return documents.map((d) => {
    const [precision, recall, f1] = d.scores[i][m];
    if (!ofMeans) return [f1, 1];
    const counted = d.uncounted?.[m].includes(i) ? 0 : 1;
    return [precision * counted, counted, recall, 1];
  });
}

const makeF1 = (sums) => (sums.length === 2 ? sums[0] / sums[1] : harmonic(sums[1] ? sums[0] / sums[1] : 0, sums[2] / sums[3]));

// F1 of the counts of all documents together: those that match, those extracted, those expected.
function pool(scores, failed) {
  const [matched, extracted, expected] = [3, 4, 5].map((part) => scores.reduce((a, s) => a + s[part], 0));
  const nothing = +!(extracted || expected || failed);
  return harmonic(extracted ? matched / extracted : nothing, expected ? matched / expected : nothing);
}

function summarize(documents, i, m, ofMeans) {
  const n = documents.length, scores = documents.map((d) => d.scores[i][m]);
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const f1 = scores.map((s) => s[2]), sorted = [...f1].sort((a, b) => a - b), average = mean(f1);
  const columns = listColumns(documents, i, m, ofMeans);
  const sums = columns[0].map((_, k) => columns.reduce((a, c) => a + c[k], 0));
  const kb = documents.reduce((a, d) => a + d.kb, 0);
  const timed = documents.every((d) => d.ms[i] !== null);
  const failed = documents.filter((d) => d.errors?.[i]).length;
  return {
    f1: makeF1(sums), low: null, high: null, behind: 0, p: null, tie: false, micro: pool(scores, failed),
    precision: ofMeans ? (sums[1] ? sums[0] / sums[1] : 0) : mean(scores.map((s) => s[0])),
    recall: mean(scores.map((s) => s[1])),
    median: n % 2 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2,
    std: n > 1 ? Math.sqrt(f1.reduce((a, v) => a + (v - average) ** 2, 0) / (n - 1)) : 0,
    perfect: f1.filter((v) => v === 1).length,
    failed,
    ms_per_kb: timed && kb ? documents.reduce((a, d) => a + d.ms[i], 0) / kb : null,
  };
}

// Sites where there are ten, else pages: for each document the number of its unit.
function findUnits(documents) {
  const sites = new Set(documents.map((d) => d.site).filter(Boolean));
  const unknown = documents.filter((d) => !d.site).length;
  if (!sites.size || sites.size + unknown < FEWEST_SITES) return { kind: "page", count: documents.length, place: documents.map((_, i) => i) };
  const numbers = new Map();
  const place = documents.map((d, i) => {
    const key = d.site || i;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  });
  return { kind: "site", count: numbers.size, place };
}

function sumUp(columns, units) {
  const width = columns[0].length, sums = new Float64Array(units.count * width);
  columns.forEach((c, i) => c.forEach((v, k) => { sums[units.place[i] * width + k] += v; }));
  return { sums, width };
}

// Adds intervals to figures, and to each the difference from the best.
function addStatistics(figures, documents, m, ofMeans, tails) {
  const units = findUnits(documents);
  if (units.count < 2) return units;
  const tables = figures.map((_, i) => sumUp(listColumns(documents, i, m, ofMeans), units));
  const rounds = Math.max(99, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / (units.count * figures.length * tables[0].width))));
  const random = makeRandom(7);
  addIntervals(figures, tables, units.count, rounds, random, tails[units.count - 2] ?? 0.025);
  addDifferences(figures, tables, units.count, rounds, random);
  return { ...units, rounds };
}

// Resamples the n units.
function addIntervals(figures, tables, n, rounds, random, tail) {
  const width = tables[0].width, weights = new Float64Array(n);
  const drawn = figures.map(() => new Float64Array(rounds));
  for (let r = 0; r < rounds; r++) {
    weights.fill(0);
    for (let j = 0; j < n; j++) weights[Math.floor(random() * n)] += 1;
    tables.forEach(({ sums }, i) => {
      const total = new Array(width).fill(0);
      for (let j = 0; j < n; j++) if (weights[j]) for (let k = 0; k < width; k++) total[k] += weights[j] * sums[j * width + k];
      drawn[i][r] = makeF1(total);
    });
  }
  const quantile = (values, q) => {
    const at = q * (values.length - 1), low = Math.floor(at);
    return values[low] + (at - low) * ((values[low + 1] ?? values[low]) - values[low]);
  };
  figures.forEach((figure, i) => {
    const values = drawn[i].sort();
    figure.low = quantile(values, tail);
    figure.high = quantile(values, 1 - tail);
  });
}

// Tests each difference from the best by exchanging whole units.
function addDifferences(figures, tables, n, rounds, random) {
  const width = tables[0].width;
  const best = figures.reduce((a, f, i) => (f.f1 > figures[a].f1 ? i : a), 0);
  const others = figures.map((_, i) => i).filter((i) => i !== best);
  const below = others.map(() => 0), above = others.map(() => 0);
  const observed = others.map((i) => figures[i].f1 - figures[best].f1);
  const round = (x) => Math.round(x * 1e10);
  const exchanged = new Array(n);
  for (let r = 0; r < rounds; r++) {
    for (let j = 0; j < n; j++) exchanged[j] = random() < 0.5;
    others.forEach((i, at) => {
      const one = new Array(width).fill(0), other = new Array(width).fill(0);
      for (let j = 0; j < n; j++) {
        const [a, b] = exchanged[j] ? [tables[i].sums, tables[best].sums] : [tables[best].sums, tables[i].sums];
        for (let k = 0; k < width; k++) { one[k] += a[j * width + k]; other[k] += b[j * width + k]; }
      }
      const chance = round(makeF1(other) - makeF1(one));
      below[at] += chance <= round(observed[at]);
      above[at] += chance >= round(observed[at]);
    });
  }
  const p = others.map((_, at) => Math.min(1, 2 * (Math.min(below[at], above[at]) + 1) / (rounds + 1)));
  let last = 0;
  others.map((_, at) => at).sort((a, b) => p[a] - p[b]).forEach((at, rankAt) => {
    last = Math.max(last, Math.min(1, p[at] * (others.length - rankAt)));
    Object.assign(figures[others[at]], { behind: observed[at], p: last, tie: last >= 0.05 });
  });
}
