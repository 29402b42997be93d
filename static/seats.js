// Seats of a sheet: the column in hand, names that were used before, colours that no two share.
import { recall, remember } from "./device.js";

const KEPT = 40;

/** The seat that an element belongs to, as text; undefined where it belongs to none. */
export const seatOf = (element) => element.closest('[class*="seat-"]')?.className.match(/(?:^| )seat-(\d+)/)?.[1];

/** The colour of a seat's pieces. */
export const worn = (form, seat) => [...form.classList].find((one) => one.startsWith(`c${seat}-`)).split("-")[1];

/** Sets up the seats of `form`. Returns a function that takes a column in hand. */
export function seats(form) {
  const names = [...form.querySelectorAll(".names .in")];

  // Nothing is changed here that other cells inherit: only two columns are painted anew.
  function hold(seat) {
    for (const cell of form.querySelectorAll(".cell")) cell.classList.toggle("here", cell.matches(`.seat-${seat}`));
    for (const band of form.querySelectorAll(".band")) {
      band.className = `band seat-${seat}`;
      band.style.setProperty("--at", seat);
    }
  }
  form.addEventListener("focusin", ({ target }) => {
    const seat = target.closest(".cell") && seatOf(target.closest(".cell"));
    if (seat) hold(seat);
  });

  // Who has a thing is said by name, and whose a cell is
  function call(input) {
    const seat = seatOf(input);
    const name = input.value.trim() || input.placeholder;
    const whose = document.querySelectorAll(`[data-who="${seat}"]`);
    const before = whose[0].textContent;
    for (const who of whose) who.textContent = name;
    for (const cell of form.querySelectorAll(`.seat-${seat} .in[aria-label]:not(.names *)`)) cell.ariaLabel = cell.ariaLabel.replace(before, () => name);
  }
  form.addEventListener("input", ({ target }) => { if (names.includes(target)) call(target); });
  form.addEventListener("stepped", () => names.forEach(call));

  // Names that were used before
  let oldNames = (recall("names") ?? "").split("\n").filter(Boolean);
  document.getElementById("people").append(...oldNames.map((name) => new Option(name, name)));
  form.addEventListener("change", ({ target }) => {
    const name = names.includes(target) && target.value.trim();
    if (!name) return;
    oldNames = [name, ...oldNames.filter((other) => other !== name)].slice(0, KEPT);
    remember("names", oldNames.join("\n"));
  });

  // Dragging is loaded when the seats are first looked at
  const table = form.querySelector(".table");
  const drag = () => import("./drag.js").then(({ draggable }) => draggable(form)).catch(() => {});
  if (table.open) drag();
  else table.addEventListener("toggle", drag, { once: true });

  // A colour that another has is swapped with theirs
  function wear(seat, colour) {
    form.classList.replace(`c${seat}-${worn(form, seat)}`, `c${seat}-${colour}`);
    form.elements[`${seat}.colour`].value = colour;
  }
  form.addEventListener("change", ({ target }) => {
    if (!target.matches(".swatches input")) return;
    const seat = parseInt(target.name, 10);
    const [before, colour] = [worn(form, seat), target.value];
    const other = names.findIndex((_, at) => at !== seat && worn(form, at) === colour);
    if (other >= 0) wear(other, before);
    wear(seat, colour);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return hold;
}
