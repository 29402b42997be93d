// Records that grow, such as rounds: once the last is filled, the next one appears. The server draws it, or the engine in this page.
import { request } from "../../common/api.js";
import { seatOf } from "../seats.js";

const form = document.getElementById("sheet");
const { page: address = form.action, notEntries = "" } = form.dataset;
// Name of a list -> the id of its last record (`after`), and the record after that: null while it is on its way, false if there is none.
const nextRecords = new Map();

const isFilled = (control) => control.value !== "" && (!["radio", "checkbox"].includes(control.type) || control.checked);
const controlsOf = (record) => [...record.querySelectorAll("input, select, textarea")];
const isBlank = (record) => !controlsOf(record).some(isFilled);
const recordsOf = (list, page = form) => [...page.querySelectorAll(`[data-records="${list}"]`)];

/** Return whether all numbers that must not stay blank are filled, or all choices if there are no such numbers. */
function isComplete(record) {
  const numbers = controlsOf(record).filter((control) => control.placeholder && !("free" in control.dataset));
  return (numbers.length ? numbers : [...record.querySelectorAll("select")]).every(isFilled);
}

/** Fetch the record after the last of a list as soon as that is begun, so that it is there when the last cell is filled. */
async function fetchNext(list, after) {
  const next = { after, record: null };
  nextRecords.set(list, next);
  const others = notEntries.split(" ");
  const query = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value !== "" && !others.includes(name)));
  query.set("to", "sheet");
  try {
    const answer = await request(`${address}?${query}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const record = recordsOf(list, page).at(-1);
    next.record = record.id !== after && record;
    growRecords();
  } catch {
    if (nextRecords.get(list) === next) nextRecords.delete(list); // the next entry tries again
  }
}

function append(list, last, next) {
  last.after(document.importNode(next, true));
  for (const label of last.nextElementSibling.querySelectorAll(".why > summary")) label.tabIndex = -1;
  for (const count of form.querySelectorAll(`#carried [name="${list}.shown"], #carried [name$=".${list}.shown"]`)) count.value = recordsOf(list).length;
  const column = form.querySelector(".names .here");
  if (column) form.dispatchEvent(new CustomEvent("highlight", { detail: seatOf(column) }));
  form.dispatchEvent(new CustomEvent("grown"));
}

/** Mark the blank records at the end, whose blanks do not count, and add one after a last record that is filled. */
export function growRecords() {
  for (const list of new Set([...form.querySelectorAll("[data-records]")].map((record) => record.dataset.records))) {
    const records = recordsOf(list).reverse();
    const begun = records.findIndex((record) => !isBlank(record));
    records.forEach((record, at) => record.toggleAttribute("data-free", begun < 0 || at < begun));
    if (begun !== 0) continue;
    const { after, record } = nextRecords.get(list) ?? {};
    if (after !== records[0].id) fetchNext(list, records[0].id);
    else if (record && isComplete(records[0])) append(list, records[0], record);
  }
}

for (const event of ["input", "change", "stepped"]) form.addEventListener(event, growRecords);
