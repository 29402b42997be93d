// Shared by all boards: undo steps, roving focus, choosing a piece, and announcements for screen readers.
// A board has no state of its own: its position is in plain controls of the sheet's form, which the page, the link and the server read.
import { countBoard } from "../common/api.js";
import { fill, isShown, LETTERS, make, makeButton } from "../common/dom.js";
import { report, writeField } from "../sheet/model.js";

/** Return a seat's letter; invalid seats are returned unchanged. */
export const letter = (seat) => LETTERS[seat] ?? seat;

/** Return a player's name, else the letter. */
export const playerName = (form, seat) => form.elements[`${seat}.name`]?.value.trim() || letter(seat);

/**
 * Call `callback(way, control)` for steps of the sheet that change any of `controls()`, with the first changed one; the way is "undo", "redo", "cleared",
 * or "elsewhere" for changes from another tab or phone, which may not move what is chosen here.
 */
export function watchSteps(form, controls, callback) {
  form.addEventListener("stepped", ({ detail: { way, names } }) => {
    if (way === "elsewhere") for (const name of names) changeTimes.set(name, Date.now());
    const control = controls().find(({ name }) => names.includes(name));
    if (control) callback(way, control);
  });
}

const JUST_NOW = 1000; // milliseconds
const changeTimes = new Map(); // name of a control -> when it was last changed elsewhere

/** Whether another phone changed a control just now: a tap was meant for what stood there before, and may not undo it. */
export const isJustChanged = (name) => Date.now() - (changeTimes.get(name) ?? 0) < JUST_NOW;

/** Keep one of `targets()` in the tab order; arrow keys move the focus to `next(target, key)`. Returns a function that moves the focus. */
export function roving(container, targets, next) {
  function give(target, focus = true) {
    for (const other of targets()) {
      const stop = other === target ? "0" : "-1";
      if (other.getAttribute("tabindex") !== stop) other.setAttribute("tabindex", stop);
    }
    if (focus) target.focus();
  }
  container.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") && event.key !== "Home" && event.key !== "End") return;
    const target = event.target.closest("[tabindex]");
    const to = target && next(target, event.key);
    if (!to) return;
    event.preventDefault();
    give(to);
  });
  container.addEventListener("focusin", (event) => {
    if (targets().includes(event.target)) give(event.target, false);
  });
  return give;
}

/** Return the nearest of `targets` on the screen in an arrow key's direction, for boards that are not grids. */
export function nearest(target, targets, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(target);
  let best = null;
  for (const other of targets) {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other !== target && ahead > 1 && (!best || ahead + 2 * aside < best.cost)) best = { other, cost: ahead + 2 * aside };
  }
  return best?.other ?? null;
}

/** Set up a row of buttons of which one is pressed; `pick(value)` gets its data-value. */
export function palette(container, pick) {
  const buttons = [...container.querySelectorAll("button[data-value]")];
  function press(value) {
    for (const button of buttons) button.ariaPressed = String(button.dataset.value === value);
    pick(value);
  }
  container.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-value]");
    if (button) press(button.dataset.value);
  });
  return press;
}

/** Show a sentence below a board, then each fault once, in the second, red element; return all as one text. */
export function show(container, sentence, faults = [], between = "") {
  const [says, wrong] = container.querySelectorAll(".said *");
  says.textContent = sentence && faults[0] ? sentence + between : sentence;
  wrong.textContent = [...new Set(faults.map((fault) => fault.message))].join(between);
  return says.textContent + wrong.textContent;
}

/** Show a sentence and faults, and tell screen readers, in one message with the totals that changed. What was done is told once it is scored. */
export function say(container, ...what) {
  container.dispatchEvent(new CustomEvent("tell", { bubbles: true, detail: show(container, ...what) }));
}

/** Set a property only if it differs, to avoid a layout. */
function change(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

/**
 * Show a note for each of `sources`, {name, seat, empty}, that its counts come from the board, with a button that enters them as numbers instead:
 * `empty()` empties the controls of the position and returns them; with a `seat` only the counts of that player are entered.
 */
export function listSources(form, sources) {
  const list = form.querySelector(".counted");
  const shown = JSON.stringify(sources.map(({ name }) => name ?? ""));
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...sources.map((source) => {
    const { name } = source;
    const sentence = name === undefined ? list.dataset.all : fill(list.dataset.one, { name });
    return make("p", {}, sentence, " · ", makeButton(list.dataset.use, () => useNumbers(form, source)));
  }));
}

/** Enter as numbers what a board counts, and clear the board, as one step. */
async function useNumbers(form, { seat, empty }) {
  const note = document.getElementById("cleared");
  const { fields, faults } = await countBoard(form);
  if (!fields) {
    note.textContent = faults[0].message;
    return;
  }
  const hidden = new Set([...form.querySelectorAll(INPUTS)].filter((cell) => !isShown(cell)));
  const changed = [...empty()];
  for (const [name, texts] of Object.entries(fields)) {
    const controls = [...form.elements].filter((one) => one.name === name && one.type !== "hidden");
    if (seat !== undefined && !name.startsWith(`${seat}.`)) continue;
    writeField(controls, texts);
    changed.push(...controls);
  }
  report(...changed);
  note.textContent = note.dataset.text;
  form.addEventListener("stepped", () => { note.textContent = ""; }, { once: true });
  [...hidden].find(isShown)?.focus();
}
const INPUTS = ".category input.in, .counts-part input.in";

/** Hide the counts that the board yields, by `gives(seat, key)`, unless they are at fault, and rows without visible cells. */
export function hideCounted(form, gives, faults) {
  for (const cell of form.querySelectorAll(".category .cell")) {
    const { name = "" } = cell.querySelector("[name]") ?? {};
    const wrong = cell.matches(".bad") || faults.some(({ path }) => path.startsWith(`players.${name}`));
    change(cell, "inert", gives(...name.split(".")) && !wrong);
  }
  for (const part of form.querySelectorAll(".category, .category .row")) {
    const cells = [...part.querySelectorAll(".cell")];
    change(part, "hidden", cells.length > 0 && cells.every((cell) => cell.inert));
  }
}
