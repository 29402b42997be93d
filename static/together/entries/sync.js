// A shared sheet on this device: what the server is known to have (`shadow`), what is not known to be kept (`outbox`), and how they come together.
// An entry is written to this device's database first and sent afterwards. A field has one value on every device in the end; the server decides.

const MAX_CHANGES = 100; // sent at once
const MAX_PAUSE = 30_000; // milliseconds between two attempts
const PATIENCE = 8000; // milliseconds that an answer may take

/** A device's record of a shared sheet. */
export const newRecord = (shared, device) => ({ id: `${shared} ${device}`, shared, device, n: 0, since: 0, asked: 0, shadow: {}, outbox: {} });

/** Whether two lists of texts are alike. */
export const isSame = (one = [], other = []) => one.length === other.length && one.every((text, at) => text === other[at]);

/** The values of a field: what waits to be sent before what the server has. `records` are this device's, the tab's own last. */
export function valueOf(records, name) {
  const waiting = records.findLast(({ outbox }) => name in outbox);
  if (waiting) return waiting.outbox[name].value;
  return records.at(-1).shadow[name]?.[0] ?? [];
}

/** Write a change into a record: it replaces one of the same field that is still waiting. */
export function change(record, name, value, now) {
  record.outbox[name] = { value, n: ++record.n, base: record.since, typed: now };
}

/** What a record has to send, with the age of each change: clocks are never compared. */
export function pendingChanges(record, now) {
  const changes = Object.entries(record.outbox).map(([field, { value, n, base, typed }]) => ({ field, value, n, base, age: Math.max(0, now - typed) / 1000 }));
  return changes.sort((one, other) => one.n - other.n).slice(0, MAX_CHANGES);
}

/**
 * Take in an answer or an event, which tells what came after `since`; it may be older than what is known already. Returns the names of the fields
 * in which another value may stand now.
 */
export function receive(record, answer, since = record.since) {
  if (answer.seq < since) Object.assign(record, { since: 0, shadow: {} }); // an older copy of the server's database is back
  const names = [];
  for (const [name, { value, seq, device }] of Object.entries(answer.fields ?? {})) {
    const known = record.shadow[name];
    if (known && seq <= known[1]) continue;
    record.shadow[name] = [value, seq, device];
    names.push(name);
  }
  record.since = Math.max(record.since, answer.seq);
  return [...new Set([...names, ...acknowledge(record, answer)])];
}

/** Whether somebody else changed what this device had typed. */
const overwrites = (record, { fields = {} }) => Object.entries(fields).some(([name, { seq, device }]) => {
  const [, at, from] = record.shadow[name] ?? [];
  return from === record.device && device !== from && seq > at;
});

/** Drop what the server has, and what it will never take. Returns the names of those fields. */
function acknowledge(record, { kept = 0, faults = [] }) {
  const refused = new Set(faults.map(({ path }) => path));
  const names = Object.keys(record.outbox).filter((name) => record.outbox[name].n <= kept || refused.has(name));
  for (const name of names) delete record.outbox[name];
  return names;
}

/**
 * Keep a shared sheet in step with the server. `api` is its address, `record` this tab's, `orphans` those that closed tabs left; `save(record)`
 * writes one to the database. `onFields(names, answer)` hears what changed, `onHere(seconds by device)` who is there,
 * `onTyping({ device, field })` where somebody is about to type, `onState(state)` how it is.
 */
export function connect({ api, lang, record, orphans, save, onFields, onHere, onTyping, onState }) {
  let isSending = false;
  let again = false;
  let pause = 1000;
  let timer;
  let source;
  const state = { online: true, reconnecting: false, status: 200, waiting: 0, since: Date.now() };

  function report(changes = {}) {
    Object.assign(state, changes, { waiting: [record, ...orphans].reduce((sum, { outbox }) => sum + Object.keys(outbox).length, 0) });
    onState(state);
  }

  async function post(one) {
    const changes = pendingChanges(one, Date.now());
    const since = Math.min(one.asked, one.since);
    const answer = await fetch(`${api}/sync?lang=${lang}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(PATIENCE), credentials: "omit",
      // What lost is told since the last answer: events, which say nothing of it, may have come since then.
      body: JSON.stringify({ device: one.device, since, changes, fields: true }),
    });
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status, after: Number(answer.headers.get("Retry-After")) });
    const data = await answer.json();
    // A change at fault is told again as often as it is sent: what was typed meanwhile is not meant.
    data.faults = (data.faults ?? []).filter(({ path }) => changes.some(({ field, n }) => field === path && one.outbox[field]?.n === n));
    const names = receive(one, data, since);
    one.asked = data.seq;
    save(one); // not waited for: what a closed tab did not save is sent again, which is safe
    onFields(names, data);
    if (data.here) onHere(data.here);
  }

  async function sendAll() {
    for (;;) {
      again = false;
      const before = Object.keys(record.outbox).length;
      await post(record);
      for (const one of [...orphans]) {
        await post(one);
        if (!Object.keys(one.outbox).length) orphans.splice(orphans.indexOf(one), 1);
      }
      const left = Object.keys(record.outbox).length;
      if (!again && (!left || left >= before)) return; // what the server will not take waits for the next time
    }
  }

  async function send() {
    if (isSending) {
      again = true;
      return;
    }
    isSending = true;
    clearTimeout(timer);
    try {
      await sendAll();
      pause = 1000;
      report({ online: true, reconnecting: false, status: 200 });
      if (!isStreaming()) timer = setTimeout(send, 2000 + 1000 * Math.random()); // polling, where events do not come
    } catch (reason) {
      if (reason.status !== 404) timer = setTimeout(send, Math.max((reason.after || 0) * 1000, pause * (0.5 + Math.random())));
      pause = Math.min(2 * pause, MAX_PAUSE);
      report({ online: false, reconnecting: false, status: reason.status ?? 0, since: state.online ? Date.now() : state.since });
    } finally {
      isSending = false;
    }
  }

  const isStreaming = () => source?.readyState === 1 || document.hidden;
  function listen() {
    source?.close();
    source = document.hidden || !window.EventSource ? null : new EventSource(`${api}/events?since=${record.since}&fields=1&device=${encodeURIComponent(record.device)}`);
    if (!source) return;
    let told = record.since; // by this stream, whatever answers told meanwhile
    source.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      const isOverwritten = overwrites(record, answer);
      onFields(receive(record, { ...answer, kept: 0, faults: [] }, told), answer);
      told = answer.seq;
      save(record);
      if (isOverwritten) send(); // the answer tells whether that was done without having seen what stood
    };
    source.addEventListener("here", ({ data }) => onHere(JSON.parse(data)));
    source.addEventListener("typing", ({ data }) => onTyping(JSON.parse(data)));
    source.onopen = send;
    source.onerror = () => { clearTimeout(timer); timer = setTimeout(send, pause * (0.5 + Math.random())); };
  }
  const wake = () => {
    pause = 1000;
    if (!state.online) report({ reconnecting: true }); // attempts that nothing has caused are not told: most of them fail
    listen();
    send();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else wake();
  });
  addEventListener("online", wake);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) wake(); });
  addEventListener("pagehide", () => source?.close());
  report();
  listen();
  send();
  return { send: () => { report(); return send(); }, wake, state };
}
