// The drafts of sheets on this device, and what waits for a shared sheet, in a database (IndexedDB) that older versions wrote, too.
// If the browser refuses it or storage is full, these functions fail, and their callers continue without them.
import { changes } from "./history.js";
import { localGet, localNames, localSet, sessionGet, sessionSet } from "./storage.js";
import { makeOpener, waitForEnd } from "./transactions.js";

const STORES = ["sheets", "results", "shared"]; // the results of older versions, which `upgrade` takes over
const MAX_FINISHED = 50; // finished sheets that can still be continued
const open = makeOpener("tally", 2, STORES);

async function run(store, mode, act) {
  const transaction = (await open()).transaction(store, mode);
  const end = waitForEnd(transaction, () => request?.result);
  const request = act(transaction.objectStore(store));
  return end;
}

/** Run a transaction that only writes: it is committed at once, so that leaving the page does not end it. */
const write = (store, act) => run(store, "readwrite", (all) => {
  act(all);
  all.transaction.commit();
});

/** Save a value under its id. */
export const put = (store, value) => write(store, (all) => all.put(value));
/** Return the value of an id, or undefined. */
export const get = (store, id) => run(store, "readonly", (all) => all.get(id));
/** Return all values. */
export const list = (store) => run(store, "readonly", (all) => all.getAll());
/** Delete the value of an id. */
export const remove = (store, id) => write(store, (all) => all.delete(id));
/** Replace the value of an id by `change(value)`, in one transaction; `value` may be undefined, and null as the result changes nothing. */
export const update = (store, id, change) => run(store, "readwrite", (all) => {
  const reading = all.get(id);
  reading.onsuccess = () => {
    try {
      const value = change(reading.result);
      if (value) all.put(value);
    } catch {
      all.transaction.abort();
    }
  };
});

/** The name of what a page has not saved of a draft yet: each has its own, as other tabs save other drafts. */
const pendingName = (id) => `unwritten ${id}`;
/** Remember a draft until it is saved, as the page may be left at any moment. */
export const setPending = (sheet) => localSet(pendingName(sheet.id), JSON.stringify(sheet));
/** Return what was not saved of a draft, if anything. */
export const getPending = (id) => JSON.parse(localGet(pendingName(id)));
/** Forget what was not saved of a draft. */
export const clearPending = (id) => localSet(pendingName(id), null);

/** Save the drafts that pages could not save before they were left. */
export async function savePending() {
  for (const name of localNames(pendingName(""))) {
    const text = localGet(name);
    const sheet = JSON.parse(text);
    await update("sheets", sheet.id, (record) => {
      if (record?.time > sheet.time || record?.at === sheet.at) return null;
      return { ...record, ...sheet, past: record?.at ? [...record.past, changes(record.at, sheet.at)] : sheet.past ?? [], future: [] };
    });
    if (localGet(name) === text) localSet(name, null); // else a tab is just saving more
  }
}

/** Mark a draft as finished. The oldest finished drafts are deleted, unless the scorebook has their results, which have the ids `kept`. */
export async function finish(id, kept) {
  await update("sheets", id, (sheet) => (sheet ? { ...sheet, finished: true, scored: sheet.query } : null));
  const sheets = await list("sheets");
  rememberGames(sheets);
  const oldSheets = sheets.filter((sheet) => sheet.finished && !kept.includes(sheet.id));
  for (const sheet of oldSheets.sort((one, other) => other.time - one.time).slice(MAX_FINISHED)) await remove("sheets", sheet.id);
}

/** Remember which games have unfinished drafts among `sheets`, so that pages reserve space for the list. */
export const rememberGames = (sheets) => localSet("kept", [...new Set(sheets.filter((one) => !one.finished).map((one) => one.slug))].join(" "));

/** Return the id of this tab's draft of a game if this page shows it (it was opened from the draft, or with its entries), else null. */
export function idOf(slug, opened = entriesOf(location.search)) {
  const same = sessionGet("same") === slug;
  sessionSet("same", null);
  const [id, entries] = JSON.parse(sessionGet(`kept ${slug}`)) ?? [];
  return id && (same || opened === entries) ? id : null;
}

/** Return the entries of a sheet's address, sorted and without blanks, so that equal sheets have equal entries. */
export function entriesOf(query) {
  const entries = new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => name !== "to" && value !== ""));
  entries.sort();
  return String(entries);
}
