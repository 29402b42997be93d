// What older versions kept is taken over, while one of their tabs stays open and goes on writing.
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { openDocuments, SCOREBOOK } from "../../static/common/documents.js";
import { deleteDraft, readDraft, writeDraft } from "../../static/common/draft.js";
import { upgrade } from "../../static/common/upgrade.js";
import { FakeClock, ModelServer } from "./model_server.js";

const LINK = "grouplink012writesecret0123456789x";
const GROUP = LINK.slice(0, 12);
const ID = `group ${GROUP}`;
const clock = new FakeClock();
let storage;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  storage = {};
  globalThis.window = { localStorage: { getItem: (name) => storage[name] ?? null } };
});

const open = () => openDocuments({ phone: "annphone01", clock });
const result = (id, changed = 5, note = "") => (
  { id, slug: "qin", date: "2026-03-06", place: "", note, query: "0.left=3&n=2", changed, result: { players: [{ name: "小明" }], winners: [0] } }
);
const shown = async (id) => Object.fromEntries([...await open().values(id)].filter(([, value]) => value !== null));

/** Write rows into a database as versions from a99ce964 until the documents made it: a store for each kind, with the id as the key. */
function write(name, version, stores, rows) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => { for (const store of stores) request.result.createObjectStore(store, { keyPath: "id" }); };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction(stores, "readwrite");
      for (const [store, row] of rows) transaction.objectStore(store).put(row);
      transaction.oncomplete = () => { request.result.close(); resolve(); };
    };
  });
}
const writeOwn = (...results) => write("tally", 2, ["sheets", "results", "shared"], results.map((one) => ["results", one]));
const writeGroups = (...rows) => write("tally groups", 1, ["groups", "entries", "outbox"], rows);
const entry = (path, value, seq) => ["entries", { id: `${GROUP} ${path}`, path, value, seq }];
const waiting = (path, value, n) => ["outbox", { id: `${GROUP} ${path}`, path, value, n, base: 3, typed: 100 + n, device: "before" }];
const group = { id: GROUP, device: "before", n: 2, since: 3, used: 7, who: "Ann", link: LINK, name: "Friday", writes: true, expires: 9, evening: null, count: 1 };
const GROUPS = [
  ["groups", group], entry("@name", "Friday", 1), entry("g1", result("g1"), 2), entry("@is.Bo", "Bob", 3), waiting("g2", result("g2"), 1), waiting("g1", null, 2),
];

test("the device's own results and joined names come along", async () => {
  await writeOwn(result("r1"), result("r2"));
  storage["joined names"] = '{"Annie": "Ann"}';
  await upgrade(open());
  assert.deepEqual(Object.keys(await shown(SCOREBOOK)).sort(), ["people/Annie", "results/r1", "results/r2"]);
});

test("groups come along with what waits, under a number of this page", async () => {
  await writeGroups(...GROUPS);
  const documents = open();
  await upgrade(documents);
  assert.deepEqual(Object.keys(await shown(ID)).sort(), ["name", "people/Bo", "results/g2"]);
  const { address, name, who, writes, since } = await documents.get(ID);
  assert.deepEqual([address, name, who, writes, since], [`api/v1/groups/${LINK}`, "Friday", "Ann", true, 0]);
  const { request } = await documents.prepare(ID);
  assert.deepEqual([request.device, request.changes.map(({ n }) => n)], [documents.device, [1, 2]]);
});

test("what an old tab goes on writing comes along at the next start", async () => {
  await writeOwn(result("r1"), result("r2"), result("r3"));
  await writeGroups(...GROUPS);
  await upgrade(open());
  const documents = open();
  await documents.enter(SCOREBOOK, [["results/r1", null], ["results/r3", result("r3", 9, "corrected here")]]);
  await writeOwn(result("r2", 6, "corrected there"), result("r4"));
  await writeGroups(waiting("g3", result("g3"), 3));
  await upgrade(open());
  const own = await shown(SCOREBOOK);
  assert.deepEqual(Object.keys(own).sort(), ["results/r2", "results/r3", "results/r4"]); // r1 was deleted here
  assert.deepEqual([own["results/r2"].note, own["results/r3"].note], ["corrected there", "corrected here"]);
  assert.ok("results/g3" in await shown(ID));
});

test("a group that was left does not come back", async () => {
  await writeGroups(...GROUPS);
  const documents = open();
  await upgrade(documents);
  await documents.forget(ID);
  await upgrade(open());
  assert.deepEqual(await documents.list("group"), []);
  assert.equal(await documents.countWaiting(ID), 0);
});

test("the first exchange sends what waited, once, and what the server lost", async () => {
  await writeGroups(...GROUPS);
  const server = new ModelServer(() => clock.now(), 2);
  server.sync({ device: "beforehand.page", changes: [{ name: "name", value: "Friday", n: 1 }, { name: "results/g9", value: result("g9"), n: 2 }] });
  const documents = open();
  await upgrade(documents);
  for (let round = 0; round < 8; round += 1) {
    const { request } = await documents.prepare(ID);
    const [, data] = server.sync(request);
    if (round !== 1) await documents.take(ID, data, request); // one answer is lost
  }
  await upgrade(documents); // the tab of before cannot send, so its changes are there still
  const names = [...server.rows.values].filter(([, { value }]) => value !== null).map(([name]) => name).sort();
  assert.deepEqual(names, ["name", "people/Bo", "results/g2", "results/g9"]);
  assert.deepEqual(Object.keys(await shown(ID)).sort(), names);
  assert.equal(await documents.countWaiting(ID), 0);
});

const sheet = (id, time, at, facts = {}) => (
  ["sheets", { id, slug: "qin", time, query: at, at, names: ["Ann"], colours: ["red"], past: [{ "0.left": [[], ["3"]] }], future: [], finished: false, ...facts }]
);
const writeSheets = (...rows) => write("tally", 2, ["sheets", "results", "shared"], rows);
const drafts = async (documents) => {
  const records = await documents.list("draft");
  return Promise.all(records.map(({ about: { id } }) => documents.inspect((rows) => readDraft(rows, id))));
};

test("drafts come along with their steps, also what an old tab goes on writing", async () => {
  await writeSheets(sheet("d1", 5, "0.left=3&n=2"), sheet("d2", 6, "n=3", { at: undefined, query: "1.left=4&n=3", finished: true }));
  const documents = open();
  await upgrade(documents);
  const [one, two] = await drafts(documents);
  assert.deepEqual([one.at, one.past, one.names, one.time], ["0.left=3&n=2", [{ "0.left": [[], ["3"]] }], ["Ann"], 5]);
  assert.deepEqual([two.at, two.finished], ["1.left=4&n=3", true]); // which had no steps
  await writeSheets(sheet("d1", 9, "0.left=4&n=2"));
  await upgrade(open());
  assert.deepEqual((await drafts(documents)).map(({ id, at }) => [id, at]), [["d1", "0.left=4&n=2"], ["d2", "1.left=4&n=3"]]);
});

test("a draft that was changed in an old tab and here is two, and one that was deleted here does not come back", async () => {
  await writeSheets(sheet("d1", 5, "0.left=3&n=2"), sheet("d2", 6, "1.left=4&n=3"));
  const documents = open();
  await upgrade(documents);
  await documents.transact(async (rows) => {
    await writeDraft(rows, { ...await readDraft(rows, "d1"), at: "0.left=7&n=2", time: 8 });
    await deleteDraft(rows, "d2");
  });
  await writeSheets(sheet("d1", 9, "0.left=4&n=2"));
  await upgrade(open());
  assert.deepEqual((await drafts(documents)).map(({ at }) => at).sort(), ["0.left=4&n=2", "0.left=7&n=2"]);
});

test("a phone that has drafts and groups keeps both", async () => {
  await writeSheets(sheet("d1", 5, "0.left=3&n=2"));
  await writeGroups(...GROUPS);
  const documents = open();
  await upgrade(documents);
  assert.deepEqual([(await drafts(documents)).length, (await documents.list("group")).length], [1, 1]);
});

test("what waits for a shared sheet comes along, of each tab of before, and what it held", async () => {
  const tab = (device, time, outbox, since = 3) => ["shared", {
    id: `sheet ${device}`, shared: "sheet", device, n: 2, since, asked: since, time, outbox,
    shadow: { "0.left": [["20"], 1, "bo"], "@seat.0": [["bo"], 2, "bo"] }, page: { game: "qin", main: "<p>as it was drawn then</p>" },
  }];
  const change = (value, typed, n) => ({ value, n, base: 3, typed });
  await write("tally", 2, ["sheets", "results", "shared"], [
    tab("ann.1", 50, { "1.left": change(["7"], 40, 1), "@ready.1": change(["1"], 41, 2) }), tab("ann.2", 60, { "1.left": change(["8"], 45, 1), "2.left": change([], 46, 2) }),
  ]);
  const documents = open();
  await upgrade(documents);
  assert.deepEqual(await shown("shared sheet"), { "0.left": ["20"], "1.left": ["8"] });
  const { request } = await documents.prepare("shared sheet");
  assert.deepEqual([request.device, request.since], [documents.device, 0]);
  assert.deepEqual(request.changes.map(({ name, value, base }) => [name, value, base]), [["1.left", ["8"], 0], ["2.left", null, 0]]);
  await documents.take("shared sheet", { from: 0, seq: 9, mark: "9.a", values: {}, kept: 9, faults: [], more: false }, request);
  await upgrade(open());
  assert.equal(await documents.countWaiting("shared sheet"), 0); // each change once, though the database of before still has it
});

test("databases of before are not made where there were none", async () => {
  await upgrade(open());
  assert.deepEqual(await indexedDB.databases(), []);
});

test("an old tab still writes while the new database is open", async () => {
  await writeOwn(result("r1"));
  const documents = open();
  await upgrade(documents);
  await writeOwn(result("r2"));
  await upgrade(documents);
  assert.deepEqual(Object.keys(await shown(SCOREBOOK)).sort(), ["results/r1", "results/r2"]);
});
