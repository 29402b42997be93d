// A document on this device: what the server is known to have, and the changes that it is not known to have. A document without an address
// has no server, and its values are simply written. Everything here happens within one transaction, whose `rows` have the stores.

const MAX_CHANGES = 100; // in one request
const MAX_LETTERS = 18_000; // of a request, which may have 64 KiB: a letter takes up to three bytes

/** Return a new document; `line` counts the histories that its server has had. */
export const newDocument = (id, kind) => ({ id, kind, address: null, since: 0, mark: "", line: 0 });

/** Return a value that no server has numbered. */
export const newValue = (id, name, value, typed = 0) => ({ document: id, name, value, seq: 0, device: "", typed, line: 0 });

/** Return whether two values are equal. */
export const isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Write changes, [name, value] each, or with a third part the time when it was typed. `count()` numbers them under `device`. */
export async function change({ documents, values, outbox }, id, entries, { device, count, now }) {
  const record = await documents.get(id) ?? newDocument(id, "");
  const { since, line, address } = record;
  await Promise.all(entries.map(([name, value, typed = now]) => (address
    ? outbox.put({ document: id, name, value, n: count(), device, base: since, line, typed })
    : values.put(newValue(id, name, value, typed)))));
}

/** Write changes, rows each, that an earlier page could not store: what it had seen is not known. */
export async function enterLate({ documents, values, outbox }, rows, numbering) {
  for (const { document, name, value, typed } of rows) {
    const { device, count } = numbering(document);
    if ((await documents.get(document))?.address === null) await values.put(newValue(document, name, value, typed));
    else await outbox.put({ document, name, value, n: count(), device, base: 0, line: -1, typed });
  }
}

/** Return the next request, or one that only asks: the changes of one device, oldest first, as each device numbers its own. */
export function nextRequest(record, waiting, { device, now, most = MAX_CHANGES }) {
  const isFirst = (row) => row.device === (waiting[0]?.device ?? device);
  const own = waiting.filter(isFirst).sort((one, other) => one.n - other.n).slice(0, most);
  const rows = [];
  let letters = 0;
  for (const row of own) {
    letters += JSON.stringify(row.value).length;
    if (rows.length && letters > MAX_LETTERS) break;
    rows.push(row);
  }
  const changes = rows.map(({ name, value, n, base, line, typed }) => (
    { name, value, n, base: line === record.line ? base : 0, age: Math.max(0, now - typed) / 1000 }
  ));
  const { since, mark } = record.isReplaced ? record.asked ?? newDocument() : record;
  return { device: rows[0]?.device ?? device, since, mark: mark || undefined, changes };
}

/**
 * Take an answer to the request `asked`, or an event where that is null. Returns the names that may show something else, and `hasGap` for an
 * event before which something is missing. `count` and `device` number what must be sent again.
 */
export async function receive(rows, id, answer, asked, { device, count, now }) {
  const record = await rows.documents.get(id);
  if (!record) return { names: [] };
  if (!asked && answer.from > record.since) return { names: [], hasGap: true };
  // The server's database was set back: what it had is laid aside, and sent again where it lacks it.
  const isSetBack = asked && answer.from < asked.since;
  if (isSetBack) Object.assign(record, { line: record.line + 1, since: 0, mark: "", isSetBack: true });
  const again = { rows, record, device, count };
  const { names, isReplaced } = await takeValues(again, answer.values, now);
  if (answer.seq >= record.since) Object.assign(record, { since: answer.seq, mark: answer.mark });
  if (answer.you) record.you = answer.you; // how others are told of this phone
  if (asked) Object.assign(record, { asked: { since: answer.seq, mark: answer.mark }, isReplaced: record.isReplaced && answer.more });
  // What is kept counts only once all is known: another history might have taken it back before.
  if (asked && !answer.more) {
    names.push(...await dropSent(rows.outbox, id, answer, asked));
    if (record.isSetBack) names.push(...await sendOldAgain(again));
    record.isSetBack = false;
  }
  // What others wrote over a value of this phone: the answer to a request says whether they had seen it.
  if (!asked && isReplaced) record.isReplaced = true;
  await rows.documents.put(record);
  return { names, isReplaced };
}

/**
 * Take values that the server has; return the names of those that are news, and whether one replaces a value of this phone. All are asked for at
 * once, which takes a third of the time.
 */
async function takeValues({ rows, record, ...again }, told, now) {
  const known = await Promise.all(Object.keys(told).map((name) => rows.values.get([record.id, name])));
  const news = Object.entries(told).map(([name, one], at) => ({ name, one, old: known[at] }))
    .filter(({ one, old }) => old?.line !== record.line || old.seq < one.seq);
  for (const { one, old } of news) {
    if (old && old.line < record.line) await sendAgain({ rows, record, ...again }, old, one.value);
  }
  await Promise.all(news.map(({ name, one: { value, seq, device, age } }) => (
    rows.values.put({ document: record.id, name, value, seq, device, typed: now - age * 1000, line: record.line })
  )));
  const isReplaced = news.some(({ one, old }) => old && old.device === record.you && one.device !== record.you);
  return { names: news.map(({ name }) => name), isReplaced };
}

/** Let what the server had before, and has not now, wait to be sent; what was cleared stays as the server has it. */
async function sendAgain({ rows, record, device, count }, old, present) {
  const { id, line } = record;
  const { name, value, typed } = old;
  if (value === null || isSame(value, present) || await rows.outbox.get([id, name])) return;
  await rows.outbox.put({ document: id, name, value, n: count(), device, base: 0, line, typed, isAgain: true });
}

async function sendOldAgain(again) {
  const { rows, record } = again;
  const old = (await rows.values.all(record.id)).filter(({ line }) => line < record.line);
  for (const row of old) {
    await sendAgain(again, row, null);
    await rows.values.delete([record.id, row.name]);
  }
  return old.map(({ name }) => name);
}

/** Drop what an answer says is kept or refused, unless it was replaced meanwhile; return the names. */
async function dropSent(outbox, id, { kept, faults }, asked) {
  const refused = new Set(faults.map(({ n }) => n));
  const names = [];
  for (const { name, n } of asked.changes) {
    const row = await outbox.get([id, name]);
    if ((n > kept && !refused.has(n)) || row?.n !== n || row.device !== asked.device) continue;
    await outbox.delete([id, name]);
    names.push(name);
  }
  return names;
}

/** Return the rows of what the server is known to have and of what waits for it, by name; all, or those of some names. */
export async function readRows({ values, outbox }, id, names) {
  const read = async (store) => {
    const rows = await (names ? Promise.all(names.map((name) => store.get([id, name]))) : store.all(id));
    return new Map(rows.filter(Boolean).map((row) => [row.name, row]));
  };
  const [known, waiting] = await Promise.all([read(values), read(outbox)]);
  return { known, waiting };
}
