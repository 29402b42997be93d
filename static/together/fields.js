// The form's fields as the server has them: a row of spaces is a field of the form and many entries of the server.
import { controlOf } from "../sheet/controller.js";
import { isSame } from "../sheet/model.js";

// A row of spaces, such as a wall, is one text in the form but an entry for each space on the server, so that several people can lay pieces.

const EMPTY = "."; // a space without a piece
const spacesOf = ([text = ""] = []) => text.split(/\s+/).filter(Boolean);
/** Return whether a field of the form is a row of spaces. */
export const isRow = (form, name) => !/^\d/.test(name) && Boolean(form.elements.namedItem(name)?.matches?.("textarea:not([data-grid])"));

/** Return the name of the field that contains an entry, usually the entry's own. */
export function fieldOf(form, name) {
  const whole = name.replace(/\.\d+$/, "");
  return form.elements.namedItem(name) || !isRow(form, whole) ? name : whole;
}

const textsAt = (row, at) => [row[at]].filter((text) => text && text !== EMPTY);

/** Split a field's change into those of its entries: [name, texts before, texts after]. */
export function splitChange(form, name, before, after) {
  if (!isRow(form, name)) return [[name, before, after]];
  const [was, is] = [spacesOf(before), spacesOf(after)];
  const places = Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at);
  const changes = places.map((at) => [`${name}.${at}`, textsAt(was, at), textsAt(is, at)]);
  return changes.filter(([, one, other]) => !isSame(one, other));
}

/** Return a field's texts with an entry's texts inserted. */
export function joinEntry(form, name, texts, values) {
  const field = fieldOf(form, name);
  if (field === name) return values;
  const row = spacesOf(texts);
  const at = Number(name.slice(field.length + 1));
  while (row.length <= at) row.push(EMPTY);
  [row[at] = EMPTY] = values;
  while (row.at(-1) === EMPTY) row.pop();
  return row.length ? [row.join(" ")] : [];
}

/** Return an entry's texts within those of its field. */
export function entryIn(form, name, texts) {
  const field = fieldOf(form, name);
  return field === name ? texts : textsAt(spacesOf(texts), name.slice(field.length + 1));
}

/** Highlight a received value briefly. */
export function flash(form, name) {
  const cell = controlOf(form, name)?.closest(".cell, .tile, .row");
  if (!cell || cell.closest(".board-part")) return;
  cell.classList.remove("fresh");
  requestAnimationFrame(() => cell.classList.add("fresh"));
  cell.addEventListener("animationend", () => cell.classList.remove("fresh"), { once: true });
}

/** Mark exactly these fields as not sent yet. */
export function markUnsent(form, names) {
  for (const cell of form.querySelectorAll(".unsent")) cell.classList.remove("unsent");
  for (const name of names) controlOf(form, name)?.closest(".cell, .tile, .row")?.classList.add("unsent");
}
