// Databases of this device (IndexedDB) that cannot hang a page. Safari may suspend a page in the middle of a transaction, which then blocks those of
// all others: so a page ends its transactions when it is left, and refuses to wait for one that does not begin.

const MAX_WAIT = 2500; // milliseconds until a transaction must have begun
const MAX_WORK = 30_000; // milliseconds until one that has begun must have ended
const running = new Set();
globalThis.addEventListener?.("pagehide", () => { for (const transaction of running) end(transaction); });

function end(transaction) {
  running.delete(transaction);
  try {
    transaction.abort();
  } catch {
    // It is being committed, or has ended.
  }
}

/** Wait for the end of a transaction; return `result()`, or throw the reason why it failed. */
export function waitForEnd(transaction, result = () => {}) {
  return new Promise((resolve, reject) => {
    const refuse = () => {
      end(transaction);
      reject(new Error("The database does not answer"));
    };
    let timer = setTimeout(refuse, MAX_WAIT);
    const close = () => { clearTimeout(timer); running.delete(transaction); };
    running.add(transaction);
    transaction.objectStore(transaction.objectStoreNames[0]).count("").onsuccess = () => { // the first answer shows that it has begun
      clearTimeout(timer);
      timer = setTimeout(refuse, MAX_WORK);
    };
    transaction.oncomplete = () => { close(); resolve(result()); };
    transaction.onerror = transaction.onabort = () => { close(); reject(transaction.error); };
  });
}

/** Return a function that opens a database with these stores, once. */
export function makeOpener(name, version, stores) {
  let opening;
  const forget = () => { opening = null; };
  const open = () => new Promise((resolve, reject) => {
    const timer = setTimeout(reject, MAX_WAIT, new Error("The database does not answer"));
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const store of stores) if (!result.objectStoreNames.contains(store)) result.createObjectStore(store, { keyPath: "id" });
    };
    request.onerror = request.onblocked = () => { clearTimeout(timer); reject(request.error); };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      // Do not block a newer version in another tab, or the user clearing the storage.
      Object.assign(database, { onclose: forget, onversionchange() { database.close(); forget(); } });
      resolve(database);
    };
  });
  return () => {
    opening ??= open();
    opening.catch(forget);
    return opening;
  };
}
