// A server as the contract describes it, in memory, for tests of the client.

/** A server with one document. `now()` is its clock. */
export class ModelServer {
  constructor(now, page = 3) {
    this.now = now;
    this.page = page;
    this.rows = { seq: 0, mark: "start", values: new Map(), log: [], kept: new Map() };
    this.isGone = false;
    this.refusesStreams = false;
    this.listeners = new Set();
  }

  copy() {
    const { seq, mark, values, log, kept } = this.rows;
    return { seq, mark, values: new Map(values), log: [...log], kept: new Map(kept) };
  }

  restore(rows) {
    this.rows = { ...rows, values: new Map(rows.values), log: [...rows.log], kept: new Map(rows.kept) };
    for (const listener of [...this.listeners]) listener.drop();
  }

  /** Answer a request to sync: [status, data]. */
  sync({ device, since = 0, mark, changes = [] }) {
    if (this.isGone) return [404, { faults: [] }];
    const malformed = changes.flatMap(({ name }, at) => (name.length > 120 ? [{ path: `changes.${at}.name` }] : []));
    if (malformed.length) return [422, { faults: malformed }];
    const { rows } = this;
    const ahead = changes.findIndex(({ n }) => n > (rows.kept.get(device) ?? 0) + 5000);
    if (ahead >= 0) return [409, { faults: [{ path: `changes.${ahead}.n` }] }];
    const start = this.startOf(since, mark);
    const faults = changes.filter(({ value }) => value?.[0] === "bad").map(({ n, name }) => ({ n, name, code: "type" }));
    const before = rows.seq;
    for (const change of [...changes].sort((one, other) => one.n - other.n)) {
      if (!faults.some(({ n }) => n === change.n)) this.apply(device, start === since ? change : { ...change, base: 0 });
    }
    if (rows.seq > before) {
      rows.mark = `m${Math.random().toString(36).slice(2, 9)}`;
      for (const row of rows.log) row.mark ??= rows.mark;
      for (const listener of [...this.listeners]) listener.tell();
    }
    return [200, { ...this.answer(start), kept: rows.kept.get(device) ?? 0, faults }];
  }

  startOf(since, mark) {
    if (since > this.rows.seq) return 0;
    const head = Number(mark?.split(".")[0]);
    const known = head === this.rows.seq ? this.rows.mark : this.rows.log[head - 1]?.mark;
    return since && mark !== undefined && (since > head || mark !== `${head}.${known}`) ? 0 : since;
  }

  apply(device, { name, value, n, base = 0, age = 0 }) {
    const { rows } = this;
    if (n <= (rows.kept.get(device) ?? 0)) return;
    rows.kept.set(device, n);
    const phone = device.split(".")[0];
    const old = rows.values.get(name);
    const typed = this.now() - Math.max(0, age) * 1000;
    if (old && JSON.stringify(old.value) === JSON.stringify(value)) {
      old.typed = Math.max(old.typed, typed);
      return;
    }
    const knows = !old || old.seq <= base || old.device === phone;
    const stands = knows || typed >= old.typed;
    rows.seq += 1;
    rows.log.push({ seq: rows.seq, name, value, device: phone, stands });
    if (stands) rows.values.set(name, { value, seq: rows.seq, device: phone, typed: Math.max(typed, old?.typed ?? typed) });
  }

  answer(start) {
    const { rows } = this;
    const changed = [...rows.values].filter(([, { seq }]) => seq > start).sort((one, other) => one[1].seq - other[1].seq);
    const told = changed.slice(0, this.page);
    const more = changed.length > told.length;
    const seq = more ? told.at(-1)[1].seq : rows.seq;
    const values = Object.fromEntries(told.map(([name, { typed, ...one }]) => [name, { ...one, age: Math.max(0, this.now() - typed) / 1000 }]));
    return { from: start, seq, mark: `${rows.seq}.${rows.mark}`, values, kept: 0, faults: [], lost: [], more };
  }

  /** Return `fetch` for a phone; `fate(request)` is "", "lost" or "answer lost". */
  fetchFor(fate = () => "") {
    return async (address, { body }) => {
      const request = JSON.parse(body);
      const how = fate(request);
      if (how === "lost") throw new TypeError("no network");
      const [status, data] = this.sync(request);
      if (how === "answer lost") throw new TypeError("no network");
      return answerOf(status, data);
    };
  }

  /** Return the class of event streams. */
  get EventSource() {
    const server = this;
    return class {
      constructor(address) {
        const [since, mark] = new URL(address, "http://x").searchParams.get("since").split("-");
        this.readyState = 1;
        this.seq = Number(since);
        this.mark = mark;
        server.listeners.add(this);
        queueMicrotask(() => {
          if (server.refusesStreams || server.isGone) {
            this.close();
            this.onerror?.();
            return;
          }
          this.onopen?.();
          this.tell();
        });
      }

      addEventListener() {}

      tell() {
        const answer = server.answer(server.startOf(this.seq, this.mark));
        if (answer.seq === this.seq && answer.from === this.seq) return;
        [this.seq, this.mark] = [answer.seq, answer.mark];
        this.onmessage?.({ data: JSON.stringify(answer) });
      }

      /** The connection breaks, and the browser opens it again. */
      drop() {
        this.readyState = 0;
        this.onerror?.();
        queueMicrotask(() => {
          if (this.readyState) return;
          this.readyState = 1;
          this.tell();
        });
      }

      close() { server.listeners.delete(this); this.readyState = 2; }
    };
  }
}

/** Return an answer as `fetch` has it. */
export const answerOf = (status, data, type = "application/json") => ({
  ok: status < 300, status, statusText: String(status), headers: new Headers({ "Content-Type": type }), json: async () => data,
});

/** A clock that a test sets, with its timers. */
export class FakeClock {
  time = 1_000_000_000_000;
  timers = new Map();
  next = 0;
  now = () => this.time;
  after = (milliseconds, act) => {
    const timer = this.next += 1;
    this.timers.set(timer, { at: this.time + milliseconds, act });
    return () => this.timers.delete(timer);
  };

  /** Let time pass, and what is due happen. */
  pass(milliseconds) {
    this.time += milliseconds;
    for (const [timer, { at, act }] of [...this.timers]) {
      if (at <= this.time && this.timers.delete(timer)) act();
    }
  }
}

/** A page whose visibility and network a test sets. */
export class FakePage {
  hidden = false;
  acts = [];
  isHidden = () => this.hidden;
  listen = (type, act) => { this.acts.push([type, act]); };
  happen(type) {
    if (type !== "online") this.hidden = type === "hidden";
    for (const [one, act] of this.acts) if (one === type) act();
  }
}
