// The views of a sheet: numbers or board. On a phone the board fills the screen and has its own history entry: Back leads to the numbers.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const name = `view ${root.dataset.game}`;
const small = matchMedia("(max-width: 49.9rem) and (min-height: 20rem)");
const addressOfEntries = document.querySelector("[data-sheet]");

/**
 * Set up the views of `form`; `press(of, value)` marks the button of a switch, `onChange()` is called when the view changes, and `wanted` is the
 * view that was chosen before, if any.
 */
export function setUpViews(form, press, onChange, wanted) {
  const board = form.querySelector(".board-part");
  function showView(view) {
    const open = view === "board";
    press("view", view);
    board.open = board.open || open;
    // Make everything behind a full-screen board inert; a choice between two entries lies above it.
    const full = open && small.matches;
    for (const other of [...document.body.children, ...document.querySelector("main").children, ...form.children]) {
      if (!other.matches("script, .finish, .board-part, .news, #sheet, main")) other.inert = full;
    }
  }
  function changeView(view) {
    localSet(name, view);
    showView(view);
    if (view === "board") board.querySelector("section")?.focus({ preventScroll: true });
    onChange();
  }
  function chooseView(view) {
    if (view === root.dataset.view) return;
    changeView(view);
    if (view === "board" && small.matches) history.pushState({ ...history.state, board: true }, "");
    else if (view === "numbers" && history.state?.board) history.back();
  }
  addEventListener("popstate", () => {
    const { search } = addressOfEntries; // a history entry may have an outdated address
    if (search !== location.search) history.replaceState(history.state, "", search + location.hash);
    const view = history.state?.board ? "board" : "numbers";
    if (small.matches && view !== root.dataset.view) changeView(view);
  });
  form.addEventListener("click", ({ target }) => {
    const { view } = target.closest("button")?.dataset ?? {};
    if (view) chooseView(view);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.dataset.view === "board" && small.matches) chooseView("numbers");
  });
  small.addEventListener("change", () => showView(root.dataset.view));
  const startsWithBoard = location.hash === "#board" || history.state?.board || board.querySelector("[aria-invalid]");
  showView(startsWithBoard || localGet(name) === "board" ? "board" : "numbers");
  if (wanted) chooseView(wanted);
}
