// The two switches of a sheet, remembered on the device: numbers or board, by category or by player; and layouts for narrow columns.
import { after } from "../common/clock.js";
import { isShown } from "../common/dom.js";
import { replaceAddress } from "../common/page.js";
import { localGet, localSet } from "../common/storage.js";
import { highlightColumn, seatOf } from "./players.js";

const root = document.documentElement;
const MIN_COLUMN_REM = 2.4; // narrower than that, a column cannot hold what is ticked or three digits
const sideways = matchMedia("(min-width: 34rem) and (max-height: 30rem)");
const small = matchMedia("(max-width: 49.9rem) and (min-height: 20rem)");

/** Mark the button of a switch of `form`. */
function press(form, of, value) {
  root.dataset[of] = value;
  for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = String(button.dataset[of] === value);
}

/**
 * Set up the views of `form`, if it has a board: numbers or board. On a phone the board fills the screen and has its own history entry: Back leads
 * to the numbers. `onChange()` is called when the view changes.
 */
export function setUpViews(form, onChange) {
  const board = form.querySelector(".board-part");
  if (!board) return;
  const name = `view ${root.dataset.game}`;
  const addressOfEntries = document.querySelector("[data-sheet]");
  function showView(view) {
    const open = view === "board";
    press(form, "view", view);
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
    if (search !== location.search) replaceAddress(search + location.hash);
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
}

/** Show a field of `form` among the numbers, also from a board that covers or replaces it; with `focus`, fill it in next. */
export function showField(form, name, { focus = false } = {}) {
  const field = document.getElementById(`f-${name}`);
  const show = () => {
    field.scrollIntoView({ block: "center" });
    if (focus) field.focus({ preventScroll: true });
  };
  if (root.dataset.view === "board" && (small.matches || !isShown(field))) {
    if (history.state?.board) addEventListener("popstate", () => after(0, show), { once: true }); // the way back scrolls the page
    form.querySelector('.views [data-view="numbers"]').click();
  }
  show();
}

/** Set up the order of entries, by category or by player; `onChange()` is called after a switch. */
export function setUpOrder(form, onChange) {
  const owner = form.querySelector(".owner");
  const isByPlayer = () => root.dataset.by === "player";
  const isNarrow = () => form.querySelector(".names .cell").clientWidth < MIN_COLUMN_REM * parseFloat(getComputedStyle(root).fontSize);
  function order(by) {
    press(form, "by", by);
    highlightColumn(form, 0);
  }

  function showOwner() {
    const column = isByPlayer() && form.querySelector(".names .here");
    if (owner.hidden === Boolean(column)) owner.hidden = !column;
    if (!column) return;
    const input = column.querySelector(".in");
    owner.className = `owner seat-${seatOf(column)}`;
    owner.textContent = owner.dataset.words.replace("{name}", () => input.value.trim() || input.placeholder);
  }

  // A tap on a piece or a total goes to that player, without opening the phone's keyboard.
  function choosePlayer(seat) {
    const { activeElement: cell } = document;
    const sameEntry = /^\d+\./.test(cell?.name) && !cell.closest(".names") && form.elements[cell.name.replace(/^\d+/, seat)];
    highlightColumn(form, seat);
    if (sameEntry?.focus) sameEntry.focus({ preventScroll: true });
    showOwner();
  }
  const findOtherPlayer = (target) => (isByPlayer() ? target.closest(":is(.names, .totals) .cell:not(.here)") : null);
  form.addEventListener("mousedown", (event) => {
    if (findOtherPlayer(event.target)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const cell = findOtherPlayer(target);
    if (cell) return choosePlayer(seatOf(cell));
    const { by } = target.closest("button")?.dataset ?? {};
    if (!by) return undefined;
    localSet("by", by);
    order(by);
    onChange();
    return showOwner();
  });
  for (const change of ["focusin", "input", "stepped"]) form.addEventListener(change, showOwner);

  // If large text makes the columns too narrow, switch to the view by player. In landscape, names and totals share a line.
  let size = "";
  function fitLayout() {
    const newSize = [form.clientWidth, getComputedStyle(root).fontSize, sideways.matches].join();
    if (newSize === size) return;
    size = newSize;
    form.classList.remove("narrow");
    const narrow = isNarrow();
    form.classList.toggle("narrow", narrow);
    form.classList.toggle("thin", narrow || sideways.matches);
    const by = narrow || localGet("by") === "player" ? "player" : "category";
    if (by !== root.dataset.by) order(by);
    showOwner();
  }
  order(localGet("by") === "player" ? "player" : "category");
  fitLayout();
  new ResizeObserver(() => requestAnimationFrame(fitLayout)).observe(form);
}
