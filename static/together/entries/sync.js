// Synchronisation of a shared sheet: the last known state of the server (`shadow`), changes it has not confirmed (`outbox`), and their exchange.
// An entry is saved on this device before it is sent. Eventually every device shows the same value of a field; the server decides which.
import { after, now } from "../../common/clock.js";
import { track } from "../../common/documents.js";

const MAX_CHANGES = 100; // per request
const MAX_PAUSE = 30_000; // milliseconds between attempts
const PATIENCE = 8000; // timeout of a request in milliseconds

/** Create a device's record of a shared sheet. */
export const newRecord = (shared, device) => ({ id: `${shared} ${device}`, shared, device, n: 0, since: 0, asked: 0, shadow: {}, outbox: {} });

/** Return a field's texts: pending ones, else the server's. `records` are this device's, with the tab's own last. */
export function valueOf(records, name) {
  const waiting = records.findLast(({ outbox }) => name in outbox);
  if (waiting) return waiting.outbox[name].value;
  return records.at(-1).shadow[name]?.[0] ?? [];
}

/** Add a change to a record, replacing a pending one of the same field. */
export function change(record, name, value, now) {
  record.outbox[name] = { value, n: ++record.n, base: record.since, typed: now };
}

/** Return a record's pending changes with their ages in seconds, since clocks of devices cannot be compared. */
export function pendingChanges(record, now) {
  const changes = Object.entries(record.outbox).map(([field, { value, n, base, typed }]) => ({ field, value, n, base, age: Math.max(0, now - typed) / 1000 }));
  return changes.sort((one, other) => one.n - other.n).slice(0, MAX_CHANGES);
}

/**
 * Apply a response or an event with the changes after `since`, which may be older than what is already known. Returns the names of the fields
 * whose value may have changed.
 */
export function receive(record, answer, since = record.since) {
  if (answer.seq < since) Object.assign(record, { since: 0, shadow: {} }); // the server's database was restored from an older copy
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

/** Return whether somebody else changed an entry of this device. */
const overwrites = (record, { fields = {} }) => Object.entries(fields).some(([name, { seq, device }]) => {
  const [, at, from] = record.shadow[name] ?? [];
  return from === record.device && device !== from && seq > at;
});

/** Remove confirmed and rejected changes from the outbox; return the names of their fields. */
function acknowledge(record, { kept = 0, faults = [] }) {
  const refused = new Set(faults.map(({ path }) => path));
  const names = Object.keys(record.outbox).filter((name) => record.outbox[name].n <= kept || refused.has(name));
  for (const name of names) delete record.outbox[name];
  return names;
}

/**
 * Synchronise a shared sheet with the server. `api` is its address, `record` this tab's record, `orphans` those of closed tabs; `save(record)`
 * stores one. Calls `onFields(names, answer)` after changes, `onHere(seconds by device)` with presence, `onTyping({ device, field })` when
 * somebody is about to type, and `onState(state)` with the state of the connection.
 */
export function connect({ api, lang, record, orphans, save, onFields, onHere, onTyping, onState }) {
  let sending = null; // settles when the server has what was changed before the last call of `send`, or could not be reached
  let again = false;
  let pause = 1000;
  let cancel = () => {};
  let source;
  const state = { online: true, reconnecting: false, status: 200, waiting: 0, since: now() };

  function report(changes = {}) {
    Object.assign(state, changes, { waiting: [record, ...orphans].reduce((sum, { outbox }) => sum + Object.keys(outbox).length, 0) });
    onState(state);
  }

  async function post(one) {
    const changes = pendingChanges(one, now());
    const since = Math.min(one.asked, one.since);
    const answer = await fetch(`${api}/sync?lang=${lang}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(PATIENCE), credentials: "omit",
      // Replaced entries are reported since the last response, as events in between do not report them.
      body: JSON.stringify({ device: one.device, since, changes, fields: true }),
    });
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status, after: Number(answer.headers.get("Retry-After")) });
    const data = await answer.json();
    // Ignore faults of changes that were replaced by newer ones meanwhile.
    data.faults = (data.faults ?? []).filter(({ path }) => changes.some(({ field, n }) => field === path && one.outbox[field]?.n === n));
    const names = receive(one, data, since);
    one.asked = data.seq;
    save(one); // not awaited: a change that a closed tab did not save is sent again, which is safe
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
      if (!again && (!left || left >= before)) return; // changes that the server does not accept wait for the next time
    }
  }

  function send() {
    if (sending) again = true;
    else sending = track(attempt());
    return sending;
  }

  async function attempt() {
    cancel();
    try {
      await sendAll();
      pause = 1000;
      report({ online: true, reconnecting: false, status: 200 });
      if (!isStreaming()) cancel = after(2000 + 1000 * Math.random(), send); // poll if there is no event stream
    } catch (reason) {
      if (reason.status !== 404) cancel = after(Math.max((reason.after || 0) * 1000, pause * (0.5 + Math.random())), send);
      pause = Math.min(2 * pause, MAX_PAUSE);
      report({ online: false, reconnecting: false, status: reason.status ?? 0, since: state.online ? now() : state.since });
    } finally {
      sending = null;
    }
  }

  const isStreaming = () => source?.readyState === 1 || document.hidden;
  function listen() {
    source?.close();
    source = document.hidden || !window.EventSource ? null : new EventSource(`${api}/events?since=${record.since}&fields=1&device=${encodeURIComponent(record.device)}`);
    if (!source) return;
    let told = record.since; // the last change received on this stream, regardless of responses
    source.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      const isOverwritten = overwrites(record, answer);
      onFields(receive(record, { ...answer, kept: 0, faults: [] }, told), answer);
      told = answer.seq;
      save(record);
      if (isOverwritten) send(); // the response says whether it was replaced unseen
    };
    source.addEventListener("here", ({ data }) => onHere(JSON.parse(data)));
    source.addEventListener("typing", ({ data }) => onTyping(JSON.parse(data)));
    source.onopen = send;
    source.onerror = () => { cancel(); cancel = after(pause * (0.5 + Math.random()), send); };
  }
  const wake = () => {
    pause = 1000;
    if (!state.online) report({ reconnecting: true }); // automatic attempts are not shown, as most of them fail
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
