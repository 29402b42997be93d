// The connection of a document: back-off, streams, storage that hangs, refusals, tabs.
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { idle, openDocuments } from "../../static/common/documents.js";
import { connect, exchange } from "../../static/common/sync.js";
import { answerOf, FakeClock, FakePage, ModelServer } from "./model_server.js";

const ID = "sheet";
const HANGING = { open: () => ({}) }; // a database that never answers

/** A phone at a server; `fetch` and `locks` may be others. */
async function phone({ server, clock, indexedDB = new IDBFactory(), name = "annphone01", ...others }) {
  const page = new FakePage();
  const documents = openDocuments({ phone: name, clock, indexedDB, keyRange: IDBKeyRange });
  await documents.remember(ID, "shared", { address: "api/v1/shared/x" }).catch(() => {});
  const [states, refused, told] = [[], [], []];
  const connection = connect(documents, ID, {
    page, address: "api/v1/shared/x", locks: undefined, EventSource: null, fetch: server.fetchFor(), chance: () => 0.5,
    onState: (state) => states.push(state), onRefused: (rows) => refused.push(...rows), onValues: (names) => told.push(...names), ...others,
  });
  const values = async () => Object.fromEntries([...await documents.values(ID)].filter(([, value]) => value !== null));
  return { documents, page, connection, states, refused, told, indexedDB, values };
}

function start() {
  const clock = new FakeClock();
  return { clock, server: new ModelServer(() => clock.now()) };
}

async function turns(count = 40) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Let time pass in steps until `isDone`; return how long it took. */
async function passUntil(clock, isDone, most = 70_000) {
  let passed = 0;
  while (!isDone() && passed < most) {
    clock.pass(500);
    passed += 500;
    await turns(4);
  }
  await idle();
  return passed;
}

test("what is entered reaches the server and another phone's stream", async () => {
  const { clock, server } = start();
  const EventSource = server.EventSource;
  const [ann, bo] = [await phone({ server, clock, EventSource }), await phone({ server, clock, EventSource, name: "bophone002" })];
  await idle();
  await ann.connection.enter([["0.left", ["20"]]]);
  await idle();
  await turns();
  await idle();
  assert.deepEqual(await bo.values(), { "0.left": ["20"] });
  assert.deepEqual(bo.told, ["0.left"]);
});

test("pauses double up to ten seconds, and a network ends them", async () => {
  const { clock, server } = start();
  let [tries, isAway] = [0, true];
  const fetch = (...request) => {
    tries += 1;
    return isAway ? Promise.reject(new TypeError("no network")) : server.fetchFor()(...request);
  };
  const ann = await phone({ server, clock, fetch });
  await idle();
  const pauses = [];
  for (let at = 0; at < 6; at += 1) {
    const before = tries;
    pauses.push(await passUntil(clock, () => tries > before));
  }
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 10_000, 10_000]);
  isAway = false;
  ann.page.happen("online");
  await idle();
  assert.deepEqual(ann.states, ["offline", "online"]);
});

test("phones do not come back all at once", async () => {
  const pauses = [];
  for (const chance of [0, 0.999]) {
    const { clock, server } = start();
    let tries = 0;
    await phone({ server, clock, chance: () => chance, fetch: () => { tries += 1; return Promise.reject(new TypeError("no network")); } });
    await idle();
    pauses.push(await passUntil(clock, () => tries > 1));
  }
  assert.deepEqual(pauses, [500, 1500]); // half and one and a half of a second
});

test("a server says when to come back", async () => {
  const { clock, server } = start();
  let tries = 0;
  const headers = new Headers({ "Content-Type": "application/json", "Retry-After": "20" });
  const fetch = async () => { tries += 1; return Object.assign(answerOf(503, { faults: [] }), { headers }); };
  const ann = await phone({ server, clock, fetch });
  await idle();
  clock.pass(20_000);
  await turns();
  assert.equal(tries, 1);
  clock.pass(1000);
  await turns();
  await idle();
  assert.deepEqual([tries, ann.states], [2, ["busy"]]);
});

test("a document that is gone ends the connection, and the device keeps all", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock });
  await ann.connection.enter([["0.left", ["20"]]]);
  await idle();
  server.isGone = true;
  await ann.connection.enter([["1.left", ["7"]]]);
  await idle();
  assert.deepEqual(ann.states, ["online", "gone"]);
  assert.deepEqual(await ann.values(), { "0.left": ["20"], "1.left": ["7"] });
  assert.deepEqual([await ann.documents.countWaiting(ID), clock.timers.size], [1, 0]);
});

test("only the answers of a Tally server count", async () => {
  const strangers = [answerOf(404, "", "text/html"), answerOf(200, "", "text/html"), answerOf(200, {}), answerOf(403, { error: "no" })];
  for (const answer of strangers) {
    const { clock, server } = start();
    let isForeign = true;
    const fetch = async (...request) => (isForeign ? answer : server.fetchFor()(...request));
    const ann = await phone({ server, clock, fetch });
    await ann.connection.enter([["0.left", ["20"]]]);
    await idle();
    assert.deepEqual([await ann.documents.countWaiting(ID), ann.states], [1, ["offline"]]);
    isForeign = false;
    clock.pass(2000);
    await turns();
    await idle();
    assert.equal(server.rows.values.get("0.left").value[0], "20");
  }
});

test("a refused change is told and goes, and the others are sent", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock });
  await ann.connection.enter([["0.left", ["bad"]], ["x".repeat(121), ["1"]], ["1.left", ["7"]]]);
  await idle();
  assert.deepEqual(ann.refused.map(({ name }) => name.slice(0, 6)).sort(), ["0.left", "xxxxxx"]);
  assert.deepEqual([...server.rows.values.keys()], ["1.left"]);
  assert.equal(await ann.documents.countWaiting(ID), 0);
});

test("the eleventh of many changes is not blamed for the first", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock });
  await idle();
  await ann.connection.enter(Array.from({ length: 12 }, (_, at) => [at === 10 ? "x".repeat(121) : `${at}.left`, ["1"]]));
  await idle();
  assert.deepEqual([ann.refused.length, server.rows.values.size], [1, 11]);
});

test("a request that is too long is sent in halves", async () => {
  const { clock, server } = start();
  const sizes = [];
  const fetch = async (address, options) => {
    const { changes } = JSON.parse(options.body);
    sizes.push(changes.length);
    return changes.length > 5 ? answerOf(413, { faults: [] }) : server.fetchFor()(address, options);
  };
  const ann = await phone({ server, clock, fetch });
  await idle();
  await ann.connection.enter(Array.from({ length: 20 }, (_, at) => [`${at}.left`, ["1"]]));
  await idle();
  assert.equal(server.rows.values.size, 20);
  assert.deepEqual(sizes.slice(1, 4), [20, 10, 5]);
});

test("a page that counted far without the server numbers anew", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock });
  await idle();
  for (let at = 0; at < 6000; at += 1) ann.documents.count(ID); // as many changes, of which the last of each name waits
  await ann.connection.enter([["0.left", ["20"]], ["1.left", ["7"]]]);
  await idle();
  assert.deepEqual([...server.rows.values.values()].map(({ value }) => value[0]), ["20", "7"]);
  assert.deepEqual([await ann.documents.countWaiting(ID), ann.states], [0, ["online"]]);
});

test("a link that reads takes what is new, and sends nothing", async () => {
  const { clock, server } = start();
  const fetch = async (address, options) => (
    JSON.parse(options.body).changes.length ? answerOf(403, { faults: [] }) : server.fetchFor()(address, options)
  );
  const ann = await phone({ server, clock, fetch });
  await ann.connection.enter([["0.left", ["20"]]]);
  await idle();
  server.sync({ device: "bophone002.page", changes: [{ name: "1.left", value: ["7"], n: 1 }] });
  clock.pass(3000);
  await turns();
  await idle();
  assert.equal(ann.states.at(-1), "read only");
  assert.deepEqual([(await ann.values())["1.left"], await ann.documents.countWaiting(ID)], [["7"], 1]);
});

test("storage that hangs is given up after three seconds and said", async () => {
  const { clock, server } = start();
  const ready = phone({ server, clock, indexedDB: HANGING });
  await turns(2);
  clock.pass(2999);
  await turns(2);
  assert.equal(clock.timers.size, 1); // still waiting
  clock.pass(1);
  const ann = await ready;
  await turns();
  assert.equal(await ann.connection.enter([["0.left", ["20"]]]), false);
  await idle();
  assert.deepEqual(server.rows.values.get("0.left").value, ["20"]); // it is sent all the same
});

test("a page that stores nothing loses nothing when opened anew", async () => {
  const { clock, server } = start();
  for (const number of ["20", "21", "22"]) {
    const ready = phone({ server, clock, indexedDB: HANGING });
    await turns(2);
    clock.pass(3000);
    const ann = await ready;
    await ann.connection.enter([["0.left", [number]]]);
    await idle();
    ann.connection.close();
    clock.pass(60_000);
    await turns();
  }
  assert.deepEqual(server.rows.log.map(({ value }) => value[0]), ["20", "21", "22"]);
});

test("one tab at a time sends where there are locks", async () => {
  const { clock, server } = start();
  let [holders, most, queue] = [0, 0, Promise.resolve()];
  async function hold(act) {
    holders += 1;
    most = Math.max(most, holders);
    try {
      return await act();
    } finally {
      holders -= 1;
    }
  }
  const locks = { request: (_, __, act) => (queue = queue.catch(() => {}).then(() => hold(act))) };
  const indexedDB = new IDBFactory();
  const [one, other] = [await phone({ server, clock, locks, indexedDB }), await phone({ server, clock, locks, indexedDB })];
  await Promise.all([one.connection.enter([["0.left", ["20"]]]), other.connection.enter([["1.left", ["7"]]])]);
  await idle();
  assert.equal(most, 1);
  assert.deepEqual([...server.rows.values.keys()].sort(), ["0.left", "1.left"]);
  assert.equal(server.rows.log.length, 2);
});

test("a suspended tab that holds the lock stops nobody", async () => {
  const { clock, server } = start();
  const refuse = (signal, reject) => signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  const locks = { request: (_, { signal }) => new Promise((__, reject) => { refuse(signal, reject); }) };
  const ann = await phone({ server, clock, locks });
  await ann.connection.enter([["0.left", ["20"]]]); // its exchange follows on the first, which waits, too
  assert.equal(server.rows.values.size, 0);
  for (let round = 0; round < 2; round += 1) {
    clock.pass(8000);
    await turns();
  }
  ann.connection.close();
  await idle();
  assert.deepEqual(server.rows.values.get("0.left").value, ["20"]);
});

test("two tabs without locks send nothing twice", async () => {
  const { clock, server } = start();
  const indexedDB = new IDBFactory();
  const [one, other] = [await phone({ server, clock, indexedDB }), await phone({ server, clock, indexedDB })];
  await Promise.all([one.connection.enter([["0.left", ["20"]]]), other.connection.enter([["1.left", ["7"]]])]);
  await idle();
  assert.deepEqual(server.rows.log.map(({ name }) => name).sort(), ["0.left", "1.left"]);
});

test("what a closed tab left is sent by the next", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock, fetch: () => Promise.reject(new TypeError("no network")) });
  await ann.connection.enter([["0.left", ["20"]]]);
  ann.connection.close();
  await phone({ server, clock, indexedDB: ann.indexedDB });
  await idle();
  assert.deepEqual(server.rows.values.get("0.left").value, ["20"]);
});

test("what a page could not store before it was left is stored by the next, with its age", async () => {
  const { clock, server } = start();
  const hanging = phone({ server, clock, indexedDB: HANGING, fetch: () => Promise.reject(new TypeError("no network")) });
  await turns(2);
  clock.pass(3000);
  const ann = await hanging;
  await ann.connection.enter([["0.left", ["20"]], ["1.left", ["7"]]]);
  const entering = ann.documents.enter(ID, [["0.left", ["21"]]]); // not even that it cannot be stored is known yet
  const left = ann.documents.listUnstored();
  await entering;
  ann.connection.close();
  clock.pass(1000);
  server.sync({ device: "bophone002.page", changes: [{ name: "1.left", value: ["8"], n: 1 }] });
  const next = await phone({ server, clock });
  await next.documents.enterLeft(left);
  await next.connection.send();
  await idle();
  assert.deepEqual(["0.left", "1.left"].map((name) => server.rows.values.get(name).value[0]), ["21", "8"]);
  assert.equal(await next.documents.countWaiting(ID), 0);
});

test("what is kept on this device alone is stored by the next page, too", async () => {
  const documents = openDocuments({ phone: "annphone01", clock: new FakeClock(), indexedDB: new IDBFactory(), keyRange: IDBKeyRange });
  await documents.remember("scorebook", "scorebook");
  await documents.enterLeft([{ document: "scorebook", name: "results/r1", value: { note: "left" }, typed: 1 }]);
  assert.deepEqual([...await documents.values("scorebook")], [["results/r1", { note: "left" }]]);
  assert.equal(await documents.countWaiting("scorebook"), 0);
});

test("a hidden page closes its stream, and asks when it is seen", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock, EventSource: server.EventSource });
  await idle();
  await turns();
  ann.page.happen("hidden");
  assert.equal(server.listeners.size, 0);
  server.sync({ device: "bophone002.page", changes: [{ name: "1.left", value: ["7"], n: 1 }] });
  ann.page.happen("visible");
  await turns();
  await idle();
  assert.deepEqual([await ann.values(), server.listeners.size], [{ "1.left": ["7"] }, 1]);
});

test("a stream that is refused is opened again; until then one asks", async () => {
  const { clock, server } = start();
  server.refusesStreams = true;
  const ann = await phone({ server, clock, EventSource: server.EventSource });
  await idle();
  server.sync({ device: "bophone002.page", changes: [{ name: "1.left", value: ["7"], n: 1 }] });
  await passUntil(clock, () => false, 4000);
  assert.deepEqual([await ann.values(), server.listeners.size], [{ "1.left": ["7"] }, 0]);
  server.refusesStreams = false;
  await passUntil(clock, () => server.listeners.size > 0, 10_000);
  assert.equal(server.listeners.size, 1);
});

test("an event that is no JSON makes the page ask", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock, EventSource: server.EventSource });
  await idle();
  await turns();
  const [stream] = server.listeners;
  stream.tell = () => stream.onmessage({ data: '{"values": NaN}' });
  server.sync({ device: "bophone002.page", changes: [{ name: "1.left", value: ["7"], n: 1 }] });
  await turns();
  await idle();
  assert.deepEqual(await ann.values(), { "1.left": ["7"] });
});

test("a stream that comes back from another history makes the page ask", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock, EventSource: server.EventSource });
  await ann.connection.enter([["0.left", ["20"]]]);
  await idle();
  const backup = server.copy();
  await ann.connection.enter([["1.left", ["7"]]]);
  await idle();
  server.restore(backup); // the browser opens the stream again before anything else is asked
  server.sync({ device: "bophone002.page", changes: [{ name: "2.left", value: ["3"], n: 1 }, { name: "3.left", value: ["4"], n: 2 }] });
  await turns(80);
  await idle();
  assert.deepEqual(server.rows.values.get("1.left").value, ["7"]);
});

test("a server that is set back hears it from a stream's first word", async () => {
  const { clock, server } = start();
  const ann = await phone({ server, clock, EventSource: server.EventSource });
  await ann.connection.enter([["0.left", ["20"]]]);
  await idle();
  const backup = server.copy();
  await ann.connection.enter([["1.left", ["7"]]]);
  await idle();
  server.restore(backup);
  server.sync({ device: "bophone002.page", changes: [{ name: "2.left", value: ["3"], n: 1 }] }); // as far as before
  ann.page.happen("visible");
  await turns(80);
  await idle();
  assert.deepEqual(await ann.values(), { "0.left": ["20"], "1.left": ["7"], "2.left": ["3"] });
  assert.equal(server.rows.values.get("1.left").value[0], "7");
});

test("one exchange sends what waits and takes all pages", async () => {
  const { clock, server } = start();
  const changes = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.left`, value: [String(at)], n: at + 1 }));
  server.sync({ device: "bophone002.page", changes }); // its answers have three values each
  const documents = openDocuments({ phone: "annphone01", clock, indexedDB: new IDBFactory(), keyRange: IDBKeyRange });
  await documents.remember(ID, "shared", { address: "api/v1/shared/x" });
  await documents.enter(ID, [["8.left", ["8"]]]);
  await exchange(documents, ID, { fetch: server.fetchFor(), locks: undefined });
  assert.deepEqual([(await documents.values(ID)).size, server.rows.values.size], [9, 9]);
});
