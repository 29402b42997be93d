// The order of a sheet's cells: numbers alone, or numbers, names and choices.
import { seatOf } from "./seats.js";

const ALL = ".names .in, :is(.category, .position) :is(input, select):not([type=hidden], .board *, .none *)";
const isByPlayer = () => document.documentElement.dataset.by === "player";

/** The choices that are one stop: a group of radio buttons, or the boxes of a row of which each player has one. */
export const groupOf = (control) => control.closest("[role=radiogroup]") ?? (control.type === "checkbox" ? control.closest(".row .cells") : null);

/** All that is filled in `form`, names and choices too, in the order in which people fill it. */
export function allStops(form) {
  const stops = [...form.querySelectorAll(ALL)];
  return isByPlayer() ? stops.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99)) : stops;
}

// Player by player, a column that is not in hand can be gone to as well.
const canBeFilled = (stop) => (stop.closest(".scope-own") ? stop : stop.closest(".cells") ?? stop).checkVisibility() && !stop.closest("[inert]") && !stop.disabled;

/** The stop that lies `step` further than `control` among `all`, if there is one; of a group there is one stop. */
export function neighbour(all, control, step) {
  const seen = new Set();
  const stops = all.filter((stop) => {
    const group = groupOf(stop);
    if (stop !== control && (!canBeFilled(stop) || (group && (seen.has(group) || group.contains(control))))) return false;
    if (group) seen.add(group);
    return true;
  });
  return stops[stops.indexOf(control) + step];
}

/** Focus the stop that lies `step` further than `control` among `all`, or the button that scores after the last. */
export function goOn(form, all, control, step) {
  const to = neighbour(all, control, step);
  if (!to) {
    control.blur();
    if (step > 0) form.querySelector("button.main").focus({ preventScroll: true });
    return;
  }
  if (isByPlayer() && seatOf(to)) form.dispatchEvent(new CustomEvent("highlight", { detail: seatOf(to) }));
  const chosen = groupOf(to)?.querySelector(":checked");
  (chosen?.checkVisibility() && chosen.type === "radio" ? chosen : to).focus({ preventScroll: form.classList.contains("typing") });
}
