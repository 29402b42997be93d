// A document on a device, without a browser: rows are kept in maps.
import assert from "node:assert/strict";
import test from "node:test";
import { change, newDocument, nextRequest, receive } from "../../static/common/replica.js";

const ID = "sheet";
const PAGE = { device: "ann-phone-01.page-1", now: 1_000_000 };

/** A store of rows in memory. */
class MapRows {
  rows = new Map();
  constructor(keyOf) { this.keyOf = keyOf; }
  get = async (key) => structuredClone(this.rows.get(String(key)));
  put = async (row) => { this.rows.set(String(this.keyOf(row)), structuredClone(row)); };
  delete = async (key) => { this.rows.delete(String(key)); };
  all = async () => [...this.rows.values()];
}

async function begin(facts = { address: "api/v1/shared/x" }) {
  const keyOf = ({ document, name }) => [document, name];
  const rows = { documents: new MapRows(({ id }) => id), values: new MapRows(keyOf), outbox: new MapRows(keyOf) };
  await rows.documents.put({ ...newDocument(ID, "shared"), ...facts });
  let n = 0;
  const by = { ...PAGE, count: () => (n += 1) };
  return {
    rows,
    enter: (...entries) => change(rows, ID, entries, by),
    request: async () => nextRequest(await rows.documents.get(ID), await rows.outbox.all(), PAGE),
    take: (answer, asked) => receive(rows, ID, { faults: [], more: false, kept: 0, ...answer }, asked, by),
    value: async (name) => (await rows.values.get([ID, name]))?.value,
  };
}

const value = (text, seq, device = "bo") => ({ value: text === null ? null : [text], seq, device, age: 10 });

test("an answer that is older than an event does not bring older values back", async () => {
  const { request, take, value: shown } = await begin();
  const asked = await request();
  await take({ from: 0, seq: 2, mark: "b", values: { x: value("7", 2) } }, null);
  await take({ from: 0, seq: 1, mark: "a", values: { x: value("20", 1) } }, asked);
  assert.deepEqual(await shown("x"), ["7"]);
  assert.equal((await request()).since, 2);
});

test("what is entered while a request is on its way waits on", async () => {
  const { enter, request, take } = await begin();
  await enter(["x", ["20"]]);
  const asked = await request();
  await enter(["x", ["7"]]);
  await take({ from: 0, seq: 1, mark: "a", kept: 1, values: { x: value("20", 1, "ann-phone-01") } }, asked);
  assert.deepEqual((await request()).changes.map(({ n, value: text }) => [n, text]), [[2, ["7"]]]);
});

test("an event that replaces a value of this phone makes it ask from its last answer, as only an answer says what was lost", async () => {
  const { request, take } = await begin();
  const first = await request();
  await take({ from: 0, seq: 4, mark: "4.a", you: "ann", values: { x: value("20", 4, "ann"), y: value("3", 2) } }, first);
  await take({ from: 4, seq: 5, mark: "5.b", values: { y: value("4", 5) } }, null);
  assert.equal((await request()).since, 5); // it was another's
  await take({ from: 5, seq: 6, mark: "6.c", values: { x: value("7", 6) } }, null);
  const asked = await request();
  assert.deepEqual([asked.since, asked.mark], [4, "4.a"]);
  await take({ from: 4, seq: 6, mark: "6.c", values: { x: value("7", 6), y: value("4", 5) } }, asked);
  assert.deepEqual([(await request()).since, (await request()).mark], [6, "6.c"]);
});

test("an event before which something is missing is not taken", async () => {
  const { take, value: shown } = await begin();
  const { hasGap } = await take({ from: 3, seq: 4, mark: "d", values: { x: value("7", 4) } }, null);
  assert.deepEqual([hasGap, await shown("x")], [true, undefined]);
});

test("a server that is set back gets what it lacks, with its age", async () => {
  const { enter, request, take } = await begin();
  await take({ from: 0, seq: 8, mark: "h", values: { x: value("20", 7), y: value(null, 8), z: value("5", 3) } }, await request());
  await enter(["w", ["1"]]); // base 8 is of a history that is gone; y was cleared, and is not cleared again
  assert.equal((await request()).changes[0].base, 8);
  await take({ from: 0, seq: 3, mark: "c", kept: 0, values: { y: value("9", 2), z: value("5", 3) } }, await request());
  const { since, mark, changes } = await request();
  assert.deepEqual([since, mark], [3, "c"]);
  assert.deepEqual(changes.map(({ name, value: text, base, age }) => [name, text, base, age]), [["w", ["1"], 0, 0], ["x", ["20"], 0, 10]]);
});

test("what was typed since outlives a server that is set back", async () => {
  const { enter, request, take, value: shown } = await begin();
  await take({ from: 0, seq: 8, mark: "h", values: { x: value("20", 7) } }, await request());
  await enter(["x", ["21"]]);
  // It stands, and the older value is not sent after it: as the same phone's, that would replace it.
  await take({ from: 0, seq: 4, mark: "c", kept: 1, values: { x: value("21", 4) } }, await request());
  assert.deepEqual([await shown("x"), (await request()).changes], [["21"], []]);
});

test("a server that is set back is compared only when all its pages came", async () => {
  const { request, take } = await begin();
  await take({ from: 0, seq: 8, mark: "h", values: { x: value("20", 7), y: value("6", 8) } }, await request());
  await take({ from: 0, seq: 2, mark: "b", more: true, values: { z: value("5", 2) } }, await request());
  assert.deepEqual((await request()).changes, []);
  await take({ from: 2, seq: 3, mark: "c", values: { y: value("6", 3) } }, await request());
  assert.deepEqual((await request()).changes.map(({ name }) => name), ["x"]);
});

test("a document without an address keeps values, and nothing waits", async () => {
  const { enter, request, value: shown } = await begin({});
  await enter(["x", ["20"]], ["y", ["7"]]);
  await enter(["y", null]);
  assert.deepEqual([await shown("x"), await shown("y"), (await request()).changes], [["20"], null, []]);
});

test("a request stays below its limits, and holds one change at least", async () => {
  const { enter, request } = await begin();
  await enter(["a", "分".repeat(15_000)], ["b", "分".repeat(15_000)]);
  assert.equal((await request()).changes.length, 1);
  const many = await begin();
  await many.enter(...Array.from({ length: 250 }, (_, at) => [`r${at}`, at]));
  assert.equal((await many.request()).changes.length, 100);
});

test("an age is never negative", async () => {
  const { rows, request } = await begin();
  await change(rows, ID, [["x", ["1"]]], { ...PAGE, now: PAGE.now + 9000, count: () => 1 });
  assert.equal((await request()).changes[0].age, 0);
});
