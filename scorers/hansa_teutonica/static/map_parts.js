// Additions to the printed map of Hansa Teutonica: annex slots next to a city's offices, and the routes of networks.

const SVG = "http://www.w3.org/2000/svg";

/** Create an SVG element with attributes. */
function make(tag, attributes, ...within) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...within);
  return element;
}

/** Create `count` annex slots left of a city's offices, `pitch` apart, the nearest first. */
export function annexPlaces(group, count, pitch) {
  const first = Number(group.dataset.first);
  return Array.from({ length: count }, (_, i) => {
    const at = { class: "annex", role: "button", tabindex: -1, "data-slot": i, transform: `translate(${first - (i + 1) * pitch})`, hidden: "" };
    const hit = make("rect", { class: "hit", x: -18, y: -18, width: 36, height: 36 });
    const place = make("g", at, hit, make("rect", { class: "shape", x: -15, y: -15, width: 30, height: 30, rx: 8 }), make("text", { y: 6 }));
    group.querySelector(".annex, .office").before(place); // left of the previous ones
    return place;
  });
}

/** Create a path along the printed `roads` between the cities of a player's network, offset for each player. */
export function along(roads, network, seat, seats) {
  return roads.filter((road) => road.dataset.ends.split(" ").every((end) => network.has(end))).map((road) => {
    const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((end) => Number(road.getAttribute(end)));
    const onward = Math.abs(x2 - x1) > Math.abs(y2 - y1) ? x1 < x2 : y1 < y2;
    const aside = ((seat - (seats - 1) / 2) * (onward ? 5.5 : -5.5)) / Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(y1 - y2) * aside, (x2 - x1) * aside];
    return `M${x1 + dx} ${y1 + dy}L${x2 + dx} ${y2 + dy}`;
  }).join("");
}
