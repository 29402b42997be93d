// A scorebook as a device keeps it: which values are results, whose name counts as whose, and the summary for other pages.
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { openDocuments } from "../../static/common/documents.js";
import { openBook } from "../../static/scorebook/kept_book.js";
import { isResult, lastEvening, readResults, resolveNames } from "../../static/scorebook/results.js";
import { FakeClock } from "./model_server.js";

const kept = (date, names, winners, slug = "qin") => ({
  id: "r1", slug, date, place: "", note: "", query: "", changed: 1,
  result: { players: names.map((name) => ({ name, colour: "red", total: 1, rank: 1 })), winners },
});
const ONE = kept("2026-11-20", ["Annie", "Bo"], [0]);

function open() {
  const documents = openDocuments({ phone: "annphone01", clock: new FakeClock(), indexedDB: new IDBFactory(), keyRange: IDBKeyRange });
  return { documents, book: openBook(documents, { id: "scorebook", kind: "book" }) };
}

test("a name counts as another, and a circle as where it closes", () => {
  const joined = new Map([["Annie", "Ann"], ["Ann", "Anna"], ["Bo", "Bob"], ["Bob", "Bo"], ["Cy", "Cy"]]);
  const names = resolveNames(joined);
  assert.deepEqual(["Annie", "Ann", "Bo", "Bob", "Cy", "小明"].map((name) => names.get(name)), ["Anna", "Anna", "Bob", "Bob", "Cy", undefined]);
});

test("a chain of a thousand names is resolved", () => {
  const joined = new Map(Array.from({ length: 1000 }, (_, at) => [`p${at}`, `p${at + 1}`]));
  assert.ok([...resolveNames(joined).values()].every((name) => name === "p1000"));
});

test("results are without what was deleted, and with joined names", () => {
  const values = new Map([["name", "Friday"], ["results/r1", ONE], ["results/r2", null], ["people/Annie", "Ann"]]);
  const { results, unreadable } = readResults(values);
  assert.deepEqual(results.map(({ id, result }) => [id, result.players.map(({ name }) => name)]), [["r1", ["Ann", "Bo"]]]);
  assert.deepEqual([ONE.result.players[0].name, unreadable], ["Annie", 0]);
});

test("a result that cannot be drawn is counted, and the others are there", () => {
  const broken = [
    { ...ONE, date: "2026-13-40" }, { ...ONE, slug: 7 }, { ...ONE, result: { players: [], winners: [] } }, { ...ONE, result: null }, "text",
    { ...ONE, result: { ...ONE.result, winners: [2] } }, { ...ONE, result: { ...ONE.result, winners: [null] } }, { ...ONE, starter: 2 },
    { ...ONE, minutes: "90" }, { ...ONE, changed: null }, { ...ONE, result: { ...ONE.result, players: [{ name: "Ann" }] } },
  ];
  const values = new Map([ONE, ...broken].map((value, at) => [`results/r${at}`, value]));
  const { results, unreadable } = readResults(values);
  assert.deepEqual([results.map(({ id }) => id), unreadable], [["r0"], 11]);
});

test("a result may say where it was played, how long, and who began", () => {
  assert.ok(isResult({ ...ONE, place: "Café", minutes: 90, starter: 1 }));
  assert.ok(isResult({ ...ONE, minutes: 0 }));
});

test("the last evening says how many games there were, and who won them", () => {
  // On the 20th: Ann won one alone and one with Bo; the game of the 13th is another evening.
  const results = [
    kept("2026-11-20", ["Ann", "Bo"], [0]), kept("2026-11-13", ["Ann", "Bo"], [1]), kept("2026-11-20", ["Bo", "Ann"], [0, 1], "trajan"),
  ];
  assert.deepEqual(lastEvening(results), { date: "2026-11-20", count: 2, slugs: ["qin", "trajan"], wins: [["Ann", 2], ["Bo", 1]] });
  assert.equal(lastEvening([]), null);
});

test("a book keeps the names that were typed under joined ones", async () => {
  const { documents, book } = open();
  await book.put(ONE);
  await book.join(["Annie"], "Ann");
  const [shown] = book.results;
  await book.put({ ...book.asTyped(shown), note: "edited" });
  const value = (await documents.values("scorebook")).get("results/r1");
  assert.deepEqual([value.note, value.result.players[0].name, book.results[0].result.players[0].name], ["edited", "Annie", "Ann"]);
  await book.part("Annie");
  assert.deepEqual([book.results[0].result.players[0].name, book.joined()], ["Annie", {}]);
});

test("a book tells other pages its last evening without being read", async () => {
  const { documents, book } = open();
  await book.putAll([ONE, { ...kept("2026-11-13", ["Ann", "Bo"], [1]), id: "r2" }]);
  await book.remove("r1");
  await book.summarise();
  const { count, evening, head } = await documents.get("scorebook");
  assert.deepEqual([count, evening.date, head.map(({ id }) => id)], [1, "2026-11-13", ["r2"]]);
});

test("results of a file are as old as their last change", async () => {
  const clock = new FakeClock();
  const documents = openDocuments({ phone: "annphone01", clock, indexedDB: new IDBFactory(), keyRange: IDBKeyRange });
  await documents.remember("group x", "group", { address: "api/v1/groups/x" });
  await openBook(documents, { id: "group x", kind: "group" }).putAll([{ ...ONE, changed: clock.now() - 60_000 }]);
  const { request } = await documents.prepare("group x");
  assert.deepEqual(request.changes.map(({ name, age }) => [name, age]), [["results/r1", 60]]);
});

test("a book that another tab changed is read again where it changed", async () => {
  const { documents, book } = open();
  await book.put(ONE);
  assert.equal(await book.refresh(["results/r1"]), false);
  await documents.enter("scorebook", [["results/r1", { ...ONE, note: "elsewhere" }]]);
  assert.equal(await book.refresh(["results/r1"]), true);
  assert.equal(book.results[0].note, "elsewhere");
});

test("a book that the browser does not keep says so, and shows it", async () => {
  const refusing = { open() { throw new DOMException("no", "SecurityError"); } };
  const documents = openDocuments({ phone: "annphone01", clock: new FakeClock(), indexedDB: refusing, keyRange: IDBKeyRange });
  const book = openBook(documents, { id: "scorebook", kind: "book" });
  await assert.rejects(book.load());
  await assert.rejects(book.put(ONE));
  assert.equal(book.results.length, 1);
});
