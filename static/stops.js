// The order in which a sheet is filled: from number to number, or through its choices as well.
import { seatOf } from "./seats.js";

const CELLS = ":is(.category, .counts-part) input.in[placeholder]";
const ALL = ".names .in, :is(.category, .position) :is(input, select):not([type=hidden], .board *, .none *)";
const isByPlayer = () => document.documentElement.dataset.by === "player";

/** The choices that are one stop: a group of radio buttons, or the boxes of a row of which each player has one. */
export const groupOf = (control) => control.closest("[role=radiogroup]") ?? (control.type === "checkbox" ? control.closest(".row .cells") : null);

function bySeat(stops) {
  return isByPlayer() ? stops.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99)) : stops;
}

/** The cells of `form` that take a number, in the order in which people fill them. */
export const numberCells = (form) => bySeat([...form.querySelectorAll(CELLS)]);

// Player by player, a column that is not in hand can be gone to as well.
const canBeFilled = (stop) => (stop.closest(".cells") ?? stop).checkVisibility() && !stop.closest("[inert]") && !stop.disabled;

/** Goes on from `control` by `step`, through the numbers or `all` stops; after the last it goes to the button that scores. */
export function goOn(form, control, step, all = false) {
  const seen = new Set();
  const stops = (all ? bySeat([...form.querySelectorAll(ALL)]) : numberCells(form)).filter((stop) => {
    const group = groupOf(stop);
    if (stop !== control && (!canBeFilled(stop) || (group && (seen.has(group) || group.contains(control))))) return false;
    if (group) seen.add(group);
    return true;
  });
  const to = stops[stops.indexOf(control) + step];
  if (!to) {
    control.blur();
    if (step > 0) form.querySelector("button.main").focus({ preventScroll: true });
    return;
  }
  if (isByPlayer() && seatOf(to)) form.dispatchEvent(new CustomEvent("hold", { detail: seatOf(to) }));
  const chosen = groupOf(to)?.querySelector(":checked");
  (chosen?.checkVisibility() && chosen.type === "radio" ? chosen : to).focus({ preventScroll: !all });
}
