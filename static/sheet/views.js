// Numbers or board. On a phone the board fills the screen, and is a place of its own in the history: Back leads from it to the numbers.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const name = `view ${root.dataset.game}`;
const small = matchMedia("(max-width: 49.9rem) and (min-height: 20rem)");
const addressOfEntries = document.querySelector("[data-sheet]");

/** Sets up the views of `form`; `show(of, value)` presses a switch's button, and `onChange` hears when the view is another. */
export function views(form, show, onChange) {
  const board = form.querySelector(".board-part");
  function draw(view) {
    const open = view === "board";
    show("view", view);
    board.open = board.open || open;
    // Nothing behind a board that fills the screen can be reached.
    const full = open && small.matches;
    for (const other of [...document.body.children, ...document.querySelector("main").children, ...form.children]) {
      if (!other.matches("script, .finish, .board-part, #sheet, main")) other.inert = full;
    }
  }
  function turn(view) {
    localSet(name, view);
    draw(view);
    if (view === "board") board.querySelector("section")?.focus({ preventScroll: true });
    onChange();
  }
  function choose(view) {
    if (view === root.dataset.view) return;
    turn(view);
    if (view === "board" && small.matches) history.pushState({ ...history.state, board: true }, "");
    else if (view === "numbers" && history.state?.board) history.back();
  }
  addEventListener("popstate", () => {
    const { search } = addressOfEntries; // a place in the history has the address that the sheet had when it was left
    if (search !== location.search) history.replaceState(history.state, "", search + location.hash);
    const view = history.state?.board ? "board" : "numbers";
    if (small.matches && view !== root.dataset.view) turn(view);
  });
  form.addEventListener("click", ({ target }) => {
    const { view } = target.closest("button")?.dataset ?? {};
    if (view) choose(view);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.dataset.view === "board" && small.matches) choose("numbers");
  });
  small.addEventListener("change", () => draw(root.dataset.view));
  const isAsked = location.hash === "#board" || history.state?.board || board.querySelector("[aria-invalid]");
  draw(isAsked || localGet(name) === "board" ? "board" : "numbers");
}
