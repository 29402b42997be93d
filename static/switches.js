// The two switches of a sheet, remembered on the device: numbers or board, category by category or player by player.
import { recall, remember } from "./device.js";
import { seatOf } from "./seats.js";

const root = document.documentElement;
const name = { view: `view ${root.dataset.game}`, by: "by" };
const small = matchMedia("(max-width: 49.9rem) and (min-height: 20rem)");
const sideways = matchMedia("(min-width: 34rem) and (max-height: 30rem)");
const MIN_COLUMN_REM = 2.4; // narrower than that, a column cannot hold what is ticked or three digits

/** Sets up the switches of `form`; `hold(seat)` takes a player's column in hand, and `onChange` hears when a switch is turned. */
export function switches(form, hold, onChange) {
  const board = form.querySelector(".board-part");
  const owner = form.querySelector(".owner");
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
    if (of === "by") takeInHand("0");
    onChange();
  }
  // A board that fills the screen is a place of its own in the history: Back leads from it to the numbers.
  function turnView(view) {
    if (view === root.dataset.view) return;
    turn("view", view);
    if (view === "board" && small.matches) history.pushState({ ...history.state, board: true }, "");
    else if (view === "numbers" && history.state?.board) history.back();
  }
  const addressOfEntries = document.querySelector("[data-sheet]");
  addEventListener("popstate", () => {
    const { search } = addressOfEntries; // the place in the history has the address that the sheet had when it was left
    if (search !== location.search) history.replaceState(history.state, "", search + location.hash);
    const view = history.state?.board ? "board" : "numbers";
    if (board && small.matches && view !== root.dataset.view) turn("view", view);
  });
  form.addEventListener("click", ({ target }) => {
    const { view, by } = target.closest("button")?.dataset ?? {};
    if (view) turnView(view);
    else if (by) turn("by", by);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.dataset.view === "board" && small.matches) turnView("numbers");
  });
  small.addEventListener("change", () => show("view", root.dataset.view));

  // Player by player, one player's column is in hand: a tap on a piece or a total takes another, and the phone's keyboard stays away.
  function takeInHand(seat) {
    const { activeElement: cell } = document;
    const same = /^\d+\./.test(cell?.name) && !cell.closest(".names") && form.elements[cell.name.replace(/^\d+/, seat)];
    hold(seat);
    if (same?.focus) same.focus({ preventScroll: true });
    callOwner();
  }
  function callOwner() {
    const seat = root.dataset.by === "player" && form.querySelector(".names .here");
    owner.hidden = !seat;
    if (!seat) return;
    const input = seat.querySelector(".in");
    owner.className = `owner seat-${seatOf(seat)}`;
    owner.textContent = owner.dataset.words.replace("{name}", () => input.value.trim() || input.placeholder);
  }
  const otherAt = (target) => (root.dataset.by === "player" ? target.closest(":is(.names, .totals) .cell:not(.here)") : null);
  form.addEventListener("mousedown", (event) => {
    if (otherAt(event.target)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const cell = otherAt(target);
    if (cell) takeInHand(seatOf(cell));
  });
  for (const change of ["focusin", "input"]) form.addEventListener(change, callOwner);

  // With large text the columns may be too narrow: then the sheet goes player by player. Held sideways, names and totals share a line.
  let size = "";
  function fit() {
    const rem = parseFloat(getComputedStyle(root).fontSize);
    const [before, now] = [size, [form.clientWidth, rem, sideways.matches].join()];
    if (now === before) return;
    size = now;
    form.classList.remove("narrow");
    const isNarrow = form.querySelector(".names .cell").clientWidth < MIN_COLUMN_REM * rem;
    form.classList.toggle("narrow", isNarrow);
    form.classList.toggle("thin", isNarrow || sideways.matches);
    const by = isNarrow || recall(name.by) === "player" ? "player" : "category";
    if (by === root.dataset.by) return;
    show("by", by);
    if (by === "player") takeInHand("0");
    else callOwner();
  }
  fit();
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(form);
  if (!board) return;
  const isAsked = location.hash === "#board" || history.state?.board || board.querySelector("[aria-invalid]");
  show("view", isAsked || recall(name.view) === "board" ? "board" : "numbers");
}
