// Keys of the sheet: Enter goes to the next cell, Control+Enter scores, a player's letter or a value chooses, ? opens the rule of a row. On touch
// screens a keypad types digits and sums, and goes back and on.
import { after } from "../common/clock.js";
import { isComposing, isShown, make, minus } from "../common/dom.js";
import { localGet, localSet } from "../common/storage.js";
import { reportChoice } from "./model.js";
import { seatOf } from "./players.js";
import { withOpen } from "./unanswered.js";

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const HOLD = 500; // milliseconds after which a press clears the cell
const UNFINISHED = /[+\-−＋]\s*$/; // a sum whose next number is missing
const GUARD = 150; // milliseconds for which a keypad that just opened ignores taps, which were meant for what was there before

// The order in which a sheet's cells are filled: numbers only, or with names and choices.

const ALL = ".names .in, :is(.category, .position, .counts-part) :is(input, select):not([type=hidden], .board *, .none *)";
const isByPlayer = () => document.documentElement.dataset.by === "player";

/** Return the controls that form one stop: a radio group, or a row's check boxes with one per player. */
const groupOf = (control) => control.closest("[role=radiogroup], .owners") ?? (control.type === "checkbox" ? control.closest(".row .cells") : null);

/** Return all controls of `form`, including names and choices, in filling order. */
export function allStops(form) {
  const stops = [...form.querySelectorAll(ALL)];
  return isByPlayer() ? stops.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99)) : stops;
}

// In the view by player, hidden columns can be reached as well; in a column of one's own they cannot.
const canBeFilled = (stop) => isShown(stop.closest(".scope-own") ? stop : stop.closest(".cells") ?? stop) && !stop.closest("[inert]") && !stop.disabled;

/** Return the stop `step` places after `control` among `all`, if any; a group is one stop. From a control that is no stop nothing follows. */
export function neighbour(all, control, step) {
  const seen = new Set();
  const stops = all.filter((stop) => {
    const group = groupOf(stop);
    if (stop !== control && (!canBeFilled(stop) || (group && (seen.has(group) || group.contains(control))))) return false;
    if (group) seen.add(group);
    return true;
  });
  return stops.includes(control) ? stops[stops.indexOf(control) + step] : control;
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
  (chosen && isShown(chosen) && chosen.type === "radio" ? chosen : to).focus({ preventScroll: form.classList.contains("typing") && !to.closest(".sure") });
  if (!to.closest(".sure")) return;
  for (const shown of [to.closest(".category"), to]) shown?.scrollIntoView({ block: "nearest" }); // with the choices that it would confirm
}

/** Let arrow keys move within a choice: only Space, Enter or a pointer decides. Returns what Enter decides, if anything. */
function setUpChoices(form) {
  let reached = null; // the radio button that arrow keys have reached
  const choose = (radio) => {
    radio.checked = true;
    reportChoice(radio);
  };
  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const group = target.type === "radio" && target.closest("[role=radiogroup]");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const radios = [...group.querySelectorAll("input")].filter((radio) => isShown(radio.parentNode) && !radio.closest(".none"));
    if (key in ARROWS) {
      event.preventDefault();
      reached = radios.at((radios.indexOf(target) + ARROWS[key]) % radios.length);
      reached.focus();
    } else if (key === "Enter" && target.matches(".swatches *")) {
      event.preventDefault();
      choose(target);
    } else if (key === "Tab" && reached === target) radios.find(({ checked }) => checked)?.focus(); // Tab goes on from the chosen one
  });
  form.addEventListener("focusin", ({ target }) => { if (target !== reached) reached = null; });
  return (target) => {
    if (target !== reached || target.checked) return;
    reached = null;
    choose(target);
  };
}

/** Set up the keys of `form`; `say(sentence)` tells screen readers, and `clearChoice(radio)` takes a choice back. */
export function setUpKeys(form, { say, clearChoice }) {
  const decide = setUpChoices(form);
  function toggleChoice(control) {
    if (control.type === "radio" && control.checked) return clearChoice(control);
    control.checked = control.type === "radio" || !control.checked;
    reportChoice(control);
    return control.focus();
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

  /** Choose what costs so many points in a list; browsers find other texts by their first sign themselves. */
  function chooseLoss(list, digit) {
    const found = [...list.options].find(({ text }) => text.startsWith(`−${digit}`));
    if (!found) return false;
    list.value = found.value;
    reportChoice(list);
    return true;
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
    if (event.defaultPrevented || isComposing(event) || event.altKey) return;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(form.querySelector(".finish [aria-keyshortcuts]"));
      return;
    }
    if (event.ctrlKey || event.metaKey || !target.matches(".in, .pick input, .sure input") || target.closest(".board, .table")) return;
    const rule = target.closest(".row")?.querySelector("details.why");
    const group = groupOf(target);
    if (key === "Enter" && !target.matches("textarea")) {
      if (!target.closest(".sure")) decide(target); // Space confirms: Enter goes on
      if (target.isConnected) goOn(form, allStops(form), target, event.shiftKey ? -1 : 1);
    } else if (rule && key === "?") {
      rule.open = true;
      say([...rule.querySelectorAll(".rule > :not(:has(> a:only-child))")].map((text) => text.textContent.trim()).join(" "));
    } else if (rule?.open && key === "Escape") rule.open = false;
    else if (target.matches("select") && /^\d$/.test(key)) {
      if (!chooseLoss(target, key)) return;
    } else if (group && key.length === 1 && key !== " " && findChoice(group, key.toLowerCase())) toggleChoice(findChoice(group, key.toLowerCase()));
    else if (group && ["Delete", "Backspace"].includes(key) && target.checked) toggleChoice(target);
    else if (target.type === "checkbox" && group && ["ArrowLeft", "ArrowRight"].includes(key)) {
      const boxes = [...group.querySelectorAll("input")];
      boxes[boxes.indexOf(target) + (key === "ArrowRight" ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  });
}

/** Set up the keypad for the number cells of `form`; `cells()` returns those cells in the order in which they are filled. */
export function setUpKeypad(form, cells) {
  const pad = document.getElementById("keypad").content.firstElementChild;
  form.after(pad);
  const [chip, cellName, sum, plusKey, minusKey] = [".whose", "b", ".sum", '[data-key="+"]', '[data-key="-"]'].map((part) => pad.querySelector(part));
  const fault = make("button", { type: "button", className: "fault", tabIndex: -1, hidden: true });
  fault.dataset.key = "fault";
  pad.prepend(fault);
  const keys = pad.querySelector(".keys");
  const [names, totals] = [".names", ".totals"].map((part) => form.querySelector(part));
  let usesOwnKeyboard = Boolean(localGet("keyboard")); // whether the device's keyboard was chosen, for dictation, braille or switches
  const padChoice = document.querySelector("[data-pad]");
  let cell = null;
  let tapped = null; // target of the last tap on the sheet
  let points = [];
  let notes = [];
  let unfinished = null; // the cell whose sum was still being typed when it was scored
  let leftCell = null; // the cell that was left automatically because no digit could follow

  const isNumberCell = (target) => target?.matches?.("input") && cells().includes(target);
  function prepare() {
    for (const one of cells()) {
      one.dataset.mode ??= one.inputMode || "text";
      one.inputMode = usesOwnKeyboard ? one.dataset.mode : "none";
    }
  }
  function show(target) {
    const opens = target && pad.hidden;
    if (cell !== target) unfinished = null;
    cell = target;
    pad.hidden = !cell || usesOwnKeyboard;
    form.classList.toggle("typing", !pad.hidden);
    if (pad.hidden) {
      for (const told of form.querySelectorAll(".live")) told.classList.remove("unseen");
      return;
    }
    if (opens && tapped !== cell) {
      keys.inert = true;
      after(GUARD, () => { keys.inert = false; });
    }
    showWhose();
    // In a list, + separates items and − has no meaning.
    plusKey.textContent = cell.dataset.next ?? "+";
    plusKey.classList.toggle("word", "next" in cell.dataset);
    minusKey.disabled = "next" in cell.dataset;
    showSum();
    makeRoom(opens);
  }
  function showWhose() {
    const seat = seatOf(cell);
    // Shorten a long name rather than the label.
    const name = seat ? form.querySelector(`.totals .seat-${seat} [data-who]`).textContent : "";
    const isNamed = name && cell.ariaLabel.startsWith(name);
    // On a shared sheet, say that it is somebody else's cell.
    const { fillFor, mine } = form.dataset;
    const [before, after] = (isNamed && fillFor && seat !== mine ? fillFor : "{name}").split("{name}");
    const rest = isNamed ? after + cell.ariaLabel.slice(name.length) : cell.ariaLabel;
    cellName.replaceChildren(...(isNamed ? [before, make("bdi", {}, name)] : []), rest);
    pad.className = `keypad ${[...form.classList].filter((one) => /^c\d/.test(one)).join(" ")}`;
    chip.className = `whose seat-${seat}`;
    chip.replaceChildren(...(seat ? [form.querySelector(`.names .seat-${seat} .chip`).cloneNode(true)] : []));
  }
  function makeRoom(opens) {
    const [at, cover] = [cell.getBoundingClientRect(), pad.getBoundingClientRect().top];
    // Hide what is above the names to make room for rows that the keypad would cover.
    const above = opens && getComputedStyle(names).position === "sticky" ? names.getBoundingClientRect().top : 0;
    const below = at.bottom > cover - 8 ? at.bottom - cover + 8 + at.height : 0;
    const shift = Math.max(above, below);
    // After the last row, show the buttons that follow it whole rather than cut off.
    const finish = form.querySelector(".finish").getBoundingClientRect();
    const isCut = finish.top - shift < cover && finish.bottom - shift > cover;
    if (isCut || shift > 0) scrollBy(0, isCut ? finish.bottom - cover + 8 : shift);
  }
  /** Return a summary of more than one typed number: the items of a list, or the sum so far. */
  function describeTyped() {
    const { next, one, many } = cell.dataset;
    if (next) {
      const items = cell.value.split(/[\s,;/+＋、，]+/).filter(Boolean);
      const text = items.length > 1 ? many : one;
      return items.length ? text.replace("{count}", items.length).replace("{items}", items.join(JSON.parse(document.getElementById("stepped").dataset.words).list)) : "";
    }
    const text = cell.value.replaceAll("−", "-").replace(/\s/g, "");
    if (!/^[+-]?\d{1,9}([+-]\d{1,9})+$/.test(text)) return "";
    return `= ${text.match(/[+-]?\d+/g).reduce((all, term) => all + Number(term), 0)}`.replaceAll("-", "−");
  }
  /** Return what was entered where the keypad moved on by itself, so that a number that was split over two cells is seen. */
  function describeLeft() {
    const who = form.querySelector(`.totals .seat-${seatOf(leftCell)} [data-who]`)?.textContent;
    if (!who) return `✓ ${leftCell.value}`;
    return `✓ ${totals.dataset.sentence.replace("{name}", () => who).replace("{total}", leftCell.value)}`;
  }
  // Show the line's points next to the typed text, and a fault above it.
  function showSum() {
    const row = cell.closest(".row, .tile, .line");
    const isHere = ({ cells = [] }) => cells.includes(cell.name) || cells.some((name) => row?.contains(document.getElementById(`f-${name}`)));
    const told = notes.filter(({ cells = [] }) => cell !== unfinished || !cells.includes(cell.name)); // a sum that is being typed is no fault
    const note = told.find(({ cells = [] }) => cells.includes(cell.name)) ?? told.find(isHere) ?? told[0];
    fault.hidden = !note;
    fault.textContent = note ? (note.sentence ?? note.message) : "";
    for (const shown of form.querySelectorAll(".live")) shown.classList.toggle("unseen", shown.textContent === fault.textContent);
    const line = cell.closest(".category")?.id.slice(2);
    // A tile pays for itself; an empty cell pays nothing worth saying.
    const tile = cell.closest(".tile");
    const paid = tile ? tile.querySelector(".pays")?.textContent : points[seatOf(cell)]?.find(({ key }) => key === line)?.points;
    const words = leftCell ? describeLeft() : describeTyped();
    const [before, after] = sum.dataset.pays.split("{points}");
    const hasPoints = !note && cell.value && (paid ?? "") !== "";
    const pays = hasPoints ? [before, make("b", {}, minus(paid)), after] : [];
    sum.replaceChildren(words, words && pays.length ? " " : "", ...pays);
    sum.parentElement.classList.toggle("typed", sum.textContent !== ""); // Safari does not follow :has(:empty)
  }
  function type(text, from = cell.selectionStart ?? cell.value.length, to = cell.selectionEnd ?? cell.value.length) {
    cell.setRangeText(text, from, to, "end");
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function back() {
    const [from, to] = [cell.selectionStart, cell.selectionEnd];
    if (to > 0) type("", from === to ? from - 1 : from, to);
  }
  function clear() {
    cell.value = "";
    type("");
  }
  /** Return whether the cell takes no more digits: it has as many as the largest number that it allows. */
  function isComplete() {
    const { value, dataset: { max } } = cell;
    return max !== undefined && /^\d+$/.test(value) && value.length >= max.length;
  }
  function digit(key) {
    leftCell = null;
    type(key);
    const from = cell;
    // After a tile's count comes the next tile, not the next count; and to what nobody has answered, Next leads.
    if (!isComplete() || cell.closest(".tile") || !isNumberCell(neighbour(withOpen(form, cells()), cell, 1))) return;
    goOn(form, cells(), cell, 1);
    leftCell = from;
    showSum();
  }
  /** Return to the cell that was just left automatically, since this key belongs to it. */
  function returnToLeftCell() {
    if (!leftCell) return;
    const to = leftCell;
    to.focus({ preventScroll: true });
    to.setSelectionRange(to.value.length, to.value.length);
    leftCell = null;
  }
  const actions = {
    back: () => { if (!cell.value) returnToLeftCell(); back(); },
    // Pressing Next right after the keypad moved on by itself must not skip a cell.
    next: () => { if (leftCell) { leftCell = null; showSum(); } else goOn(form, withOpen(form, cells()), cell, 1); },
    previous: () => { leftCell = null; goOn(form, cells(), cell, -1); },
    close: () => cell.blur(),
    fault: () => document.querySelector("#said button")?.click(),
    own: () => {
      const again = cell;
      again.blur();
      chooseKeyboard(true);
      again.focus();
    },
    "+": () => { returnToLeftCell(); type("+"); },
    "-": () => { returnToLeftCell(); type("-"); },
  };
  let endHold = () => {};
  let isHeld = false;
  pad.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    isHeld = false;
    if (!event.target.closest('[data-key="back"]')) return;
    endHold = after(HOLD, () => { isHeld = true; if (!cell.value) returnToLeftCell(); clear(); });
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) pad.addEventListener(end, () => endHold());
  pad.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press clears
  pad.addEventListener("click", ({ target }) => {
    const { key } = target.closest("button")?.dataset ?? {};
    if (!key || !cell || (key === "back" && isHeld)) return;
    if (actions[key]) actions[key]();
    else digit(key);
  });
  form.addEventListener("pointerdown", ({ target }) => {
    tapped = target;
    leftCell = null;
    prepare();
  }, true);
  // A tap on the cell that is filled selects its number again, so that no digit lands inside it.
  form.addEventListener("click", ({ target }) => { if (target === cell && !pad.hidden && /^\d+$/.test(cell.value)) cell.select(); });
  function enterCell(target) {
    prepare();
    // A sum that is not finished is continued.
    if (UNFINISHED.test(target.value)) target.setSelectionRange(target.value.length, target.value.length);
    else target.select();
    leftCell = null;
    show(target);
    // Safari places the caret after the focus, where the keypad has moved the page.
    const { value } = target;
    requestAnimationFrame(() => { if (target === document.activeElement && target.value === value && !UNFINISHED.test(value)) target.select(); });
  }
  form.addEventListener("focusin", ({ target }) => { if (isNumberCell(target)) enterCell(target); });
  // Nothing may move under the finger, so the keypad waits.
  const leave = () => after(150, () => (document.querySelector(":active") ? leave() : isNumberCell(document.activeElement) || show(null)));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!isNumberCell(relatedTarget)) leave();
  });
  form.addEventListener("input", () => cell && showSum());
  form.addEventListener("renamed", () => cell && !pad.hidden && showWhose());
  form.addEventListener("scored", ({ detail }) => {
    notes = [...(detail.faults ?? []), ...(detail.questions ?? []).filter(({ code }) => code !== "blank")];
    if (!detail.faults) points = (detail.players ?? []).map((player) => player.lines);
    if (!cell) return;
    unfinished = UNFINISHED.test(cell.value) ? cell : null;
    const wasHidden = fault.hidden;
    showSum();
    if (wasHidden && !fault.hidden) makeRoom(false);
  });
  form.addEventListener("unscored", () => {
    points = [];
    if (cell) showSum();
  });
  /** Use the device's keyboard from now on, on every sheet of this device, or the keypad. */
  function chooseKeyboard(isOwn) {
    usesOwnKeyboard = isOwn;
    localSet("keyboard", isOwn ? "own" : null);
    padChoice?.setAttribute("aria-pressed", String(isOwn));
    prepare();
  }
  if (padChoice) padChoice.hidden = false;
  padChoice?.addEventListener("click", () => chooseKeyboard(!usesOwnKeyboard));
  chooseKeyboard(usesOwnKeyboard);
  if (isNumberCell(document.activeElement)) enterCell(document.activeElement);
}
