// What the private and the shared sheet have in common: entries and their undo, running totals, boards, views and keys. What becomes of an entry is
// up to a store: the draft on this device, or the table.
import { score } from "../common/api.js";
import { after } from "../common/clock.js";
import { LETTERS, make } from "../common/dom.js";
import { setUpKeypad, setUpKeys } from "./keys.js";
import { namesOf, report, reportChoice } from "./model.js";
import { highlightColumn, seatOf, setUpPlayers } from "./players.js";
import { growRecords, setUpRecords } from "./records.js";
import { setUpTotals } from "./totals.js";
import { setUpUnanswered } from "./unanswered.js";
import { setUpOrder, setUpViews } from "./views.js";

const FLASH = 1500; // milliseconds for which an entry that was taken back is marked
const MAX_PLACES = 3; // entries that an announcement names
const FIXED = ".names, .table"; // entries that clearing keeps
const NUMBERS = ":is(.category, .counts-part) input.in[placeholder]";

/** Return the label of an entry: its own or that of its group, else that of its row. */
export function labelOf(control) {
  const group = control.closest("[role=radiogroup], .owners, .ticks");
  const label = control.closest(".row, .tile, .option")?.querySelector(".why > summary, .tile-face, span.why");
  return group?.ariaLabel || group?.querySelector("legend")?.textContent.trim() || control.ariaLabel || label?.textContent.trim() || "";
}

/** Return the control with this name, the checked one of a group, or null. */
export function controlOf(form, name) {
  const control = form.elements.namedItem(name);
  return control instanceof RadioNodeList ? [...control].find(({ checked }) => checked) ?? control[0] : control;
}

/** Return whether other fields depend on this one. */
export const isStructural = (form, name) => name === "n" || Boolean(controlOf(form, name)?.closest(".options, .holders"));

/** Return the texts of an entry without a seat's pieces: none for the seat's own entries, the others' pieces for shared ones. */
function withoutSeat(seat, control, name, texts) {
  if (name.startsWith(`${seat}.`) || control.closest(`.cell.seat-${seat}, .tile.seat-${seat}, .pick.seat-${seat}`)) return [];
  if (/^\d/.test(name)) return texts;
  const letter = LETTERS[seat];
  const isPiece = new RegExp(`^${letter}[td]?$`, "i");
  if (control.matches(".slots")) return texts.map((text) => text.replace(new RegExp(`${letter}|${seat}`, "gi"), "-").replace(/^-+$/, ""));
  if (control.matches("textarea")) return texts.map((text) => text.split(/(\s+)/).map((piece) => (isPiece.test(piece) ? "." : piece)).join(""));
  return texts;
}

/**
 * Set up `form`, whose fields are in `model`, for a `store`:
 * `enter(step, { way, cell })` keeps a step that was made here; `way` is "typed", "undo", "redo" or "cleared", `cell` is the cell typed into.
 * `undo()` and `redo()` return the step to show, name -> [texts now, texts then], or null.
 * `restructure(target)` loads the fields that depend on the one that `target` has just chosen.
 * `openStep(step, way, sentence)` shows a step with fields that this form lacks, or that others depend on, and says so.
 * `ready` settles when steps can be undone.
 * `canUndo()`, `canRedo()`, `tell(sentence)`, `cover(result)` and `counts(field)` are optional.
 */
export function setUpController(form, model, store) {
  const board = form.querySelector("[data-script]");
  const note = document.getElementById("stepped");
  const words = JSON.parse(note.dataset.words);
  const totals = setUpTotals(form);

  /** The fields that are filled in, without names, options, choices at their default and hidden entries of other options. */
  function filledFields() {
    return [...model.query().keys()].map((name) => {
      const control = name !== "n" && form.elements.namedItem(name);
      return control && control.selectedIndex !== 0 && (control[0] ?? control);
    }).filter((field) => field && !field.closest(".names, .table, .sure, #carried"));
  }

  /** The number cells, in filling order. */
  function numberCells() {
    const all = [...form.querySelectorAll(NUMBERS)];
    if (document.documentElement.dataset.by !== "player") return all;
    return all.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99));
  }

  // Totals

  let pendingScore;
  let scoring = Promise.resolve(); // settles when the last change has been scored
  let lastResult = {};
  function updateTotals() {
    pendingScore?.abort();
    const current = (pendingScore = new AbortController());
    scoring = score(form, model.query(), current.signal).then((result) => { if (result && current === pendingScore) showResult(result); });
    return scoring;
  }
  const pays = (points) => { for (const place of form.querySelectorAll(".pays")) place.textContent = points(place.dataset.at); };
  function showResult(result) {
    if (store.isSilent?.(result)) { // without an answer there are no points rather than outdated ones
      pays(() => "");
      form.dispatchEvent(new Event("unscored"));
      return;
    }
    lastResult = result;
    totals.show(store.cover?.(result) ?? result, filledFields().filter((field) => store.counts?.(field) ?? true));
    const parts = (result.players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
    pays((place) => parts.find(({ at }) => at.includes(place))?.points ?? "");
    form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  }

  // Entering

  function enter(event) {
    const step = model.take(event);
    if (!Object.keys(step).length) return;
    const { activeElement: cell } = document;
    updateButtons();
    store.enter(step, { way: "typed", cell: cell?.matches("input.in, textarea") ? cell.dataset.of ?? cell.name : "" });
  }
  form.addEventListener("input", (event) => {
    if (!namesOf(event).length) return;
    enter(event);
    updateTotals();
  });
  form.addEventListener("change", (event) => {
    enter(event);
    const { target } = event;
    if (target.value && target.closest(".holders")) totals.sayHolder(labelOf(target), target.closest("label").textContent);
    if (target.name && isStructural(form, target.name)) store.restructure(target);
  });
  addEventListener("online", updateTotals);

  // A choice that is made again, by whatever tap or key, is cleared; the buttons beside a number change it by one.
  function clearChoice(choice) {
    form.querySelector(`[name="${CSS.escape(choice.name)}"][value=""]`).checked = true;
    totals.sayWithScore(words.cleared.replace("{place}", () => labelOf(choice)));
    reportChoice(choice);
  }
  form.addEventListener("click", ({ target }) => {
    const wasChosen = target.type === "radio" && target.value && String(model.get(target.name)) === target.value;
    if (wasChosen && target.matches(".pick:not(.swatches *) *")) clearChoice(target);
    const cell = target.dataset.step && target.parentNode.querySelector("input");
    const count = Number(cell?.value) + Number(target.dataset.step);
    if (!cell || !(count >= 0)) return;
    cell.value = count;
    report(cell);
  });

  // Undo and redo of whatever was done last, wherever the focus is

  const buttons = [...document.querySelectorAll("[data-undo], [data-redo]")];
  function updateButtons() {
    for (const button of buttons) {
      const isDisabled = String(!("undo" in button.dataset ? store.canUndo?.() : store.canRedo?.()));
      if (button.ariaDisabled !== isDisabled) button.ariaDisabled = isDisabled; // else the browser styles the page anew
    }
  }

  /** Return the controls of fields that this form has; a board speaks for its own. */
  const controlsOf = (names) => names.map((name) => controlOf(form, name)).filter((control) => control && !control.closest(".board-part"));
  /** Say what a step of the fields `names` changed, such as "Undone: Ann: City Keys". */
  function describeStep(names, way) {
    const places = [...new Set(controlsOf(names).map(labelOf).filter(Boolean))].slice(0, MAX_PLACES);
    return places.length && words[way] ? words[way].replace("{place}", () => places.join(words.list)) : "";
  }
  /** Show a step, name -> [texts before, texts after], and say what it changed. */
  function showStep(step, way) {
    const names = Object.keys(step);
    for (const name of names) model.write(name, step[name][1]);
    form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));
    form.dispatchEvent(new Event("input")); // of no field
    updateTotals();
    const blocks = controlsOf(names).map((control) => control.closest(".cell, .tile, .row")).filter(Boolean);
    for (const block of blocks) {
      block.classList.add("stepped");
      after(FLASH, () => block.classList.remove("stepped"));
    }
    blocks[0]?.scrollIntoView({ block: "nearest" });
    const sentence = describeStep(names, way);
    note.textContent = sentence;
    if (sentence) store.tell?.(sentence);
  }

  /** Whether a step can be shown in this form. */
  const fits = (step) => Object.keys(step).every((name) => name !== "n" && controlOf(form, name)?.closest(".table, .holders, #carried") === null);

  /** Show and keep a step that was not typed. */
  async function apply(step, way) {
    if (!fits(step)) return store.openStep(step, way, describeStep(Object.keys(step), way));
    showStep(step, way);
    await store.enter(step, { way, cell: "" });
    return updateButtons();
  }
  async function go(way) {
    await store.ready;
    const step = store[way]();
    updateButtons();
    if (step) await apply(step, way);
  }
  for (const button of [...buttons, ...document.querySelectorAll("[data-undo-own]")]) {
    button.addEventListener("click", () => go("redo" in button.dataset ? "redo" : "undo"));
  }
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    const { target } = event;
    const isOther = target.matches("input:not([type=checkbox], [type=radio]), textarea") && !model.has(target.dataset.of ?? target.name);
    if (isOther) return; // a search, say, has its own undo
    event.preventDefault();
    go(key === "y" || event.shiftKey ? "redo" : "undo");
  });

  // Clearing a line, a player or all, as one step

  function clear(textsLeft) {
    const fields = [...model.values()].map(([name, texts]) => [name, texts, name !== "n" && controlOf(form, name)]);
    const changes = fields.filter(([, texts, control]) => control && texts.length).map(([name, texts, control]) => [name, [texts, textsLeft(control, name, texts)]]);
    const step = Object.fromEntries(changes.filter(([, [before, left]]) => String(before) !== String(left)));
    if (Object.keys(step).length) store.ready.then(() => apply(step, "cleared"));
  }
  const clearing = document.querySelector(".clearing");
  /** The rule of a label also offers to clear its line. */
  function offerLine(rule) {
    const box = rule.matches("details.why[open]") && rule.closest(".category .row") && rule.querySelector(".rule");
    if (!box || box.querySelector(".clear-line")) return;
    box.append(make("button", { type: "button", className: "clear-line" }, words.line));
  }
  if (clearing) {
    clearing.querySelector("[inert]").inert = false;
    clearing.addEventListener("click", ({ target }) => {
      const { seat } = target.closest("button")?.dataset ?? {};
      if (!seat) return;
      const textsLeft = seat === "all" ? () => [] : (...entry) => withoutSeat(seat, ...entry);
      clear((control, name, texts) => (control.closest(FIXED) ? texts : textsLeft(control, name, texts)));
    });
    form.addEventListener("click", ({ target }) => {
      const row = target.matches(".clear-line") && target.closest(".row");
      if (row) clear((control, _, texts) => (row.contains(control) ? [] : texts));
    });
    form.addEventListener("toggle", ({ target }) => offerLine(target), true);
    for (const rule of form.querySelectorAll("details.why[open]")) offerLine(rule);
  }

  // Parts of the form: boards, whose script is fetched when one is opened and hears the score then, and records

  function openBoard() {
    if (!board?.open) return;
    board.removeEventListener("toggle", openBoard);
    import(board.dataset.script).then(() => {
      form.dispatchEvent(new Event("boarded"));
      if (location.search || filledFields().length) updateTotals();
    }, () => board.addEventListener("toggle", openBoard));
  }
  /** Set up what is new in the form. */
  function refresh() {
    model.refresh();
    growRecords(form, model);
    form.dispatchEvent(new Event("refreshed"));
  }
  form.addEventListener("grown", refresh);
  form.addEventListener("highlight", ({ detail }) => highlightColumn(form, detail));
  // Safari empties a form in a task of its own, after the page is shown again.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    after(0, () => {
      const names = model.restore();
      if (names.length) form.dispatchEvent(new CustomEvent("stepped", { detail: { way: "elsewhere", names } }));
    });
  });

  setUpPlayers(form);
  setUpUnanswered(form, model);
  setUpRecords(form, model);
  setUpViews(form, () => store.onView?.());
  if (store.hasOrder) setUpOrder(form, () => store.onView?.());
  setUpKeys(form, { say: totals.say, clearChoice });
  if (matchMedia("(pointer: coarse)").matches) setUpKeypad(form, numberCells);
  board?.addEventListener("toggle", openBoard);
  openBoard();
  if (location.search || filledFields().length) updateTotals();
  updateButtons();
  return { totals, board, numberCells, filledFields, updateTotals, apply, fits, showStep, updateButtons, refresh, scored: () => scoring, lastResult: () => lastResult };
}
