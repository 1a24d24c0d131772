// Two extractions side by side: both are known by how they differ from the gold, so what differs is right or wrong.

// The gold's text, piece by piece, with whether A and B have it, and what either has beside it at that place.
function alignScripts(a, b) {
  const cut = new Set([0]);
  const read = (script) => {
    const right = [], extra = new Map();
    let at = 0;
    for (const [kind, value] of script ?? []) {
      if (kind === 2) { extra.set(at, [...(extra.get(at) ?? []), value]); cut.add(at); continue; }
      if (kind === 0) right.push([at, at + value]);
      cut.add(at);
      at += value;
      cut.add(at);
    }
    return { right, extra };
  };
  const one = read(a), other = read(b), places = [...cut].sort((x, y) => x - y);
  const within = (spans) => {
    let i = 0;
    return (at) => {
      while (i < spans.length && spans[i][1] <= at) i++;
      return i < spans.length && spans[i][0] <= at;
    };
  };
  const inA = within(one.right), inB = within(other.right), parts = [];
  places.forEach((from, i) => {
    const extraA = (one.extra.get(from) ?? []).join(" "), extraB = (other.extra.get(from) ?? []).join(" ");
    if (extraA || extraB) parts.push({ extraA, extraB });
    if (i + 1 < places.length) parts.push({ from, to: places[i + 1], a: inA(from), b: inB(from) });
  });
  return parts;
}

function renderChange(gold, a, b) {
  const points = Array.from(gold);
  const mark = (tag, kind, word, text) => make(tag, { class: kind }, make("span", { class: "unseen" }, `[${word}: `), text,
    make("span", { class: "unseen" }, "]"));
  return alignScripts(a, b).flatMap((part) => {
    if (part.from === undefined) {
      if (part.extraA === part.extraB) return [make("span", { class: "both" }, part.extraA), " "];
      return [part.extraA ? mark("del", "extra", "superfluous, gone", part.extraA) : null, " ",
        part.extraB ? mark("ins", "extra new", "superfluous, new", part.extraB) : null, " "].filter(Boolean);
    }
    const text = points.slice(part.from, part.to).join("");
    if (part.a === part.b) return [part.a ? text : make("span", { class: "neither" }, text)];
    return [part.a ? mark("del", "missing", "lost", text) : mark("ins", "found", "found", text)];
  });
}
