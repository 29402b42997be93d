// The keypad on touch screens: digits, sums, back and next. Keyboards and screen readers are not affected.
import { seatOf } from "../seats.js";
import { goOn, neighbour } from "./stops.js";

const HOLD = 500; // milliseconds after which a press clears the cell
const UNFINISHED = /[+\-−＋]\s*$/; // a sum whose next number is missing
const GUARD = 300; // milliseconds for which a keypad that just opened ignores taps, which were meant for what was there before

/** Set up the keypad for the number cells of `form`; `cells()` returns those cells in the order in which they are filled. */
export function setUpKeypad(form, cells) {
  const pad = document.getElementById("keypad").content.firstElementChild;
  form.after(pad);
  const [chip, cellName, sum, plus, minus] = [".whose", "b", ".sum", '[data-key="+"]', '[data-key="-"]'].map((part) => pad.querySelector(part));
  const fault = Object.assign(document.createElement("button"), { type: "button", className: "fault", tabIndex: -1, hidden: true });
  fault.dataset.key = "fault";
  pad.prepend(fault);
  const keys = pad.querySelector(".keys");
  const [names, totals] = [".names", ".totals"].map((part) => form.querySelector(part));
  let usesOwnKeyboard = false; // whether the user switched to the device's keyboard
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
      for (const told of form.querySelectorAll(".told")) told.classList.remove("unseen");
      return;
    }
    if (opens && tapped !== cell) {
      keys.inert = true;
      setTimeout(() => { keys.inert = false; }, GUARD);
    }
    showWhose();
    // In a list, + separates items and − has no meaning.
    plus.textContent = cell.dataset.next ?? "+";
    plus.classList.toggle("word", "next" in cell.dataset);
    minus.disabled = "next" in cell.dataset;
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
    cellName.replaceChildren(...(isNamed ? [before, Object.assign(document.createElement("bdi"), { textContent: name })] : []), rest);
    pad.className = `keypad ${[...form.classList].filter((one) => /^c\d/.test(one)).join(" ")}`;
    chip.className = `whose seat-${seat}`;
    chip.replaceChildren(...(seat ? [form.querySelector(`.names .seat-${seat} .chip`).cloneNode(true)] : []));
  }
  function makeRoom(opens) {
    const [at, cover] = [cell.getBoundingClientRect(), pad.getBoundingClientRect().top];
    // Hide what is above the names to make room for rows that the keypad would cover.
    const above = opens && getComputedStyle(names).position === "sticky" ? names.getBoundingClientRect().top : 0;
    const below = at.bottom > cover - 8 ? at.bottom - cover + 8 + at.height : 0;
    if (above > 0 || below) scrollBy(0, Math.max(above, below));
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
    const who = form.querySelector(`.totals .seat-${seatOf(leftCell)} [data-who]`).textContent;
    return `✓ ${totals.dataset.told.replace("{name}", () => who).replace("{total}", leftCell.value)}`;
  }
  // Show the line's points next to the typed text, and a fault above it.
  function showSum() {
    const row = cell.closest(".row, .tile, .line");
    const isHere = ({ cells = [] }) => cells.includes(cell.name) || cells.some((name) => row?.contains(document.getElementById(`f-${name}`)));
    const told = notes.filter(({ cells = [] }) => cell !== unfinished || !cells.includes(cell.name)); // a sum that is being typed is no fault
    const note = told.find(({ cells = [] }) => cells.includes(cell.name)) ?? told.find(isHere) ?? told[0];
    fault.hidden = !note;
    fault.textContent = note ? (note.sentence ?? note.message) : "";
    for (const shown of form.querySelectorAll(".told")) shown.classList.toggle("unseen", shown.textContent === fault.textContent);
    const line = cell.closest(".category")?.id.slice(2);
    // A tile pays for itself; an empty cell pays nothing worth saying.
    const tile = cell.closest(".tile");
    const paid = tile ? tile.querySelector(".pays")?.textContent : points[seatOf(cell)]?.find(({ key }) => key === line)?.points;
    const words = leftCell ? describeLeft() : describeTyped();
    const [before, after] = sum.dataset.pays.split("{points}");
    const hasPoints = !note && cell.value && (paid ?? "") !== "";
    const pays = hasPoints ? [before, Object.assign(document.createElement("b"), { textContent: String(paid).replace("-", "−") }), after] : [];
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
  /** Return whether another digit could follow within the cell's limit. */
  function isComplete() {
    const { value, dataset: { max } } = cell;
    return max !== undefined && /^\d+$/.test(value) && Number(value) <= max && (value === "0" || Number(`${value}0`) > max);
  }
  function digit(key) {
    leftCell = null;
    type(key);
    const from = cell;
    // After a tile's count comes the next tile, not the next count.
    if (!isComplete() || cell.closest(".tile") || !neighbour(cells(), cell, 1)) return;
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
    next: () => { if (leftCell) { leftCell = null; showSum(); } else goOn(form, cells(), cell, 1); },
    previous: () => { leftCell = null; goOn(form, cells(), cell, -1); },
    close: () => cell.blur(),
    fault: () => document.querySelector("#said button")?.click(),
    own: () => {
      const again = cell;
      again.blur();
      usesOwnKeyboard = true;
      prepare();
      again.focus();
    },
    "+": () => { returnToLeftCell(); type("+"); },
    "-": () => { returnToLeftCell(); type("-"); },
  };
  let holdTimer;
  let isHeld = false;
  pad.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    isHeld = false;
    if (!event.target.closest('[data-key="back"]')) return;
    holdTimer = setTimeout(() => { isHeld = true; if (!cell.value) returnToLeftCell(); clear(); }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) pad.addEventListener(end, () => clearTimeout(holdTimer));
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
  }
  form.addEventListener("focusin", ({ target }) => { if (isNumberCell(target)) enterCell(target); });
  // Nothing may move under the finger, so the keypad waits.
  const leave = () => setTimeout(() => (document.querySelector(":active") ? leave() : isNumberCell(document.activeElement) || show(null)), 150);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!isNumberCell(relatedTarget)) leave();
    if (!relatedTarget) usesOwnKeyboard = false;
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
  prepare();
  if (isNumberCell(document.activeElement)) enterCell(document.activeElement);
}
