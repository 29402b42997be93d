// The documents of this device: scorebooks, and whatever else several phones may keep the same. A change is stored before it is sent; where
// the browser does not store it, it waits in memory, and `enter` says so.
import * as ownClock from "./clock.js";
import { openDatabase, StorageError } from "./database.js";
import { change, enterLate, newDocument, nextRequest, readRows, receive } from "./replica.js";

/** The document of this device's own results. */
export const SCOREBOOK = "scorebook";

const pending = new Set();

/** Count a promise as work until it settles; returns it. */
export function track(promise) {
  pending.add(promise);
  const end = () => pending.delete(promise);
  promise.then(end, end);
  return promise;
}

/** Return a promise that settles when nothing is being written or sent, also not what began meanwhile. */
export async function idle() {
  while (pending.size) await Promise.allSettled(pending);
}

/** Return a text chosen by chance, which nobody can guess. */
export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/**
 * Open the documents of this device for one page. `phone` is this device's secret; the page numbers its changes under a name of its own, which
 * is never stored apart from them, so that no reload, copy or second tab numbers two changes alike. `tabs` has `tell(news)` and `listen(act)`.
 */
export function openDocuments({ phone, page = newId(), clock = ownClock, tabs, ...browser }) {
  const database = openDatabase({ clock, ...browser });
  const device = `${phone}.${page}`;
  const counters = new Map();
  const entering = new Set(); // changes that are just being stored
  const unsaved = new Map(); // changes that could not be stored: "<id> <name>" -> row
  const heard = new Map(); // what the server told meanwhile: name -> row, by document
  const known = new Map(); // the records as they were read last, for a page whose storage no longer answers
  const listeners = new Set();
  const numbering = (id) => ({
    device,
    now: clock.now(),
    count: () => counters.set(id, (counters.get(id) ?? 0) + 1).get(id),
  });
  const read = (act) => track(database.transact("readonly", act));
  const write = (act) => track(database.transact("readwrite", act));
  const waitingFor = (id) => [...unsaved.values()].filter((row) => row.document === id);

  tabs?.listen(([id, names]) => tellHere(id, names));
  function tellHere(id, names) {
    for (const [one, act] of listeners) if (one === id) act(names);
  }
  /** Tell the other tabs which values of a document may be others now. */
  const tellTabs = (id, names) => { if (names.length) tabs?.tell([id, names]); };

  /** Write changes, [name, value] each, as soon as a promise is `ready`; return whether they are on disk. They are sent in any case. */
  function enter(id, entries, ready) {
    const by = numbering(id);
    const rows = entries.map(([name, value, typed = by.now]) => ({ document: id, name, value, typed }));
    return store(rows, async () => {
      await ready;
      await write((stores) => change(stores, id, entries, by));
      for (const [name] of entries) unsaved.delete(`${id} ${name}`);
      tellTabs(id, entries.map(([name]) => name));
    });
  }

  /** Write what an earlier page could not store before it was left. */
  const enterLeft = (rows) => store(rows, () => write((stores) => enterLate(stores, rows, numbering)));

  /** Store rows by `act()`; return whether that has been possible. Until then they are known to be on no disk. */
  async function store(rows, act) {
    for (const row of rows) entering.add(row);
    try {
      await act();
      return true;
    } catch (reason) {
      if (!(reason instanceof StorageError)) throw reason;
      for (const row of rows) {
        unsaved.set(`${row.document} ${row.name}`, { ...row, n: numbering(row.document).count(), device, base: 0, line: -1 });
      }
      return false;
    } finally {
      for (const row of rows) entering.delete(row);
    }
  }

  /** Return what to send next with the document's record, and whether nothing more waits; null if there is no such document. */
  async function prepare(id, most) {
    const unstored = waitingFor(id);
    const { record, stored } = await read(async ({ documents, outbox }) => (
      { record: await documents.get(id), stored: await outbox.all(id) }
    )).catch(() => ({ record: known.get(id) ?? newDocument(id, ""), stored: [] }));
    if (!record) return null;
    known.set(id, record);
    const waiting = [...stored.filter(({ name }) => !unsaved.has(`${id} ${name}`)), ...unstored];
    const request = nextRequest(record, waiting, { device, now: clock.now(), most });
    return { request, isLast: request.changes.length === waiting.length, record };
  }

  /** Take an answer to a request, or an event (`asked` is null); return the names that may show something else. */
  async function take(id, answer, asked) {
    for (const row of asked && !answer.more ? waitingFor(id) : []) {
      const isSent = row.device === asked.device && asked.changes.some(({ n }) => n === row.n);
      const isSettled = row.n <= answer.kept || answer.faults.some(({ n }) => n === row.n);
      if (isSent && isSettled) unsaved.delete(`${id} ${row.name}`);
    }
    try {
      const taken = await write((rows) => receive(rows, id, answer, asked, numbering(id)));
      tellTabs(id, taken.names);
      return taken;
    } catch (reason) {
      if (!(reason instanceof StorageError)) throw reason;
      return takeUnstored(id, answer);
    }
  }

  /** Take an answer that cannot be stored; as `since` stays where it was, the server tells it again. */
  function takeUnstored(id, answer) {
    const told = Object.entries(answer.values).map(([name, row]) => [name, { name, ...row }]);
    heard.set(id, new Map([...heard.get(id) ?? [], ...told]));
    return { names: told.map(([name]) => name) };
  }

  /** Return what the server is known to have (`known`) and what waits for it (`waiting`), rows by name; all, or those of some names. */
  async function look(id, names) {
    const rows = await read((stores) => readRows(stores, id, names)).catch((reason) => {
      if (!heard.has(id) && !waitingFor(id).length) throw reason;
      return { known: new Map(heard.get(id)), waiting: new Map() };
    });
    for (const row of waitingFor(id)) if (!names || names.includes(row.name)) rows.waiting.set(row.name, row);
    return rows;
  }

  /** Take out of the outbox what the server refuses as a whole; return how many changes it was. */
  async function refuse(id, changes, sender) {
    const gone = await write(async ({ outbox }) => {
      const rows = [];
      for (const { name, n } of changes) {
        const row = await outbox.get([id, name]);
        if (row?.n === n && row.device === sender) rows.push(row);
      }
      for (const row of rows) await outbox.delete([id, row.name]);
      return rows.length;
    }).catch(() => 0);
    const unstored = waitingFor(id).filter(({ name, n }) => changes.some((one) => one.name === name && one.n === n));
    for (const { name } of unstored) unsaved.delete(`${id} ${name}`);
    return gone + unstored.length;
  }

  /** Number the changes of a device anew, under a page of their own, as the server never heard of many before them; return how many. */
  async function renumber(id, sender) {
    const other = `${phone}.${newId()}`;
    let n = 0;
    const isSent = (row) => row.document === id && row.device === sender;
    const anew = (row) => ({ ...row, device: other, n: n += 1 });
    await write(async ({ outbox }) => {
      const rows = (await outbox.all(id)).filter(isSent).sort((one, two) => one.n - two.n);
      for (const row of rows) await outbox.put(anew(row));
    }).catch(() => {});
    for (const [key, row] of unsaved) if (isSent(row)) unsaved.set(key, anew(row));
    return n;
  }

  return {
    device, clock, track, enter, enterLeft, prepare, take, refuse, renumber,
    /** Return the changes that are not on disk yet: should the page be left now, the next one enters them. */
    listUnstored: () => [...unsaved.values(), ...entering].map((row) => ({ ...row, device })),
    /** Return a document's record, or undefined. */
    get: (id) => read(({ documents }) => documents.get(id)),
    /** Return the records of all documents of a kind. */
    list: async (kind) => (await read(({ documents }) => documents.all())).filter((record) => record.kind === kind),
    /** Store a document, or facts about one, without touching what is known of the server; `change(record)` may give the facts. */
    remember: (id, kind, change) => write(async ({ documents }) => {
      const record = await documents.get(id) ?? newDocument(id, kind);
      const facts = typeof change === "function" ? change(record) : change;
      await documents.put({ ...record, ...facts });
      return { ...record, ...facts };
    }),
    /** Delete a document from this device. */
    forget: (id) => write(async ({ documents, values, outbox }) => {
      await documents.delete(id);
      for (const rows of [values, outbox]) for (const { name } of await rows.all(id)) await rows.delete([id, name]);
      for (const [key, row] of unsaved) if (row.document === id) unsaved.delete(key);
    }),
    look,
    /** Return the values that this device shows, by name, null where one was cleared: its own changes over what the server has; or those of some names. */
    async values(id, names) {
      const { known, waiting } = await look(id, names);
      return new Map([...known, ...waiting].map(([name, { value }]) => [name, value]));
    },
    /** Return how many changes wait for the server. */
    async countWaiting(id) {
      const stored = await read(({ outbox }) => outbox.all(id)).catch(() => []);
      return stored.filter(({ name }) => !unsaved.has(`${id} ${name}`)).length + waitingFor(id).length;
    },
    /** Call `act(names)` when another tab, or this page by `tell`, has changed values of a document. */
    listen(id, act) { listeners.add([id, act]); },
    /** Tell this page and other tabs that values of a document are others now. */
    tell(id, names) {
      tellHere(id, names);
      tellTabs(id, names);
    },
    /** Run `act(rows by store)` in one transaction of one's own; with `inspect`, one that only reads. */
    transact: write,
    inspect: read,
    /** Return the next number of a change of a document by this page. */
    count: (id) => numbering(id).count(),
  };
}
