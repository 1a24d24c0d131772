// What is marked, optional, suggested or picked, drawn over the page's own text in every frame.
"use strict";

{
  // Lines beside the colours: a page may have these colours itself, and not everybody tells them apart.
  const COLOURS = {
    proposed: "background-color: #d8c7ff; color: #241146;",
    optional: "background-color: #dfe3e8; color: #1a1a1a;",
    mark: "background-color: #ffd54a; color: #1a1a1a;",
  };
  const STYLE = `
    @layer cetr-gold {
      *, *::before, *::after { user-select: text !important; -webkit-user-drag: none !important; }
      *::before, *::after { pointer-events: none !important; }
      noscript { display: none !important; }
    }
    @media (forced-colors: none) {
      ::highlight(cetr-gold-proposed) { ${COLOURS.proposed} text-decoration: underline dotted 2px #5b2fb8; }
      ::highlight(cetr-gold-optional) { ${COLOURS.optional} text-decoration: underline dashed 2px #57606a; }
      ::highlight(cetr-gold-mark) { ${COLOURS.mark} text-decoration: underline 2px #8a5b00; }
      ::highlight(cetr-gold-here) { text-decoration: underline 3px #1d5fa8; }
      ::highlight(cetr-gold-end) { background-color: #1d5fa8; color: #ffffff; }
      ::highlight(cetr-gold-hover) { background-color: #8ec5ff; color: #10243a; text-decoration: underline dashed 2px #1d5fa8; }
      ::highlight(cetr-gold-cut) { background-color: #ffb4a8; color: #3a0f08; text-decoration: line-through 2px #b3261e; }
    }
    /* Where the system chooses the colours all of these have the same one: marks have two layers of it, and no line. */
    @media (forced-colors: active) {
      ::highlight(cetr-gold-proposed) { text-decoration: underline wavy 2px; }
      ::highlight(cetr-gold-optional) { text-decoration: underline dashed 4px; }
      ::highlight(cetr-gold-mark), ::highlight(cetr-gold-filled) { text-decoration: none; }
      ::highlight(cetr-gold-here), ::highlight(cetr-gold-hover) { text-decoration: underline 3px; }
      ::highlight(cetr-gold-end) { text-decoration: underline 5px; }
      ::highlight(cetr-gold-cut) { text-decoration: line-through 4px; }
    }
  `;
  const LAYERS = ["proposed", "optional", "mark", "filled", "here", "end", "hover", "cut"]; // the uppermost last

  gold.drawRanges = (layer, ranges) => {
    const highlight = new Highlight(); // of a large page there are more ranges than a call takes arguments
    for (const range of ranges) highlight.add(range);
    highlight.priority = LAYERS.indexOf(layer);
    CSS.highlights.set(`cetr-gold-${layer}`, highlight);
  };
  gold.draw = (layer, spans) => gold.drawRanges(layer, gold.rangesOfSpans(spans));
  gold.erase = (...layers) => { for (const layer of layers) CSS.highlights.delete(`cetr-gold-${layer}`); };

  let sheets = [];
  gold.startDrawing = (roots) => {
    sheets = [new CSSStyleSheet(), new CSSStyleSheet()];
    sheets[0].replaceSync(STYLE);
    for (const root of roots) own(root).adoptedStyleSheets.push(...sheets);
  };
  gold.stopDrawing = (roots) => {
    for (const root of roots.map(own)) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((sheet) => !sheets.includes(sheet));
    gold.erase(...LAYERS);
  };

  // Highlights do not reach a first letter that floats: it gets its colour by a rule of its own.
  const pathOf = (element) => {
    const steps = [];
    let node = element;
    for (; gold.dom.parentElement(node); node = gold.dom.parentElement(node)) steps.unshift(`*:nth-child(${gold.numberOf(node)})`);
    if (gold.dom.parentNode(node) instanceof ShadowRoot) steps.unshift(":host", `*:nth-child(${gold.numberOf(node)})`);
    else steps.unshift(":root");
    return steps.join(" > ");
  };
  const drawCaps = (layers) => {
    const rules = Object.entries(layers).flatMap(([layer, spans]) =>
      gold.capsOfSpans(spans).map((element) => `${pathOf(element)}::first-letter { ${COLOURS[layer].replaceAll(";", " !important;")} }`));
    sheets[1]?.replaceSync(rules.join("\n"));
  };

  // Returns where what is shown stands in this document, if it is in a frame.
  gold.show = (next) => {
    const before = gold.state;
    gold.state = next;
    if (before.picking && !next.picking) gold.stopPicking();
    const optional = next.optional ?? [];
    gold.draw("proposed", next.proposed);
    gold.draw("optional", optional);
    gold.draw("mark", next.spans);
    gold.draw("filled", matchMedia("(forced-colors: active)").matches ? next.spans : []);
    gold.draw("here", next.here ? [next.here] : []);
    gold.drawEnds(null);
    drawCaps({ proposed: next.proposed, optional, mark: next.spans });
    gold.showToolbar?.(next);
    return gold.drawMap(next);
  };
}
