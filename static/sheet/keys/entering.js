// Keys of the sheet: Enter goes to the next cell, Control+Enter scores, a player's letter or a value chooses, ? opens the rule of a row.
import { allStops, goOn, groupOf } from "./stops.js";
import { localGet } from "../../common/storage.js";
import { seatOf } from "../seats.js";

/** Set up the keys of `form`; `say(sentence)` tells screen readers. `earlyKeys` were pressed before; those that were prevented wait for Enter. */
export function setUpKeys(form, say, earlyKeys) {
  function toggleChoice(control) {
    const back = control.type === "radio" && control.checked;
    if (back) control.closest("[role=radiogroup]").querySelector(".none input").checked = true;
    else control.checked = control.type === "radio" || !control.checked;
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
    if (!back) control.focus();
  }

  /** Return the control that a key selects in a group: the player with this letter, or the next value with this initial. */
  function findChoice(group, key) {
    const choices = [...group.querySelectorAll(".pick:not(.none) input")];
    const seat = form.dataset.letters.toLowerCase().indexOf(key);
    if (group.matches(".cells")) return seat < 0 ? null : choices.find((choice) => seatOf(choice.closest(".cell")) === `${seat}`);
    const faces = choices.filter((choice) => choice.parentNode.textContent.trim().toLowerCase().startsWith(key));
    const at = faces.findIndex((choice) => choice.checked);
    return faces[at + 1] ?? faces[0];
  }

  // How the last sheet was scored, at once or by its reveal, is the main action of the next.
  if (localGet("reveal")) for (const button of form.querySelectorAll(".finish > [type=submit]")) button.classList.toggle("main");

  // Labels open their rules, and are no stop between numbers: there "?" opens the rule.
  for (const label of form.querySelectorAll(".row .why > summary, .tiles-head summary")) {
    label.tabIndex = -1;
    for (const cell of label.closest(".row")?.querySelectorAll(".in, .pick input") ?? []) cell.setAttribute("aria-keyshortcuts", "?");
  }

  // On a wide screen the rule stands beside the sheet, one at a time, and help is open.
  const wide = matchMedia("(min-width: 90rem)");
  if (wide.matches) document.querySelector(".below > details").open = true;
  form.addEventListener("toggle", ({ target }) => {
    if (!wide.matches || !target.open || !target.matches(".row .why")) return;
    for (const other of form.querySelectorAll(".row .why[open]")) if (other !== target) other.open = false;
  }, true);

  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(form.querySelector(".finish [aria-keyshortcuts]"));
      return;
    }
    if (event.ctrlKey || event.metaKey || !target.matches(".in, .pick input") || target.closest(".board, .table")) return;
    const rule = target.closest(".row")?.querySelector("details.why");
    const group = groupOf(target);
    if (key === "Enter" && !target.matches("textarea")) goOn(form, allStops(form), target, event.shiftKey ? -1 : 1);
    else if (rule && key === "?") {
      rule.open = true;
      say([...rule.querySelectorAll(".rule > :not(:has(> a:only-child))")].map((text) => text.textContent.trim()).join(" "));
    } else if (rule?.open && key === "Escape") rule.open = false;
    else if (group && key.length === 1 && key !== " " && findChoice(group, key.toLowerCase())) toggleChoice(findChoice(group, key.toLowerCase()));
    else if (target.type === "radio" && ["Delete", "Backspace"].includes(key) && target.checked) toggleChoice(target);
    else if (target.type === "checkbox" && group && ["ArrowLeft", "ArrowRight"].includes(key)) {
      const boxes = [...group.querySelectorAll("input")];
      boxes[boxes.indexOf(target) + (key === "ArrowRight" ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  });
  for (const event of earlyKeys) {
    const target = event.defaultPrevented ? document.activeElement : event.target;
    const isDone = !target.dispatchEvent(new KeyboardEvent("keydown", event));
    if (isDone || !event.defaultPrevented || event.key.length > 1 || !target.matches("input.in")) continue;
    target.setRangeText(event.key, target.selectionStart, target.selectionEnd, "end");
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
