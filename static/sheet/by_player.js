// The view by player, and layouts for narrow columns and low screens. Loaded only when needed.
import { localGet } from "../common/storage.js";
import { seatOf } from "./seats.js";

const root = document.documentElement;
const sideways = matchMedia("(min-width: 34rem) and (max-height: 30rem)");

/** Set up the view by player of `form`; `highlightColumn(seat)` highlights a column, `press("by", order)` switches the order of entries. */
export function setUpByPlayer(form, highlightColumn, press, isNarrow) {
  const owner = form.querySelector(".owner");
  const isByPlayer = () => root.dataset.by === "player";

  function showOwner() {
    const column = isByPlayer() && form.querySelector(".names .here");
    owner.hidden = !column;
    if (!column) return;
    const input = column.querySelector(".in");
    owner.className = `owner seat-${seatOf(column)}`;
    owner.textContent = owner.dataset.words.replace("{name}", () => input.value.trim() || input.placeholder);
  }

  // A tap on a piece or a total goes to that player, without opening the phone's keyboard.
  function choosePlayer(seat) {
    const { activeElement: cell } = document;
    const sameEntry = /^\d+\./.test(cell?.name) && !cell.closest(".names") && form.elements[cell.name.replace(/^\d+/, seat)];
    highlightColumn(seat);
    if (sameEntry?.focus) sameEntry.focus({ preventScroll: true });
    showOwner();
  }
  const findOtherPlayer = (target) => (isByPlayer() ? target.closest(":is(.names, .totals) .cell:not(.here)") : null);
  form.addEventListener("mousedown", (event) => {
    if (findOtherPlayer(event.target)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const cell = findOtherPlayer(target);
    if (cell) choosePlayer(seatOf(cell));
    else if (target.closest("[data-by]")) showOwner();
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
    if (by !== root.dataset.by) press("by", by);
    showOwner();
  }
  fitLayout();
  new ResizeObserver(() => requestAnimationFrame(fitLayout)).observe(form);
}
