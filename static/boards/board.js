// What every board shares: steps of the sheet, roving focus, choosing a piece, and words for screen readers.
// A board has no state of its own: what lies on it is in plain controls of the sheet's form, which the page, the link and the server read.

export const LETTERS = "ABCDEFGHIJKL"; // what seats are called without names

/** A player's letter; what is no seat at any table stays as it is. */
export const letter = (seat) => LETTERS[seat] ?? seat;

/** A sentence with its {places} filled. */
export const fill = (text, places = {}) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);

/** What the sheet calls a player: by name, else by letter. */
export const playerName = (form, seat) => form.elements[`${seat}.name`]?.value.trim() || letter(seat);

/** Tell the form that a board changed this control, and maybe others: the sheet takes it as one step. */
export const report = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));

/** `hear(way, control)` is told of the sheet's steps ("undo", "redo" or else) that change any of `controls()`, and the first of those. */
export function hearSteps(form, controls, hear) {
  form.addEventListener("stepped", ({ detail: { way, names } }) => {
    const control = controls().find(({ name }) => names.includes(name));
    if (control) hear(way, control);
  });
}

/** One of `targets()` is in the tab order; arrow keys go where `next(target, key)` says. Returns a function that moves the focus. */
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

/** The nearest of `targets` in an arrow key's direction, by where they are on the screen; for boards that are no grid. */
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

/** A row of buttons of which one is pressed; `pick(value)` is told. Values are the buttons' data-value. */
export function palette(container, pick) {
  const buttons = [...container.querySelectorAll("button[data-value]")];
  function press(value) {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === value));
    pick(value);
  }
  container.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-value]");
    if (button) press(button.dataset.value);
  });
  return press;
}

/** Say something to those who listen, then each fault once: of the two elements in that with role="status" the second is red. */
export function say(container, sentence, faults = [], between = "") {
  const [says, wrong] = container.querySelectorAll("[role=status] *");
  says.textContent = sentence && faults[0] ? sentence + between : sentence;
  wrong.textContent = [...new Set(faults.map((fault) => fault.message))].join(between);
}

/** Set a property only where it differs: setting it anew would have the page laid out again. */
function change(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

/** A line for each of `sources` on the board, {name, clear}, the name a player's or none: it counts there, unless its pieces are cleared. */
export function listSources(form, sources) {
  const list = form.querySelector(".counted");
  const shown = JSON.stringify(sources.map(({ name }) => name ?? ""));
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...sources.map(({ name, clear }) => {
    const line = document.createElement("p");
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: list.dataset.use });
    button.addEventListener("click", () => {
      const hidden = new Set([...form.querySelectorAll(INPUTS)].filter((cell) => !cell.checkVisibility({ visibilityProperty: true })));
      clear();
      [...hidden].find((cell) => cell.checkVisibility({ visibilityProperty: true }))?.focus();
    });
    line.append(name === undefined ? list.dataset.all : fill(list.dataset.one, { name }), " · ", button);
    return line;
  }));
}
const INPUTS = ".category input.in, .counts-part input.in";

/** Counts that a board gives, as `gives(seat, key)` says, are put away unless they are at fault; so are rows of which nothing is left. */
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
