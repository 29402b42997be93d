// What this device has of groups' scorebooks, in a database of its own: its other pages neither wait for it nor load it.
// Every change is one transaction, so that several tabs can share a counter.
import { newId } from "../common/database.js";
import { localSet } from "../common/storage.js";
import { layOver, settle } from "./merge.js";

const STORES = ["groups", "entries", "outbox"];
const ID_LENGTH = 12; // letters that both links of a group begin with

const wait = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const rowsOf = (group) => IDBKeyRange.bound(`${group} `, `${group}!`);

let opening;
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tally groups", 1);
    request.onupgradeneeded = () => { for (const name of STORES) request.result.createObjectStore(name, { keyPath: "id" }); };
    request.onerror = request.onblocked = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forgetIt = () => { opening = null; };
      Object.assign(database, { onclose: forgetIt, onversionchange() { database.close(); forgetIt(); } });
      resolve(database);
    };
  });
  opening.catch(() => { opening = null; });
  return opening;
}

/** Run `act(stores)` in one transaction; its result comes once all is on disk. */
async function transact(mode, act) {
  const transaction = (await open()).transaction(STORES, mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
  const [groups, entries, outbox] = STORES.map((name) => transaction.objectStore(name));
  const result = await act({ groups, entries, outbox });
  await done;
  return result;
}

/** The id of the group that a link leads to. */
export const groupOf = (link) => link.slice(0, ID_LENGTH);

/** All groups that this device knows, the last one used first. */
export async function listGroups() {
  const groups = await transact("readonly", ({ groups: all }) => wait(all.getAll()));
  return groups.sort((one, other) => other.used - one.used);
}

/** The record of a group, or undefined. */
export const getGroup = (group) => transact("readonly", ({ groups }) => wait(groups.get(group)));

/** Remember a group, or what has become known of it: a link that writes is not given up for one that only reads. */
export async function remember({ group, link, ...facts }) {
  const record = await transact("readwrite", async ({ groups }) => {
    const known = await wait(groups.get(group));
    const now = known ?? { id: group, device: newId(), n: 0, since: 0, used: 0, who: "", evening: null, count: 0 };
    if (known?.writes && !known.isGone && !facts.writes && known.link !== link) return known;
    const changed = { ...now, ...facts, link, isGone: false };
    groups.put(changed);
    return changed;
  });
  localSet("groups", "1");
  return record;
}

/** Change the record of a group. */
export const updateGroup = (group, changes) => transact("readwrite", async ({ groups }) => {
  const record = await wait(groups.get(group));
  if (record) groups.put({ ...record, ...changes });
});

/** Forget a group on this device. */
export async function forget(group) {
  const left = await transact("readwrite", ({ groups, entries, outbox }) => {
    groups.delete(group);
    for (const store of [entries, outbox]) store.delete(rowsOf(group));
    return wait(groups.count());
  });
  if (!left) localSet("groups", null);
}

/** A group's record, what every path holds, and the changes that wait. */
export const readBook = (group) => transact("readonly", async ({ groups, entries, outbox }) => {
  const [record, known, waiting] = await Promise.all([wait(groups.get(group)), wait(entries.getAll(rowsOf(group))), wait(outbox.getAll(rowsOf(group)))]);
  return { record, values: layOver(known, waiting), waiting };
});

/** What one path holds, or undefined. */
export const readEntry = (group, path) => transact("readonly", async ({ entries, outbox }) => {
  const [known, waiting] = await Promise.all([entries, outbox].map((store) => wait(store.get(`${group} ${path}`))));
  return (waiting ?? known)?.value;
});

/** The changes of a group that wait. */
export const readOutbox = (group) => transact("readonly", ({ outbox }) => wait(outbox.getAll(rowsOf(group))));

/** Write changes, [path, value] each; they wait until the server has them. */
export const write = (group, changes) => transact("readwrite", async ({ groups, outbox }) => {
  const record = await wait(groups.get(group));
  const typed = Date.now();
  for (const [path, value] of changes) {
    record.n += 1;
    outbox.put({ id: `${group} ${path}`, path, value, n: record.n, base: record.since, typed, device: record.device });
  }
  groups.put({ ...record, used: typed });
});

/** Write results that come from elsewhere: they count as typed when they were changed last, by a device of their own. */
export const bringIn = (group, results) => transact("readwrite", ({ outbox }) => {
  const device = newId();
  results.forEach((value, at) => outbox.put({ id: `${group} ${value.id}`, path: value.id, value, n: at + 1, base: 0, typed: value.changed, device }));
});

/** Take in an answer to `rows` that were sent and to what was asked after `since`. Returns whether anything has changed, and rows at fault. */
export const takeIn = (group, answer, rows, since) => transact("readwrite", async ({ groups, entries, outbox }) => {
  const record = await wait(groups.get(group));
  if (!record) return { isChanged: false, faulty: [] };
  const isSetBack = answer.seq < since; // an older copy of the server's database is back, which tells all that it has
  if (isSetBack) entries.delete(rowsOf(group));
  let isChanged = isSetBack;
  for (const [path, { value, seq }] of Object.entries(answer.entries)) {
    const id = `${group} ${path}`;
    const known = await wait(entries.get(id));
    if (known && known.seq >= seq) continue;
    entries.put({ id, path, value, seq });
    isChanged = true;
  }
  const { kept, faulty } = settle(rows, answer);
  for (const row of [...kept, ...faulty]) {
    const waiting = await wait(outbox.get(row.id));
    if (waiting?.n === row.n && waiting.device === row.device) outbox.delete(row.id);
    isChanged = true;
  }
  const { name, writes, expires } = answer;
  const isNext = isSetBack || (since <= record.since && answer.seq > record.since); // else another tab knows more
  groups.put({ ...record, name, writes, expires, since: isNext ? answer.seq : record.since });
  return { isChanged: isChanged || name !== record.name, faulty };
});
