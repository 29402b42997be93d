// One player's column of a sheet: buttons next to the numbers, points per category, the total, and what is missing.
import { draw, make, minus, setText } from "../common/dom.js";
import { countOpen } from "../sheet/unanswered.js";

const NUMBERS = ":is(.category, .counts-part) :is(.cell, .line) input.in[placeholder]";
const NOT_COUNTED = "#c-ties, .cell[inert], [hidden], .fold:not([open]), input[data-free], .record ~ .record[data-free]";
const TICKS = "[type=checkbox], [type=radio]";

/** Return a player's number cells that are not counted from a board. */
export function numberCells(form, seat) {
  const isCounted = (cell) => cell.closest(`.cell.seat-${seat}`) && !cell.closest(NOT_COUNTED);
  return [...form.querySelectorAll(NUMBERS)].filter(isCounted);
}

/** Return how many of a player's numbers are filled, and how many there are, with the choices that nobody has made for anybody. */
export function progressOf(form, seat) {
  const cells = numberCells(form, seat);
  return { filled: cells.filter(({ value }) => value.trim()).length, count: cells.length + countOpen(form) };
}

/** Draw tally marks for a progress as the server does, at most ten to stay legible; those beyond `before` move in. */
export function strokes({ filled, count }, before = filled) {
  if (count > 10) return make("span", { className: "strokes" }, `${filled}/${count}`);
  const paths = Array.from({ length: count }, (_, at) => {
    const left = Math.floor(at / 5) * 34;
    const d = at % 5 === 4 ? `M${left + 2} 14l28-8` : `M${left + 5 + (at % 5) * 7} 2v16`;
    return draw("path", { class: at >= filled ? "open" : at >= before ? "new" : "", d });
  });
  const width = Math.floor(count / 5) * 34 + (count % 5) * 7 + 4;
  return draw("svg", { class: "strokes", viewBox: `0 0 ${width} 20`, "aria-hidden": "true" }, ...paths);
}

/** On a board, select the pieces or the land of the player whose column is shown. */
export function chooseHand(board, seat) {
  const hand = board?.querySelector(`section:not([hidden]) .hand [data-value="${seat}"]`);
  if (hand?.ariaPressed === "false") hand.click();
}

/** In a single column, a yes-or-no entry is one large button, and its label is not a separate target. */
export function settleLabels(form) {
  const isOwn = form.classList.contains("scope-own");
  for (const label of form.querySelectorAll(".thing > .label")) label.inert = isOwn;
}

/**
 * In a single column, a thing that nobody else has is a check box: a radio button alone could not be unchecked. Where another player has it, both
 * are a choice. Without scripts the choice of nobody stands beside it.
 */
export function settleOwners(form) {
  const [, seat] = form.className.match(/(?:^| )own-(\d+)/) ?? [];
  for (const group of form.querySelectorAll(".owners")) {
    const all = [...group.querySelectorAll("input")];
    const own = seat && group.querySelector(`:scope .seat-${seat} input`);
    const isAlone = Boolean(own) && !all.some((one) => one !== own && one.value && one.checked);
    for (const one of all) {
      const type = isAlone && one === own ? "checkbox" : "radio";
      if (one.type !== type) one.type = type;
    }
    group.setAttribute("role", isAlone ? "group" : "radiogroup");
    if (isAlone) all[0].checked = !own.checked;
  }
}

/** Mark yes-or-no rows and add step buttons to numbers. Can be called again after rows were replaced. */
export function dressRows(form) {
  for (const row of form.querySelectorAll(".category .row:not(.whole, .stacked)")) {
    if (row.querySelector(TICKS)) row.classList.add("thing");
  }
  settleLabels(form);
  for (const cell of form.querySelectorAll(".category .row .cells > .cell")) {
    const input = cell.querySelector(":scope > input.in[placeholder]:not([data-next])");
    if (!input || cell.classList.contains("counting")) continue;
    cell.classList.add("counting");
    const [less, more] = ["−", "+"].map((sign) => make("button", { type: "button", tabIndex: -1, ariaHidden: "true" }, sign));
    [less.dataset.step, more.dataset.step] = [-1, 1];
    input.before(less);
    input.after(more);
  }
  for (const category of form.querySelectorAll(".category")) {
    if (category.id === "c-ties" || category.querySelector(":scope > .points")) continue;
    category.append(make("span", { className: "points", ariaHidden: "true" }));
  }
}

/** Show a player's points by category and the total, or the text `covered` in its place; without a result, nothing. */
export function showPoints(form, dock, seat, player, covered = "") {
  const hasEntries = [...form.querySelectorAll(`.category .seat-${seat} :is(input.in, ${TICKS})`)].some((cell) => (cell.matches(TICKS) ? cell.checked && cell.value !== "" : cell.value));
  for (const category of form.querySelectorAll(".category")) {
    const points = player?.lines.find(({ key }) => category.id === `c-${key}`)?.points;
    setText(category.querySelector(":scope > .points"), points ? minus(points) : "");
  }
  const total = player && (player.total || hasEntries) ? minus(player.total) : "–";
  dock.querySelector(".sum").classList.toggle("covered", Boolean(covered));
  setText(dock.querySelector(".sum b"), covered || total);
}

/** Show all players' tally marks in the strip, and the number of missing entries in the dock. */
export function showProgress(form, strip, dock, seat) {
  const words = JSON.parse(dock.dataset.words);
  for (const tab of strip.querySelectorAll("[data-seat]")) {
    const progress = progressOf(form, tab.dataset.seat);
    const text = progress.filled < progress.count ? words.missing.replace("{count}", progress.count - progress.filled) : words.whole;
    const key = `${progress.filled}/${progress.count}`;
    const state = tab.querySelector(".state");
    if (state.dataset.shown !== key) {
      const before = state.dataset.shown && parseInt(state.dataset.shown, 10);
      state.dataset.shown = key;
      state.querySelector(".strokes")?.replaceWith(strokes(progress, before));
      setText(state.querySelector(".unseen"), text);
    }
    if (Number(tab.dataset.seat) === seat) setText(dock.querySelector(".missing"), text);
  }
}
