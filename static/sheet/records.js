// Records that grow, such as rounds: once the last is filled, the next one appears. And tiles with an owner, who decides which fields belong to
// them. The server draws both, or the engine in this page.
import { request } from "../common/api.js";
import { loadPage, swap } from "../common/dom.js";
import { seatOf } from "./players.js";

// Name of a list -> the id of its last record (`after`), and the record after that: null while it is on its way, false if there is none.
const nextRecords = new Map();

const isFilled = (control) => control.value !== "" && (!["radio", "checkbox"].includes(control.type) || control.checked);
const controlsOf = (record) => [...record.querySelectorAll("input, select, textarea")];
const isBlank = (record) => !controlsOf(record).some(isFilled);
const recordsOf = (list, page) => [...page.querySelectorAll(`[data-records="${list}"]`)];

/** Return whether all numbers that must not stay blank are filled, or all choices if there are no such numbers. */
function isComplete(record) {
  const numbers = controlsOf(record).filter((control) => control.placeholder && !("free" in control.dataset));
  return (numbers.length ? numbers : [...record.querySelectorAll("select")]).every(isFilled);
}

/** Fetch the record after the last of a list as soon as that is begun, so that it is there when the last cell is filled. */
async function fetchNext(form, model, list, after) {
  const next = { after, record: null };
  nextRecords.set(list, next);
  const { page: address = form.action } = form.dataset;
  const query = model.query();
  query.set("to", "sheet");
  try {
    const page = await loadPage(`${address}?${query}`, request);
    const record = recordsOf(list, page).at(-1);
    next.record = record.id !== after && record;
    growRecords(form, model);
  } catch {
    if (nextRecords.get(list) === next) nextRecords.delete(list); // the next entry tries again
  }
}

function append(form, list, last, next) {
  last.after(document.importNode(next, true));
  for (const label of last.nextElementSibling.querySelectorAll(".why > summary")) label.tabIndex = -1;
  for (const count of form.querySelectorAll(`#carried [name="${list}.shown"], #carried [name$=".${list}.shown"]`)) count.value = recordsOf(list, form).length;
  const column = form.querySelector(".names .here");
  if (column) form.dispatchEvent(new CustomEvent("highlight", { detail: seatOf(column) }));
  form.dispatchEvent(new CustomEvent("grown"));
}

/** Mark the blank records at the end, whose blanks do not count, and add one after a last record that is filled. */
export function growRecords(form, model) {
  for (const list of new Set([...form.querySelectorAll("[data-records]")].map((record) => record.dataset.records))) {
    const records = recordsOf(list, form).reverse();
    const begun = records.findIndex((record) => !isBlank(record));
    records.forEach((record, at) => record.toggleAttribute("data-free", begun < 0 || at < begun));
    if (begun !== 0) continue;
    const { after, record } = nextRecords.get(list) ?? {};
    if (after !== records[0].id) fetchNext(form, model, list, records[0].id);
    else if (record && isComplete(records[0])) append(form, list, records[0], record);
  }
}

/** Set up the growing records of `form`. */
export function setUpRecords(form, model) {
  for (const event of ["input", "change", "stepped"]) form.addEventListener(event, () => growRecords(form, model));
}

/** Reload the rows of a tile whose owner was chosen in `target`, on the sheet at `address`, and open the next tile without an owner. */
export async function assignTile(target, address, model) {
  const tile = target.closest(".tile");
  const category = tile.closest(".category");
  const next = target.value && tile.closest(".tray") && tile.nextElementSibling?.querySelector("summary").id;
  await swap(address, `#carried, #${category.id}`, { ask: request, keepsOpen: false });
  model.refresh();
  const control = document.getElementById(`t-${target.name}`);
  if (next) document.getElementById(next).parentElement.open = true;
  const count = control.closest(".tile").querySelector("input.in");
  (count ?? control).focus();
}
