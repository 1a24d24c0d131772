// The map beside the scroll bar: where on the page parts are marked, optional or suggested.
"use strict";

{
  const MOST = 2000; // places of a kind
  let map = null;

  gold.buildMap = () => (map = gold.make("div", { className: "map", "aria-hidden": "true" }));

  const tick = ([kind, from, to, span]) => {
    const mark = gold.make("i", { className: kind, onclick: () => gold.goTo(span, span) });
    mark.style.top = `${100 * from}%`;
    mark.style.height = `max(3px, ${100 * (to - from)}%)`;
    return mark;
  };
  // The places of this document; those in frames are added, and of a frame they are returned.
  gold.drawMap = (state) => {
    if (map) map.replaceChildren(...gold.listPlaces(state, MOST).map(tick));
    return window === window.top ? [] : gold.listPlaces(state, MOST);
  };
  gold.addToMap = (places) => map?.append(...places.map(tick));

  // What the map shows: each mark's kind, and from where to where it is, in percent of its height.
  gold.readMap = () => [...map.children].map((mark) => {
    const box = mark.getBoundingClientRect();
    return [mark.className, (100 * box.top) / innerHeight, (100 * box.bottom) / innerHeight];
  });
  // Where one of them is, for driving it with a real mouse.
  gold.whereOnMap = (number) => {
    const box = map.children[number].getBoundingClientRect();
    return [box.x + box.width / 2, box.y + 1];
  };
}
