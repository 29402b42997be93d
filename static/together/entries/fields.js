// The form's fields as the server knows them: a name and its texts.

import { LETTERS } from "../../common/dom.js";

const DIGITS = "0123456789KL"; // how a link spells a seat in one character

/** All fields of the form by name, each with its texts. */
export function currentValues(form) {
  const values = new Map();
  const others = form.dataset.notEntries.split(" ");
  const isEntry = (name) => name && name[0] !== "@" && !name.endsWith(".shown") && !others.includes(name);
  for (const { name } of form.elements) if (isEntry(name)) values.set(name, []);
  for (const [name, value] of new FormData(form)) if (value !== "" && values.has(name)) values.get(name).push(value);
  return values;
}

/** Values as the query of a sheet's address. */
export const toQuery = (values) => new URLSearchParams([...values].flatMap(([name, texts]) => texts.map((text) => [name, text])));

/** A row of letters as the form writes it: letters for the seats, and a dash for each free place. */
function asLetters(text, places) {
  const row = [...text].map((sign) => (DIGITS.includes(sign) ? LETTERS[DIGITS.indexOf(sign)] : sign.toUpperCase())).join("");
  return row && places ? row.padEnd(Number(places), "-") : row;
}

/** A painting as the form writes it: a line for each row, and a blank between squares. */
const asPainting = (text) => text.toUpperCase().split(/[/\n-]/).map((row) => (row.match(/[A-Z]\d?|\S/g) ?? []).join(" ")).join("\n");

/** Write a text; in the control in use it is selected, so that the next digit replaces it and does not join it. */
function writeText(control, text) {
  if (control.value === text) return;
  control.value = text;
  if (control === document.activeElement) control.select();
}

/** Write values into the control of a name. Returns whether the form has one. */
export function writeField(form, name, values) {
  const control = form.elements.namedItem(name);
  if (!control) return false;
  const [text = ""] = values;
  for (const one of control instanceof RadioNodeList ? control : [control]) {
    if (one.type === "checkbox") one.checked = values.includes(one.value);
    else if (one.type === "radio") one.checked = one.value === text;
    else if (one.matches(".slots")) one.value = asLetters(text, one.dataset.slots);
    else if (one.matches("select") && !text) one.selectedIndex = 0;
    else if (one.matches("[data-grid]")) one.value = asPainting(text);
    else writeText(one, name.endsWith(".map") ? text.split("/").map((row) => row.trim()).join(" /\n") : text);
  }
  return true;
}

// A row of spaces, such as a wall, is one text in the form and an entry for each space on the server: several fingers lay at once.

const spacesOf = ([text = ""] = []) => text.split(/\s+/).filter(Boolean);
const isRow = (form, name) => !/^\d/.test(name) && Boolean(form.elements.namedItem(name)?.matches?.("textarea:not([data-grid])"));

/** The field of the form that an entry is part of; mostly its own. */
export function fieldOf(form, name) {
  const whole = name.replace(/\.\d+$/, "");
  return form.elements.namedItem(name) || !isRow(form, whole) ? name : whole;
}

/** The entries that change where a field's texts do: [name, texts before, texts after]. */
export function splitChange(form, name, before, after) {
  if (!isRow(form, name)) return [[name, before, after]];
  const [was, is] = [spacesOf(before), spacesOf(after)];
  const places = Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at);
  const texts = (row, at) => (row[at] === undefined ? [] : [row[at]]);
  return places.filter((at) => was[at] !== is[at]).map((at) => [`${name}.${at}`, texts(was, at), texts(is, at)]);
}

/** A field's texts with those of an entry in it. */
export function joinEntry(form, name, texts, values) {
  const field = fieldOf(form, name);
  if (field === name) return values;
  const row = spacesOf(texts);
  const at = Number(name.slice(field.length + 1));
  while (row.length <= at) row.push(".");
  [row[at] = "."] = values;
  return [row.join(" ")];
}

/** An entry's texts among those of its field. */
export function entryIn(form, name, texts) {
  const field = fieldOf(form, name);
  return field === name ? texts : [spacesOf(texts)[name.slice(field.length + 1)]].filter(Boolean);
}

/** The control of a name, of several the chosen one; null if there is none. */
export function controlOf(form, name) {
  const control = form.elements.namedItem(name);
  return control instanceof RadioNodeList ? [...control].find(({ checked }) => checked) ?? control[0] : control;
}

/** What the field of a name is called. */
export function labelOf(form, name) {
  const control = controlOf(form, name);
  return control?.ariaLabel || control?.closest(".row, .tile, .option")?.querySelector(".why")?.textContent.trim() || "";
}

/** Whether a field decides which other fields there are. */
export function isStructural(form, name) {
  const named = `[name="${CSS.escape(name)}"]`;
  return name === "n" || Boolean(form.querySelector(`.options ${named}, .holders ${named}`));
}

/** What came in shows for a moment. */
export function wash(form, name) {
  const cell = controlOf(form, name)?.closest(".cell, .tile, .row");
  if (!cell || cell.closest(".board-part")) return;
  cell.classList.remove("fresh");
  requestAnimationFrame(() => cell.classList.add("fresh"));
  cell.addEventListener("animationend", () => cell.classList.remove("fresh"), { once: true });
}

/** Put a dot beside the fields of these names, and nowhere else. */
export function markUnsent(form, names) {
  for (const cell of form.querySelectorAll(".unsent")) cell.classList.remove("unsent");
  for (const name of names) controlOf(form, name)?.closest(".cell, .tile, .row")?.classList.add("unsent");
}
