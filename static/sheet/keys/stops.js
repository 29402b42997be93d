// The order in which a sheet's cells are filled: numbers only, or with names and choices.
import { isShown } from "../../common/dom.js";
import { seatOf } from "../seats.js";

const ALL = ".names .in, :is(.category, .position) :is(input, select):not([type=hidden], .board *, .none *)";
const isByPlayer = () => document.documentElement.dataset.by === "player";

/** Return the controls that form one stop: a radio group, or a row's check boxes with one per player. */
export const groupOf = (control) => control.closest("[role=radiogroup]") ?? (control.type === "checkbox" ? control.closest(".row .cells") : null);

/** Return all controls of `form`, including names and choices, in filling order. */
export function allStops(form) {
  const stops = [...form.querySelectorAll(ALL)];
  return isByPlayer() ? stops.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99)) : stops;
}

// In the view by player, hidden columns can be reached as well; in a column of one's own they cannot.
const canBeFilled = (stop) => isShown(stop.closest(".scope-own") ? stop : stop.closest(".cells") ?? stop) && !stop.closest("[inert]") && !stop.disabled;

/** Return the stop `step` places after `control` among `all`, if any; a group is one stop. */
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

/** Focus the stop `step` places after `control` among `all`, or the score button after the last. */
export function goOn(form, all, control, step) {
  const to = neighbour(all, control, step);
  if (!to) {
    control.blur();
    if (step > 0) form.querySelector("button.main").focus({ preventScroll: true });
    return;
  }
  if (isByPlayer() && seatOf(to)) form.dispatchEvent(new CustomEvent("highlight", { detail: seatOf(to) }));
  const chosen = groupOf(to)?.querySelector(":checked");
  (chosen && isShown(chosen) && chosen.type === "radio" ? chosen : to).focus({ preventScroll: form.classList.contains("typing") });
}
