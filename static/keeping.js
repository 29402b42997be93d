// What is kept on this device, in IndexedDB: the sheets that are being filled, and the results of the scorebook.
// A browser may refuse, or be full: then these fail, and whoever calls them goes on without.

const STORES = ["sheets", "results"];
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
      database.onversionchange = () => database.close();
      database.onclose = () => { opening = null; };
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

/** A new id. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The entries of a sheet's address, in one order and without blanks, so that two addresses of one sheet are alike. */
export function entriesOf(query) {
  const entries = new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => name !== "to" && value !== ""));
  entries.sort();
  return String(entries);
}
