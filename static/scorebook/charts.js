// Small SVG charts of the scorebook. Screen readers skip them, as the numbers are next to them.
import { draw, make, minus, seatColours } from "../common/dom.js";

const { lang } = document.documentElement;
const decimal = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const MARKS_PER_ROW = 16;
const SEATS = { mine: "share seat-0", theirs: "share seat-1" };
const MARK = 21; // of a mark and the space beside it

/** The maximum number of games drawn as marks. */
export const MAX_MARKS = 96;

/** Format a number. */
export const number = (value) => minus(decimal.format(value));

/** Format the day of a result. */
export const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" });

/** Return the class name that gives an element a game's colour. */
export const groundOf = (games, slug) => `ground-${games[slug]?.ground ?? "slate"}`;

/** Create a note beside a chart. */
export const hint = (text) => make("p", { className: "hint" }, text);

/** Return the class names that give seat 0 within an element a person's colour. */
export const wood = (colour) => seatColours([colour]);

/** Draw shares of a whole side by side, [class, share] each, with gaps. */
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

/** Draw a line for each score on a scale, and a thicker one for their mean. */
export function strokes(scores, mean, low, high) {
  const at = (points) => (1 + (98 * (points - low)) / (high - low || 1)).toFixed(2);
  const path = [...new Set(scores)].map((points) => `M${at(points)} 6v12`).join("");
  return draw("svg", { class: "scores", viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "axis", d: "M0 12h100" }), draw("path", { class: "each", d: path }), draw("path", { class: "mean", d: `M${at(mean)} 1v22` }));
}

/** Draw each game as a mark, solid if won, in rows; only the latest if there are too many. */
export function marks(won) {
  const last = won.slice(-MAX_MARKS);
  const square = (at) => `M${(at % MARKS_PER_ROW) * MARK + 2} ${Math.floor(at / MARKS_PER_ROW) * MARK + 2}h16v16h-16z`;
  const paths = [["won", true], ["lost", false]].map(([kind, value]) =>
    draw("path", { class: kind, d: last.map((one, at) => (one === value ? square(at) : "")).join("") }));
  const height = Math.ceil(last.length / MARKS_PER_ROW) * MARK;
  return draw("svg", { class: "marks", viewBox: `0 0 ${MARKS_PER_ROW * MARK} ${height}`, "aria-hidden": "true" }, ...paths);
}

/** Create a section with a heading, a note and its contents. */
export const section = (title, note, ...parts) =>
  make("section", {}, make("h2", {}, title, " ", make("small", {}, note)), ...parts);
