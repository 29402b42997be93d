// Inserts a column from a link into the draft on this device, as one step that can be undone.
import { track } from "../common/documents.js";
import { chip, make, makeButton, seatColours } from "../common/dom.js";
import { changes, entriesOf } from "../common/draft.js";
import { localSet } from "../common/storage.js";
import { get, list, savePending, update } from "../sheet/kept_drafts.js";

const place = document.getElementById("take-in");
const [note, seats] = [place.querySelector("p"), place.querySelector("div")];
const column = JSON.parse(place.dataset.column);
const words = JSON.parse(place.dataset.words);
const entriesIn = (sheet) => new URLSearchParams(sheet.at);

const isName = (name) => /^\d+\.name$/.test(name);
const isCount = (name) => name.endsWith(".shown");

/** Return the sheet's entries with the column's inserted. An existing name is kept, and so are the rounds of both. */
function merge(sheet, seat) {
  const entries = entriesIn(sheet);
  for (const [name, value] of column.seats[seat]) {
    const list = name.replace(/\.shown$/, "");
    if (isCount(name)) entries.set(entries.has(list) ? list : name, Math.max(value, entries.get(list) ?? entries.get(name) ?? 0));
    else if (!isName(name) || !entries.get(name)) entries.set(name, value);
  }
  return entriesOf(entries);
}

/** Return the labels of entries with another value, which would be replaced. */
function findReplaced(sheet, seat) {
  const entries = entriesIn(sheet);
  return column.labels.filter((_, at) => {
    const [name, value] = column.seats[seat][at];
    return !isName(name) && !isCount(name) && entries.get(name) && entries.get(name) !== value;
  });
}

async function putIn(sheet, seat) {
  let query = "";
  await update(sheet.id, (record) => {
    query = merge(record, seat);
    return { ...record, at: query, query, past: [...(record.past ?? []), changes(record.at, query)], future: [], time: Date.now(), finished: false };
  });
  localSet("changed", `${sheet.id} ${Date.now()}`);
  location.assign(`${place.dataset.sheetPage}?${query}&to=sheet#sheet-${sheet.id}`);
}

function ask(sheet, seat, replaced) {
  note.textContent = words.replaces.replace("{list}", () => replaced.join(words.list));
  const yes = makeButton(words.yes, () => putIn(sheet, seat), { className: "main" });
  seats.replaceChildren(yes, makeButton(words.no, () => offer(sheet)));
  yes.focus();
}

function offer(sheet) {
  note.textContent = "";
  document.body.classList.add(...seatColours(sheet.colours).split(" "));
  seats.replaceChildren(...sheet.names.map((name, seat) => {
    const choose = () => {
      const replaced = findReplaced(sheet, seat);
      if (replaced.length) ask(sheet, seat, replaced);
      else putIn(sheet, seat);
    };
    const into = make("span", {}, words.into.replace("{name}", () => name));
    return make("button", { type: "button", className: `band seat-${seat}`, onclick: choose }, chip(seat), " ", make("b", {}, make("bdi", {}, name)), " ", into);
  }));
  const own = sheet.names.indexOf(column.name);
  if (own > 0) seats.prepend(seats.children[own]);
}

async function start() {
  await savePending().catch(() => {});
  const sheets = (await list().catch(() => [])).filter(({ slug, finished, names }) => slug === column.slug && !finished && names);
  const [latest] = sheets.sort((one, other) => other.time - one.time);
  if (latest) offer(await get(latest.id));
  else note.textContent = words.none;
}
track(start());
