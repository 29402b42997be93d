// A keypad for fingers: digits, sums, back and on. Keyboards and screen readers meet nothing new.

import { seatOf } from "./seats.js";

const DIGITS = "input.in[inputmode], .category input.in, .counts-part input.in";

/** Sets up the keypad for the number cells of `form`; `cells()` are those cells in the order in which they are filled. */
export function keypad(form, cells) {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const pad = document.getElementById("keypad").content.firstElementChild;
  form.after(pad);
  const [piece, whose, sum] = [".whose", "b", ".sum"].map((part) => pad.querySelector(part));
  const names = form.querySelector(".names");
  let own = false; // whether the device's own keyboard was asked for
  let cell = null;
  let points = [];

  const numeric = (target) => target?.matches?.(DIGITS) && cells().includes(target);
  function prepare() {
    for (const one of cells()) {
      one.dataset.mode ??= one.inputMode || "text";
      one.inputMode = own ? one.dataset.mode : "none";
    }
  }
  function show(target) {
    const opens = target && pad.hidden;
    cell = target;
    pad.hidden = !cell || own;
    form.classList.toggle("typing", !pad.hidden);
    if (pad.hidden) return;
    whose.textContent = cell.ariaLabel;
    const seat = seatOf(cell);
    pad.className = `keypad ${[...form.classList].filter((one) => /^c\d/.test(one)).join(" ")}`;
    piece.className = `whose seat-${seat}`;
    piece.replaceChildren(...(seat ? [form.querySelector(`.names .seat-${seat} .chip`).cloneNode(true)] : []));
    pad.querySelector('[data-key="-"]').textContent = cell.maxLength === 200 ? "␣" : "−";
    showSum();
    const [at, cover] = [cell.getBoundingClientRect(), pad.getBoundingClientRect().top];
    // What stands above the names makes room for the rows that the keypad would cover.
    const above = opens && getComputedStyle(names).position === "sticky" ? names.getBoundingClientRect().top : 0;
    const below = at.bottom > cover - 8 ? at.bottom - cover + 8 + at.height : 0;
    if (above > 0 || below) scrollBy(0, Math.max(above, below));
  }
  // A sum is added up as it grows; beside it stands what the line pays.
  function showSum() {
    const text = cell.value.replaceAll("−", "-").replace(/\s/g, "");
    const isSum = /^[+-]?\d{1,9}([+-]\d{1,9})+$/.test(text);
    const line = cell.closest(".category")?.id.slice(2);
    const linePoints = points[seatOf(cell)]?.find(({ key }) => key === line)?.points;
    const total = isSum ? `= ${text.match(/[+-]?\d+/g).reduce((all, one) => all + Number(one), 0)}` : "";
    const [before, after] = sum.dataset.pays.split("{points}");
    const pays = linePoints === undefined ? [] : [before, Object.assign(document.createElement("b"), { textContent: String(linePoints).replace("-", "−") }), after];
    sum.replaceChildren(total.replaceAll("-", "−"), total && pays.length ? " " : "", ...pays);
  }
  function type(text) {
    const [from, to] = [cell.selectionStart ?? cell.value.length, cell.selectionEnd ?? cell.value.length];
    cell.setRangeText(text, from, to, "end");
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function go(step) {
    const all = cells().filter((one) => one.checkVisibility() && !one.closest("[inert]"));
    const to = all[all.indexOf(cell) + step];
    if (to) to.focus({ preventScroll: true });
    else cell.blur();
  }
  const acts = {
    clear: () => { cell.value = ""; type(""); },
    next: () => go(1),
    previous: () => go(-1),
    close: () => cell.blur(),
    own: () => {
      const again = cell;
      again.blur();
      own = true;
      prepare();
      again.focus();
    },
  };
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", ({ target }) => {
    const { key } = target.closest("button")?.dataset ?? {};
    if (!key || !cell) return;
    if (acts[key]) acts[key]();
    else type(key === "-" && cell.maxLength === 200 ? " " : key);
  });
  form.addEventListener("pointerdown", prepare, true);
  form.addEventListener("focusin", ({ target }) => {
    if (!numeric(target)) return;
    prepare();
    target.select();
    show(target);
  });
  // What is pressed must not move under the finger: the keypad waits.
  const leave = () => setTimeout(() => (document.querySelector(":active") ? leave() : numeric(document.activeElement) || show(null)), 150);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!numeric(relatedTarget)) leave();
    if (!relatedTarget) own = false;
  });
  form.addEventListener("input", () => cell && showSum());
  form.addEventListener("scored", ({ detail }) => {
    points = (detail.players ?? []).map((player) => player.lines);
    if (cell) showSum();
  });
  prepare();
}
