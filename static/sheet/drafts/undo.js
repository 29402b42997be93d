// Undo and redo of the whole sheet, boards included; and buttons that clear a line, a player or all, each as one step.
import { changes } from "../../common/history.js";

const TEXTS = "input:not([type=checkbox], [type=radio]), textarea";
const FIXED = ".names, .table"; // entries that clearing keeps
const MAX_PLACES = 3; // entries that an announcement names
const note = document.getElementById("stepped");
const words = JSON.parse(note.dataset.words);

const each = (control) => (control instanceof RadioNodeList ? [...control] : [control]);

/** Return an entry's label: a cell's own, else that of its row. */
function nameOf(control) {
  const label = control.closest(".row, .tile, .option")?.querySelector(".why > summary, .tile-face, .why");
  return control.ariaLabel || label?.textContent.trim() || "";
}

/** Return the value of an entry without a seat's pieces: blank for the seat's own entries, the others' pieces for shared ones. */
function removeSeat(seat, letter, control, name, value) {
  if (name.startsWith(`${seat}.`) || control.closest(`.cell.seat-${seat}, .tile.seat-${seat}, .pick.seat-${seat}`)) return "";
  if (/^\d/.test(name)) return value;
  if (control.matches(".slots")) return value.replace(new RegExp(`${letter}|${seat}`, "gi"), "-").replace(/^-+$/, "");
  return control.matches("textarea") ? value.replace(new RegExp(`(?<!\\S)${letter}[td]?(?!\\S)`, "gi"), ".") : value;
}

/** Show the entries before (`side` 0) or after (1) a step in `form`. Return false if that needs another page. */
export function showStep(form, model, step, side, way) {
  const names = Object.keys(step);
  const controls = names.map((name) => form.elements.namedItem(name));
  if (controls.some((control, i) => !control || names[i] === "n" || each(control)[0].closest(".table, .holders, #carried"))) return false;
  for (const name of names) model.write(name, step[name][side]);
  const cells = controls.map((control) => each(control)[0]);
  form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));
  form.dispatchEvent(new Event("input"));
  const blocks = cells.map((cell) => cell.closest(".cell, .tile, .row")).filter((part) => part && !part.closest(".board-part"));
  for (const part of blocks) {
    part.classList.add("stepped");
    setTimeout(() => part.classList.remove("stepped"), 1500);
  }
  blocks[0]?.scrollIntoView({ block: "nearest" });
  const places = cells.filter((cell) => !cell.closest(".board-part")).map(nameOf).filter(Boolean);
  note.textContent = places.length && words[way] ? words[way].replace("{place}", [...new Set(places)].slice(0, MAX_PLACES).join(words.list)) : "";
  return true;
}

/** Set up the buttons and keys of `form` for its `steps`; `onStep(step, side, way)` is called for each. Returns a function that updates the buttons. */
export function setUpUndo(form, steps, currentEntries, onStep) {
  const buttons = [...form.querySelectorAll("[data-undo], [data-redo]")];
  function updateButtons() {
    for (const button of buttons) button.ariaDisabled = String("undo" in button.dataset ? !steps.canUndo : !steps.canRedo);
  }
  function go(way) {
    const step = steps[way]();
    updateButtons();
    if (step) onStep(step, way === "undo" ? 0 : 1, way);
  }
  // Each entry becomes what `valueLeft(control, name, value)` returns; entries without a control stay.
  function clear(valueLeft) {
    const rest = new URLSearchParams([...new URLSearchParams(currentEntries())].map(([name, value]) => {
      const control = name !== "n" && form.elements.namedItem(name);
      return [name, control ? valueLeft(each(control).find((one) => one.value === value) ?? each(control)[0], name, value) : value];
    }).filter(([, value]) => value));
    steps.mark(currentEntries());
    const step = changes(steps.at, rest);
    if (!steps.mark(String(rest))) return;
    updateButtons();
    onStep(step, 1, "cleared");
  }

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-undo], [data-redo]");
    if (button) go("undo" in button.dataset ? "undo" : "redo");
    if (target.matches(".clear-line")) {
      const row = target.closest(".row");
      clear((control, name, value) => (row.contains(control) ? "" : value));
    }
  });
  // Text fields have their own undo.
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y") || event.target.matches(TEXTS)) return;
    event.preventDefault();
    go(key === "y" || event.shiftKey ? "redo" : "undo");
  });
  form.addEventListener("focusout", () => steps.pause());

  const clearing = document.querySelector(".clearing");
  clearing.querySelector("[inert]").inert = false;
  clearing.addEventListener("click", ({ target }) => {
    const { seat } = target.closest("button")?.dataset ?? {};
    if (!seat) return;
    const valueLeftOf = seat === "all" ? () => "" : (...entry) => removeSeat(seat, form.dataset.letters[seat], ...entry);
    clear((control, name, value) => (control.closest(FIXED) ? value : valueLeftOf(control, name, value)));
  });
  // The rule of a label also offers to clear its line.
  const offerLine = (rule) => {
    const box = rule.matches("details.why[open]") && rule.closest(".category .row") && rule.querySelector(".rule");
    if (!box || box.querySelector(".clear-line")) return;
    box.append(Object.assign(document.createElement("button"), { type: "button", className: "clear-line", textContent: words.line }));
  };
  form.addEventListener("toggle", ({ target }) => offerLine(target), true);
  for (const rule of form.querySelectorAll("details.why[open]")) offerLine(rule);
  updateButtons();
  return updateButtons;
}
