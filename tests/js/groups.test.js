// A group's scorebook as a phone has it: what waits, what the server has, whose name counts as whose, and the last evening.
import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedName, lastEvening, layOver, nextChanges, resultsOf, settle } from "../../static/groups/merge.js";

const kept = (date, names, winners, slug = "qin") => ({
  slug, date, query: "", result: { players: names.map((name) => ({ name, colour: "red", total: 1, rank: 1 })), winners },
});
const row = (path, n, device = "phone", value = null) => ({ id: `g ${path}`, path, value, n, base: 0, typed: 0, device });

test("a change that waits goes before what the server has", () => {
  const values = layOver([{ path: "a", value: 1, seq: 4 }, { path: "b", value: 2, seq: 5 }], [row("b", 1), row("c", 2)]);
  assert.deepEqual([...values], [["a", 1], ["b", null], ["c", null]]);
});

test("changes of one device are sent in their order", () => {
  const { device, rows, changes } = nextChanges([row("b", 2), row("x", 1, "import"), row("a", 1)], 5000);
  assert.deepEqual([device, rows.map(({ path }) => path)], ["phone", ["a", "b"]]);
  assert.deepEqual(changes[0], { path: "a", value: null, n: 1, base: 0, age: 5 });
});

test("a request stays below its limits, and holds one change at least", () => {
  const large = "分".repeat(15_000);
  assert.equal(nextChanges([row("a", 1, "phone", large), row("b", 2, "phone", large)], 0).rows.length, 1);
  assert.equal(nextChanges(Array.from({ length: 250 }, (_, at) => row(`r${at}`, at + 1)), 0).rows.length, 100);
  assert.deepEqual(nextChanges([], 0).changes, []);
});

test("an age is never negative", () => {
  assert.equal(nextChanges([{ ...row("a", 1), typed: 9000 }], 1000).changes[0].age, 0);
});

test("what is kept or at fault waits no longer", () => {
  const rows = [row("a", 1), row("b", 2), row("c", 3)];
  const { kept: done, faulty } = settle(rows, { kept: 2, faults: [{ path: "b", code: "type", message: "" }] });
  assert.deepEqual([done.map(({ path }) => path), faulty.map(({ path }) => path)], [["a"], ["b"]]);
});

test("a name counts under another, and a circle is left where it closes", () => {
  const values = new Map([["@is.Annie", "Ann"], ["@is.Ann", "Anna"], ["@is.Bo", "Bob"], ["@is.Bob", "Bo"], ["@is.Cy", null]]);
  assert.deepEqual(["Annie", "Bo", "Bob", "Cy", "小明"].map((name) => joinedName(name, values)), ["Anna", "Bob", "Bo", "Cy", "小明"]);
});

test("results are without what was deleted, and with joined names", () => {
  const one = kept("2026-11-20", ["Annie", "Bo"], [0]);
  const values = new Map([["@name", "Friday"], ["r1", one], ["r2", null], ["@is.Annie", "Ann"]]);
  const results = resultsOf(values);
  assert.deepEqual(results.map(({ id, result }) => [id, result.players.map(({ name }) => name)]), [["r1", ["Ann", "Bo"]]]);
  assert.equal(one.result.players[0].name, "Annie");
});

test("the last evening says how many games there were, and who won them", () => {
  // On the 20th: Ann won one alone and one with Bo; the game of the 13th is another evening.
  const results = [
    kept("2026-11-20", ["Ann", "Bo"], [0]), kept("2026-11-13", ["Ann", "Bo"], [1]), kept("2026-11-20", ["Bo", "Ann"], [0, 1], "trajan"),
  ];
  assert.deepEqual(lastEvening(results), { date: "2026-11-20", count: 2, slugs: ["qin", "trajan"], wins: [["Ann", 2], ["Bo", 1]] });
  assert.equal(lastEvening([]), null);
});
