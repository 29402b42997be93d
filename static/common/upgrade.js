// Takes over what older versions kept in the databases "tally" (drafts, the results of this device, and its part of shared sheets) and "tally
// groups". They are read, never changed: a tab that is open since before goes on writing there, so they are read again at each start, and whatever is new
// there comes along.
import { SCOREBOOK } from "./documents.js";
import { readDraft, writeDraft } from "./draft.js";
import { isSame, newValue } from "./replica.js";
import { localGet } from "./storage.js";

const BATCH = 200; // rows in one transaction, so that a page that is left half-way has less to do again
const JOINED_KEY = "joined names"; // name -> the name that it counted as

/** Return all rows of some stores of a database by their names, as far as there are any. Opening it must not make it. */
async function readOld(indexedDB, name, stores) {
  const all = await indexedDB.databases?.().catch(() => null);
  if (all?.every((one) => one.name !== name)) return {}; // a browser that cannot list its databases may have it
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => (request.error?.name === "AbortError" ? resolve({}) : reject(request.error));
    request.onsuccess = () => {
      const database = request.result;
      const close = (end, value) => { database.close(); end(value); };
      const names = stores.filter((store) => database.objectStoreNames.contains(store));
      if (!names.length) return close(resolve, {});
      const transaction = database.transaction(names, "readonly");
      const readings = names.map((store) => [store, transaction.objectStore(store).getAll()]);
      transaction.oncomplete = () => close(resolve, Object.fromEntries(readings.map(([store, { result }]) => [store, result])));
      transaction.onerror = transaction.onabort = () => close(reject, transaction.error);
      return null;
    };
  });
}

/** Take over what is new in the databases of before. */
export async function upgrade(documents, indexedDB = globalThis.indexedDB) {
  const [{ sheets = [], results = [], shared = [] }, { groups = [], entries = [], outbox = [] }] = await Promise.all([
    readOld(indexedDB, "tally", ["sheets", "results", "shared"]), readOld(indexedDB, "tally groups", ["groups", "entries", "outbox"]),
  ]);
  await takeDrafts(documents, sheets);
  await takeOwn(documents, results, JSON.parse(localGet(JOINED_KEY) ?? "{}"));
  for (const group of groups) await takeGroup(documents, group, entries, outbox);
  for (const secret of new Set(shared.map((record) => record.shared))) await takeShared(documents, secret, shared.filter((one) => one.shared === secret));
}

function* batches(list) {
  for (let at = 0; at < list.length; at += BATCH) yield list.slice(at, at + BATCH);
}

/** Store drafts; one that was changed here as well since it was taken over is stored beside it. One that was deleted here does not come back. */
async function takeDrafts(documents, sheets) {
  if (!sheets.length) return;
  const { drafts: taken = {} } = await documents.get("upgrade") ?? {};
  const news = sheets.filter(({ id, time }) => !(taken[id] >= time)).sort((one, other) => one.time - other.time);
  for (const some of batches(news)) await documents.transact(async (rows) => { for (const sheet of some) await takeDraft(rows, sheet, taken[sheet.id]); });
  if (!news.length) return;
  const times = Object.fromEntries(news.map(({ id, time }) => [id, time]));
  await documents.remember("upgrade", "upgrade", ({ drafts }) => ({ drafts: { ...drafts, ...times } }));
}

async function takeDraft(rows, { at, query, ...sheet }, takenTime) {
  const draft = { past: [], future: [], ...sheet, query, at: at ?? query };
  const known = await readDraft(rows, sheet.id);
  if (known && (known.time >= sheet.time || known.at === draft.at)) return;
  const isOurs = known && known.time !== takenTime;
  await writeDraft(rows, isOurs ? { ...draft, id: `${sheet.id}${sheet.time}` } : draft);
}

/** Store the device's own results and joined names: what is new, or was changed later than here; not what was deleted here. */
async function takeOwn(documents, results, joined) {
  if (!results.length && !Object.keys(joined).length) return;
  const known = await documents.values(SCOREBOOK);
  const isNews = ([name, { changed }], one = known.get(name)) => one === undefined || one?.changed < changed;
  const people = Object.entries(joined).map(([name, other]) => [`people/${name}`, other]);
  const news = [...results.map((one) => [`results/${one.id}`, one]), ...people].filter((entry) => isNews(entry));
  for (const some of batches(news)) {
    await documents.transact(async ({ values }) => {
      const rows = await Promise.all(some.map(([name]) => values.get([SCOREBOOK, name]))); // changed here meanwhile?
      await Promise.all(some.filter((entry, at) => isNews(entry, rows[at]?.value)).map(([name, value]) => (
        values.put(newValue(SCOREBOOK, name, value, value.changed))
      )));
    });
  }
  if (news.length) documents.tell(SCOREBOOK, news.map(([name]) => name));
}

/** Return the name of what a group's path held. */
function nameOf(path) {
  if (path === "@name") return "name";
  return path.startsWith("@is.") ? `people/${path.slice(4)}` : `results/${path}`;
}

/**
 * Store a group's scorebook, once: one that was left is not joined again. What the server had is laid aside as of before, so that the first
 * exchange compares it; what waits, waits.
 */
async function takeGroup(documents, group, entries, outbox) {
  const id = `group ${group.id}`;
  const isOwn = (row) => row.id.startsWith(`${group.id} `);
  const taken = await documents.get("upgrade");
  if (!taken?.groups?.includes(id) && !(await documents.get(id))) {
    for (const some of batches(entries.filter(isOwn))) await documents.transact((rows) => takeEntries(rows, id, some));
    const { id: _, device, n, since, ...facts } = group;
    await documents.remember(id, "group", { ...facts, address: `api/v1/groups/${group.link}`, line: 1, isSetBack: true });
  }
  await documents.remember("upgrade", "upgrade", ({ groups = [] }) => ({ groups: [...new Set([...groups, id])] }));
  await takeWaiting(documents, id, outbox.filter(isOwn).map(({ path, ...row }) => ({ ...row, name: nameOf(path) })));
}

/**
 * Store this device's part of a shared sheet, a record for each tab of before: what waits, waits. What the server had it has carried over, so it is
 * here only in case that the sheet is gone.
 */
async function takeShared(documents, secret, records) {
  const id = `shared ${secret}`;
  const isEntry = ([name]) => name[0] !== "@";
  if (!(await documents.get(id))) {
    const latest = records.reduce((best, one) => (one.since > best.since ? one : best));
    await documents.transact(({ values }) => Promise.all(Object.entries(latest.shadow).filter(isEntry).map(([name, [value]]) => (
      values.put(newValue(id, name, value))
    ))));
    await documents.remember(id, "shared", { address: `api/v1/shared/${secret}`, time: latest.time });
  }
  const waiting = records.flatMap(({ outbox }) => Object.entries(outbox)).filter(isEntry);
  await takeWaiting(documents, id, waiting.map(([name, { value, typed }]) => ({ name, value: value.length ? value : null, base: 0, typed })));
}

/** Let changes of before wait, and tell the pages. */
async function takeWaiting(documents, id, changes) {
  const waiting = changes.sort((one, other) => one.typed - other.typed);
  const names = waiting.length ? await documents.transact((rows) => takeOutbox(rows, id, waiting, documents)) : [];
  documents.tell(id, names);
}

/** Store what the server had. When it was typed is not known: it never stands against anything that the server has. */
const takeEntries = ({ values }, id, entries) => Promise.all(entries.map(({ path, value, seq }) => (
  values.put({ ...newValue(id, nameOf(path), value), seq })
)));

/** Store what waits for the server, each change once, though the database of before still has it; return the names. */
async function takeOutbox({ documents, outbox }, id, waiting, { device, count }) {
  const record = await documents.get(id);
  if (!record) return [];
  const names = [];
  const taken = { ...record.taken };
  for (const { name, value, base, typed } of waiting) {
    if (taken[name] >= typed) continue;
    taken[name] = typed;
    const known = await outbox.get([id, name]);
    if (known && (known.typed > typed || isSame(known.value, value))) continue;
    await outbox.put({ document: id, name, value, n: count(id), device, base, line: record.line, typed });
    names.push(name);
  }
  await documents.put({ ...record, taken });
  return names;
}
