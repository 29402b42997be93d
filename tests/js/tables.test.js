// The shared sheets that a phone sits at: found until they expire, and from their results.
import assert from "node:assert/strict";
import test from "node:test";

const stored = new Map();
globalThis.window = { localStorage: { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text), removeItem: (name) => stored.delete(name) } };
const { forgetTable, listTables, rememberTable, tableOfResult } = await import("../../static/together/tables.js");
const inADay = Date.now() / 1000 + 86_400;

test("a shared sheet is found until it expires, the last visited first", () => {
  stored.clear();
  rememberTable({ id: "a", expires: inADay });
  rememberTable({ id: "b", expires: inADay + 1, names: ["Ann"] });
  rememberTable({ id: "a", expires: inADay, isOver: true });
  assert.deepEqual(listTables().map(({ id, isOver }) => [id, isOver]), [["a", true], ["b", undefined]]);
  assert.deepEqual(listTables((inADay + 0.5) * 1000).map(({ id }) => id), ["b"]);
  forgetTable("b");
  assert.deepEqual(listTables().map(({ id }) => id), ["a"]);
});

test("what is known about a shared sheet stays when something new is learnt", () => {
  stored.clear();
  rememberTable({ id: "a", expires: inADay, result: "r1", address: "/en/together/a" });
  rememberTable({ id: "a", isOver: true });
  assert.equal(tableOfResult("r1").address, "/en/together/a");
  assert.equal(tableOfResult("r2"), undefined);
});
