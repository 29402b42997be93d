// Additions to the printed maps of Hansa Teutonica: slots beside a city's offices, and the routes of networks.

import { request } from "../../common/api.js";
import { slots } from "./slots.js";

const SVG = "http://www.w3.org/2000/svg";

/** Load the style of drawings, and return a drawing as text. */
export async function loadDrawing(address) {
  const style = new Promise((resolve, reject) => {
    const link = { rel: "stylesheet", href: new URL("drawing.css", import.meta.url), onload: resolve, onerror: reject };
    document.head.append(Object.assign(document.createElement("link"), link));
  });
  const [answer] = await Promise.all([request(address), style]);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** Create an SVG element with attributes. */
function make(tag, attributes, ...within) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...within);
  return element;
}

/** Create `count` slots beside a city's offices, `pitch` apart, the nearest first: annexes at their left, or `permanent` offices at their right. */
function extraPlaces(group, kind, count, pitch) {
  const [start, step] = kind === "annex" ? [-1, -1] : [group.querySelectorAll(".office").length, 1];
  let last = group.querySelector(".office") ?? group.querySelector(".badge");
  return Array.from({ length: count }, (_, i) => {
    const x = Number(group.dataset.first) + (start + i * step) * pitch;
    const at = { class: kind, role: "button", tabindex: -1, "data-slot": i, transform: `translate(${x})`, hidden: "" };
    const hit = make("rect", { class: "hit", x: -18, y: -18, width: 36, height: 36 });
    const place = make("g", at, hit, make("rect", { class: "shape", x: -15, y: -15, width: 30, height: 30, rx: 8 }), make("text", { y: 6 }));
    group.insertBefore(place, kind === "annex" ? last : group.querySelector(".badge")); // in the order from left to right
    last = place;
    return place;
  });
}

/** Fit the plate of a city to its `printed` slots and the filled ones left and right of them, and keep the row inside the drawing. */
export function fitPlate({ group, x, y }, { printed, left, right }, pitch, leftEdge) {
  const start = Number(group.dataset.first) - pitch / 2;
  const isGreen = !printed; // shows one slot at each side
  const plate = group.querySelector(".plate");
  plate.setAttribute("x", start - (isGreen ? Math.max(1, left) : left) * pitch - 2);
  plate.setAttribute("width", ((isGreen ? Math.max(1, left) + Math.max(1, right) : left + printed + right) * pitch) + 4);
  const over = leftEdge - (x + start - 2 - (left + 1) * pitch);
  group.setAttribute("transform", `translate(${x + Math.max(0, over)} ${y})`);
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

/** Read the cities of the drawing: id -> names, drawn places, and the `rows` of controls in the form, by kind. */
export function readCities(svg, form, { pitch, annexes, permanents }) {
  return new Map([...svg.querySelectorAll("[data-city]:not(.special)")].map((group) => {
    const { city: id, find, x, y, countries = "", land = "" } = group.dataset;
    const offices = [...group.querySelectorAll(".office")];
    const inputs = { office: form.elements[`offices.${id}`], annex: form.elements[`annexes.${id}`], permanent: form.elements[`permanent.${id}`] };
    const counts = { office: offices.length, annex: annexes, permanent: inputs.permanent ? permanents : 0 };
    const rows = Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, count ? slots(inputs[kind], count) : []]));
    const beside = Object.fromEntries(["annex", "permanent"].map((kind) => [kind, extraPlaces(group, kind, counts[kind], pitch)]));
    return [id, {
      id, group, name: group.querySelector(".name").dataset.name, spellings: find.split("|"), x: Number(x), y: Number(y),
      countries: countries.split(" "), land, offices, ...beside, rows, controller: "", networks: [],
    }];
  }));
}

/** All controls of a city. */
export const rowsOf = (city) => Object.values(city.rows).flat();

/** Whether a seat has an office of any kind in a city. */
export const owns = (city, seat) => rowsOf(city).some((select) => select.value === seat);

/** The seats that stand in a city's slots "annex" or "permanent", from left to right. */
export const seatsBeside = (city, kind) => city.rows[kind].map((select) => select.value).filter(Boolean);

/** The index, among those seats, of a slot; -1 or one too large for a new one. */
export const indexOf = (kind, i, seats) => (kind === "annex" ? seats.length - 1 - i : i);

/** The place that is focused first. */
export const firstPlace = (city) => city.offices[0] ?? city.annex[0];

/** A player's line of a score. */
export const lineOf = (player, key) => player.lines.find((line) => line.key === key);

/** Whether a score has the lines and cities of a map; it has others for a moment after another board is chosen. */
export function isOfMap({ players }, board, cities) {
  const keys = [...board.querySelectorAll("[data-light]")].map((button) => button.dataset.light.split(".")[1]);
  const places = players.flatMap((player) => player.lines.flatMap(({ parts }) => parts ?? [])).flatMap(({ at }) => at);
  return keys.every((key) => lineOf(players[0], key)) && places.every((place) => cities.has(place));
}
