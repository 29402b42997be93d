// What is kept on this device, in IndexedDB: the sheets that are being filled, and the results of the scorebook.
// A browser may refuse, or be full: then these fail, and whoever calls them goes on without.
import { localGet, localSet, sessionGet, sessionSet } from "./storage.js";

const STORES = ["sheets", "results"];
const FINISHED = 50; // finished sheets that can still be gone on with
let opening;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tally", 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onerror = request.onblocked = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // A later version of the application, in another tab, or the reader, who clears the storage, is not held up.
      database.onclose = () => { opening = null; };
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      resolve(database);
    };
  });
  opening.catch(() => { opening = null; });
  return opening;
}

async function run(store, mode, act) {
  const transaction = (await open()).transaction(store, mode);
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Keep a value under its id, in place of one that had it. */
export const put = (store, value) => run(store, "readwrite", (all) => all.put(value));
/** Keep many values, or none of them. */
export const putAll = (store, values) => run(store, "readwrite", (all) => { for (const value of values) all.put(value); });
/** The value that has an id; undefined where there is none. */
export const get = (store, id) => run(store, "readonly", (all) => all.get(id));
/** All values. */
export const list = (store) => run(store, "readonly", (all) => all.getAll());
/** Forget the value that has an id. */
export const forget = (store, id) => run(store, "readwrite", (all) => all.delete(id));
/** Put what `change` makes of the value that has an id, or undefined, in its place, before another tab can; null leaves all as it is. */
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

/** Keep what a page that was left in the middle of an entry had no time to keep. */
export async function settle() {
  const text = localGet("unwritten");
  if (!text) return;
  const { changes } = await import("./history.js");
  const sheet = JSON.parse(text);
  await update("sheets", sheet.id, (record) => {
    if (record?.time >= sheet.time) return null;
    return { ...record, ...sheet, past: record?.at ? [...record.past, changes(record.at, sheet.at)] : [], future: [] };
  });
  localSet("unwritten", "");
}

/** Mark the sheet that has this id as finished: there is nothing to continue. The oldest finished ones go, unless the scorebook has them. */
export async function finish(id) {
  await update("sheets", id, (sheet) => (sheet ? { ...sheet, finished: true } : null));
  const bookIds = new Set((await list("results")).map((result) => result.id));
  const sheets = await list("sheets");
  showThereAre(sheets);
  const oldSheets = sheets.filter((sheet) => sheet.finished && !bookIds.has(sheet.id));
  for (const sheet of oldSheets.sort((one, other) => other.time - one.time).slice(FINISHED)) await forget("sheets", sheet.id);
}

/** Remember of which games there are unfinished sheets among these: pages leave room for them before they are listed. */
export const showThereAre = (sheets) => localSet("kept", [...new Set(sheets.filter((one) => !one.finished).map((one) => one.slug))].join(" "));

/** The id of this tab's sheet of a game where this page shows it: that sheet led here, or stood at this address. Else null. */
export function idOf(slug) {
  const same = sessionGet("same") === slug;
  sessionSet("same", null);
  const [id, entries] = JSON.parse(sessionGet(`kept ${slug}`)) ?? [];
  return id && (same || entriesOf(location.search) === entries) ? id : null;
}

/** A new id. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The entries of a sheet's address, in one order and without blanks, so that two addresses of one sheet are alike. */
export function entriesOf(query) {
  const entries = new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => name !== "to" && value !== ""));
  entries.sort();
  return String(entries);
}
