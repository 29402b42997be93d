// Places for annexes on the map of Hansa Teutonica, drawn beside the offices of a city.

const SVG = "http://www.w3.org/2000/svg";

/** An element of the drawing, with its attributes. */
function drawn(tag, attributes, ...within) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...within);
  return element;
}

/** `count` places of annexes left of a city's offices, one `pitch` from the next; the one beside the offices comes first. */
export function annexPlaces(group, count, pitch) {
  const first = Number(group.dataset.first);
  return Array.from({ length: count }, (_, i) => {
    const at = { class: "annex", role: "button", tabindex: -1, "data-slot": i, transform: `translate(${first - (i + 1) * pitch})`, hidden: "" };
    const hit = drawn("rect", { class: "hit", x: -18, y: -18, width: 36, height: 36 });
    const place = drawn("g", at, hit, drawn("rect", { class: "shape", x: -15, y: -15, width: 30, height: 30, rx: 8 }), drawn("text", { y: 6 }));
    group.querySelector(".annex, .office").before(place); // further left than those before it
    return place;
  });
}
