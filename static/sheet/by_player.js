// One player at a time, and names and totals in one line. Loaded where the reader chose it, columns are narrow or the screen is low.
import { localGet } from "../common/storage.js";
import { seatOf } from "./seats.js";

const root = document.documentElement;
const sideways = matchMedia("(min-width: 34rem) and (max-height: 30rem)");

/** Sets up `form` player by player; `hold(seat)` takes a column in hand, `show("by", order)` shows an order of entries. */
export function byPlayer(form, hold, show, isNarrow) {
  const owner = form.querySelector(".owner");
  const isByPlayer = () => root.dataset.by === "player";

  function callOwner() {
    const column = isByPlayer() && form.querySelector(".names .here");
    owner.hidden = !column;
    if (!column) return;
    const input = column.querySelector(".in");
    owner.className = `owner seat-${seatOf(column)}`;
    owner.textContent = owner.dataset.words.replace("{name}", () => input.value.trim() || input.placeholder);
  }

  // A tap on a piece or a total takes another player in hand, and the phone's keyboard stays away.
  function takeInHand(seat) {
    const { activeElement: cell } = document;
    const same = /^\d+\./.test(cell?.name) && !cell.closest(".names") && form.elements[cell.name.replace(/^\d+/, seat)];
    hold(seat);
    if (same?.focus) same.focus({ preventScroll: true });
    callOwner();
  }
  const otherAt = (target) => (isByPlayer() ? target.closest(":is(.names, .totals) .cell:not(.here)") : null);
  form.addEventListener("mousedown", (event) => {
    if (otherAt(event.target)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const cell = otherAt(target);
    if (cell) takeInHand(seatOf(cell));
    else if (target.closest("[data-by]")) callOwner();
  });
  for (const change of ["focusin", "input", "stepped"]) form.addEventListener(change, callOwner);

  // With large text the columns may be too narrow: then the sheet goes player by player. Held sideways, names and totals share a line.
  let size = "";
  function fit() {
    const now = [form.clientWidth, getComputedStyle(root).fontSize, sideways.matches].join();
    if (now === size) return;
    size = now;
    form.classList.remove("narrow");
    const narrow = isNarrow();
    form.classList.toggle("narrow", narrow);
    form.classList.toggle("thin", narrow || sideways.matches);
    const by = narrow || localGet("by") === "player" ? "player" : "category";
    if (by !== root.dataset.by) show("by", by);
    callOwner();
  }
  fit();
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(form);
}
