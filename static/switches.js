// The two switches of a sheet, remembered on the device: numbers or board, category by category or player by player.
import { recall, remember } from "./device.js";

const root = document.documentElement;
const name = { view: `view ${root.dataset.game}`, by: "by" };
const small = matchMedia("(max-width: 49.9rem) and (min-height: 20rem)");

/** Sets up the switches of `form`; `onChange` hears when one is turned. */
export function switches(form, onChange) {
  const board = form.querySelector(".board-part");
  function show(of, value) {
    root.dataset[of] = value;
    for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = button.dataset[of] === value;
    if (of === "view" && board) place(value === "board");
  }
  // On a phone the board fills the screen, and nothing behind it can be reached.
  function place(open) {
    board.open = board.open || open;
    const full = open && small.matches;
    for (const other of [...document.body.children, ...document.querySelector("main").children, ...form.children]) {
      if (!other.matches("script, .finish, .board-part, #sheet, main")) other.inert = full;
    }
  }
  function turn(of, value) {
    remember(name[of], value);
    show(of, value);
    if (value === "board") board.querySelector("section")?.focus({ preventScroll: true });
    onChange();
  }
  form.addEventListener("click", ({ target }) => {
    const { view, by } = target.closest("button")?.dataset ?? {};
    if (view) turn("view", view);
    else if (by) turn("by", by);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.dataset.view === "board" && small.matches) turn("view", "numbers");
  });
  small.addEventListener("change", () => show("view", root.dataset.view));
  show("by", recall(name.by) === "player" ? "player" : "category");
  if (!board) return;
  const isAsked = location.hash === "#board" || board.querySelector("[aria-invalid]");
  show("view", isAsked || recall(name.view) === "board" ? "board" : "numbers");
}
