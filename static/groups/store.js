// Groups' scorebooks on this device, in a database of their own, so that other pages need not load it.
// Every change is one transaction, so that several tabs can share a counter.
import { newId } from "../common/database.js";
import { localSet } from "../common/storage.js";
import { makeOpener, waitForEnd } from "../common/transactions.js";
import { layOver, settle } from "./merge.js";

const STORES = ["groups", "entries", "outbox"];
const ID_LENGTH = 12; // letters that both links of a group begin with

const wait = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const rowsOf = (group) => IDBKeyRange.bound(`${group} `, `${group}!`);

const open = makeOpener("tally groups", 1, STORES);

/** Run `act(stores)` in one transaction; return its result once all data is on disk. */
async function transact(mode, act) {
  const transaction = (await open()).transaction(STORES, mode);
  const done = waitForEnd(transaction);
  const [groups, entries, outbox] = STORES.map((name) => transaction.objectStore(name));
  const [result] = await Promise.all([act({ groups, entries, outbox }), done]);
  return result;
}

/** Return the group's id in a link. */
export const groupOf = (link) => link.slice(0, ID_LENGTH);

/** Return all groups on this device, the most recently used first. */
export async function listGroups() {
  const groups = await transact("readonly", ({ groups: all }) => wait(all.getAll()));
  return groups.sort((one, other) => other.used - one.used);
}

/** Return a group's record, or undefined. */
export const getGroup = (group) => transact("readonly", ({ groups }) => wait(groups.get(group)));

/** Store a group or new information about it; a read-only link does not replace a writable one. */
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

/** Change a group's record. */
export const updateGroup = (group, changes) => transact("readwrite", async ({ groups }) => {
  const record = await wait(groups.get(group));
  if (record) groups.put({ ...record, ...changes });
});

/** Delete a group from this device. */
export async function forget(group) {
  const left = await transact("readwrite", ({ groups, entries, outbox }) => {
    groups.delete(group);
    for (const store of [entries, outbox]) store.delete(rowsOf(group));
    return wait(groups.count());
  });
  if (!left) localSet("groups", null);
}

/** Return a group's record, the values of all paths, and pending changes. */
export const readBook = (group) => transact("readonly", async ({ groups, entries, outbox }) => {
  const [record, known, waiting] = await Promise.all([wait(groups.get(group)), wait(entries.getAll(rowsOf(group))), wait(outbox.getAll(rowsOf(group)))]);
  return { record, values: layOver(known, waiting), waiting };
});

/** Return the value of a path, or undefined. */
export const readEntry = (group, path) => transact("readonly", async ({ entries, outbox }) => {
  const [known, waiting] = await Promise.all([entries, outbox].map((store) => wait(store.get(`${group} ${path}`))));
  return (waiting ?? known)?.value;
});

/** Return a group's pending changes. */
export const readOutbox = (group) => transact("readonly", ({ outbox }) => wait(outbox.getAll(rowsOf(group))));

/** Store changes, [path, value] each, which are pending until the server confirms them. */
export const write = (group, changes) => transact("readwrite", async ({ groups, outbox }) => {
  const record = await wait(groups.get(group));
  const typed = Date.now();
  for (const [path, value] of changes) {
    record.n += 1;
    outbox.put({ id: `${group} ${path}`, path, value, n: record.n, base: record.since, typed, device: record.device });
  }
  groups.put({ ...record, used: typed });
});

/** Store imported results as pending changes of a separate device, dated by their last change. */
export const bringIn = (group, results) => transact("readwrite", ({ outbox }) => {
  const device = newId();
  results.forEach((value, at) => outbox.put({ id: `${group} ${value.id}`, path: value.id, value, n: at + 1, base: 0, typed: value.changed, device }));
});

/** Apply a response to the sent `rows`, with the changes after `since`. Returns whether anything changed, and the rejected rows. */
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
