// The database of this device (IndexedDB): documents, their values as the server is known to have them, and changes that wait for it.
// A transaction in which nothing happens for MAX_SILENCE is given up, and a page that is left ends its own: Safari may suspend a page in the
// middle of a transaction, and those of all other pages then wait for ever.

const NAME = "tally documents";
const MAX_SILENCE = 3000; // milliseconds
const REST = 30_000; // milliseconds after a transaction hung, until another is tried
const STORES = { documents: "id", values: ["document", "name"], outbox: ["document", "name"] };

/** What a page gets where the browser does not let it store anything. */
export class StorageError extends Error {}

const running = new Set();
globalThis.addEventListener?.("pagehide", () => { for (const transaction of running) abort(transaction); });

function abort(transaction) {
  running.delete(transaction);
  try {
    transaction.abort();
  } catch {
    // It is being committed, or has ended.
  }
}

const wait = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The rows of one store within a transaction; `note` is called whenever the database answers. */
class Rows {
  constructor(store, range, note) {
    this.store = store;
    this.range = range;
    this.wait = (request) => wait(request).finally(note);
  }

  get = (key) => this.wait(this.store.get(key));
  put = (row) => this.wait(this.store.put(row));
  delete = (key) => this.wait(this.store.delete(key));
  /** Return the rows of one document, or all. */
  all = (id) => this.wait(this.store.getAll(id === undefined ? undefined : this.range.bound([id], [id, []])));
}

/** Open the database; `indexedDB` and `keyRange` are the browser's unless a test passes others. */
export function openDatabase({ clock, indexedDB = globalThis.indexedDB, keyRange = globalThis.IDBKeyRange }) {
  let opening;
  let hangsUntil = 0;
  const forget = () => { opening = null; };

  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
    };
    request.onerror = request.onblocked = () => reject(new StorageError(String(request.error ?? "blocked")));
    request.onsuccess = () => {
      const database = request.result;
      // A newer version in another tab, or the reader clearing the storage, must not wait for this tab.
      Object.assign(database, { onclose: forget, onversionchange() { database.close(); forget(); } });
      resolve(database);
    };
  });

  /** Return a promise that fails once nothing has happened for too long, with the functions that note an answer and end the watch. */
  function watch() {
    let last = clock.now();
    let cancel;
    const failure = new Promise((_, reject) => {
      const look = () => {
        const left = last + MAX_SILENCE - clock.now();
        if (left > 0) cancel = clock.after(left, look);
        else reject(new StorageError("no answer"));
      };
      cancel = clock.after(MAX_SILENCE, look);
    });
    return { failure, note: () => { last = clock.now(); }, end: () => cancel() };
  }

  async function work(mode, act, note, begin) {
    opening ??= open();
    opening.catch(forget);
    // What is on disk when a change is sent must still be there after a power cut.
    const options = { durability: mode === "readonly" ? "default" : "strict" };
    const transaction = (await opening).transaction(Object.keys(STORES), mode, options);
    begin(transaction);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(new StorageError(String(transaction.error ?? "aborted")));
    });
    done.catch(() => {});
    const stores = Object.keys(STORES).map((name) => [name, new Rows(transaction.objectStore(name), keyRange, note)]);
    const result = await act(Object.fromEntries(stores));
    try {
      transaction.commit(); // so that leaving the page does not end it
    } catch {
      // It ends by itself.
    }
    await done;
    return result;
  }

  /** Run `act(rows by store)` in one transaction, and return its result once all is on disk. Throws StorageError. */
  async function transact(mode, act) {
    if (clock.now() < hangsUntil) throw new StorageError("no answer");
    const { failure, note, end } = watch();
    let transaction;
    const begin = (one) => running.add(transaction = one);
    failure.catch(() => {
      forget(); // a connection that hangs once hangs for ever
      hangsUntil = clock.now() + REST;
      if (transaction) abort(transaction);
    });
    try {
      return await Promise.race([work(mode, act, note, begin), failure]);
    } catch (reason) {
      if (transaction) abort(transaction);
      throw reason instanceof StorageError ? reason : new StorageError(String(reason), { cause: reason });
    } finally {
      running.delete(transaction);
      end();
    }
  }

  return { transact };
}
