// Small charts of the scorebook as SVG. What they show stands beside them in numbers: screen readers pass over them.
import { make } from "../common/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const { lang } = document.documentElement;
const decimal = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const MARKS_PER_ROW = 16;
const SEATS = { mine: "share seat-0", theirs: "share seat-1" };
const MARK = 21; // of a mark and the space beside it

/** With fewer games a chart would pretend to know more than there is. */
export const MIN_GAMES = 5;
/** The last games that are drawn as marks. */
export const MAX_MARKS = 96;

/** A number as text. */
export const number = (value) => decimal.format(value).replace("-", "−");
/** A text with values in the places in braces. */
export const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** An element of an SVG drawing, with attributes and children. */
export function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The class names that give what is of seat 0 within an element the colour of someone's pieces. */
export const wood = (colour) => `c0-${/^[a-z]+$/.test(colour) ? colour : "grey"}`;

/** Shares of a whole side by side: [class, share], with a gap between them. */
export function bar(...parts) {
  let from = 0;
  const rects = parts.filter(([, share]) => share > 0).map(([kind, share]) => {
    const rect = draw("rect", { class: SEATS[kind] ?? kind, x: from, width: Math.max(0, 100 * share), height: 12 });
    from += 100 * share;
    return rect;
  });
  return draw("svg", { class: "strip", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "well", width: 100, height: 12 }), ...rects);
}

/** A stroke for each score between the ends of a scale, and a thicker one for their mean. */
export function strokes(scores, mean, low, high) {
  const at = (points) => (1 + (98 * (points - low)) / (high - low || 1)).toFixed(2);
  const path = [...new Set(scores)].map((points) => `M${at(points)} 6v12`).join("");
  return draw("svg", { class: "scores", viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "axis", d: "M0 12h100" }), draw("path", { class: "each", d: path }), draw("path", { class: "mean", d: `M${at(mean)} 1v22` }));
}

/** Every game as a mark, the won ones solid, in rows; the last ones, where there are too many. */
export function marks(won) {
  const last = won.slice(-MAX_MARKS);
  const square = (at) => `M${(at % MARKS_PER_ROW) * MARK + 2} ${Math.floor(at / MARKS_PER_ROW) * MARK + 2}h16v16h-16z`;
  const paths = [["won", true], ["lost", false]].map(([kind, value]) =>
    draw("path", { class: kind, d: last.map((one, at) => (one === value ? square(at) : "")).join("") }));
  const height = Math.ceil(last.length / MARKS_PER_ROW) * MARK;
  return draw("svg", { class: "marks", viewBox: `0 0 ${MARKS_PER_ROW * MARK} ${height}`, "aria-hidden": "true" }, ...paths);
}

/** A section with a heading, a note beside it and its contents. */
export const section = (title, note, ...parts) =>
  make("section", {}, make("h2", {}, title, " ", make("small", {}, note)), ...parts);
