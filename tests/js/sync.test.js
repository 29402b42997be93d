import assert from "node:assert/strict";
import { test } from "node:test";
import { change, newRecord, pendingChanges, receive, valueOf } from "../../static/together/entries/sync.js";

const record = () => newRecord("table", "phone");

test("a change waits until the server has kept it", () => {
  const mine = record();
  change(mine, "0.prestige", ["5"], 0);
  assert.deepEqual(valueOf([mine], "0.prestige"), ["5"]);
  receive(mine, { seq: 1, kept: 1, fields: { "0.prestige": { value: ["5"], seq: 1, device: "phone" } } });
  assert.deepEqual(mine.outbox, {});
  assert.deepEqual(valueOf([mine], "0.prestige"), ["5"]);
});

test("a change that replaces a waiting one has a number of its own", () => {
  const mine = record();
  change(mine, "0.prestige", ["1"], 0);
  change(mine, "0.prestige", ["14"], 0);
  receive(mine, { seq: 1, kept: 1, fields: { "0.prestige": { value: ["1"], seq: 1, device: "phone" } } });
  assert.deepEqual(valueOf([mine], "0.prestige"), ["14"]);
  assert.equal(mine.outbox["0.prestige"].n, 2);
});

test("ages are never negative, whatever the clock does", () => {
  const mine = record();
  change(mine, "0.keys", ["4"], 90_000_000);
  assert.equal(pendingChanges(mine, 1000)[0].age, 0);
  assert.equal(pendingChanges(mine, 90_012_000)[0].age, 12);
});

test("what lost against an entry that came before its answer is shown", () => {
  const mine = record();
  change(mine, "0.cities", ["9"], 0);
  receive(mine, { seq: 3, fields: { "0.cities": { value: ["4"], seq: 3, device: "other" } } });
  assert.deepEqual(valueOf([mine], "0.cities"), ["9"]);
  assert.deepEqual(receive(mine, { seq: 4, kept: 1, fields: {} }), ["0.cities"]);
  assert.deepEqual(valueOf([mine], "0.cities"), ["4"]);
});

test("an answer that comes late changes nothing", () => {
  const mine = record();
  receive(mine, { seq: 7, fields: { edition: { value: ["big_box"], seq: 7, device: "other" } } });
  const names = receive(mine, { seq: 7, fields: { edition: { value: ["2009"], seq: 3, device: "other" } } });
  assert.deepEqual(names, []);
  assert.deepEqual(valueOf([mine], "edition"), ["big_box"]);
});

test("what a closed tab left stands until it is sent", () => {
  const [closed, mine] = [record(), newRecord("table", "tab 2")];
  change(closed, "1.cities", ["3"], 0);
  receive(mine, { seq: 2, fields: { "1.cities": { value: ["2"], seq: 2, device: "other" } } });
  assert.deepEqual(valueOf([closed, mine], "1.cities"), ["3"]);
});

test("a change that cannot be is dropped, the others wait", () => {
  const mine = record();
  change(mine, "0.keys", ["x"], 0);
  change(mine, "0.cities", ["3"], 0);
  receive(mine, { seq: 0, kept: 0, faults: [{ path: "0.keys" }], fields: {} });
  assert.deepEqual(Object.keys(mine.outbox), ["0.cities"]);
});

test("an older database that was restored is taken over whole", () => {
  const mine = record();
  receive(mine, { seq: 9, fields: { wall: { value: ["A B"], seq: 9, device: "other" } } });
  receive(mine, { seq: 4, fields: { wall: { value: ["A"], seq: 4, device: "other" } } });
  assert.deepEqual(valueOf([mine], "wall"), ["A"]);
  assert.equal(mine.since, 4);
});

test("what comes later than it was told takes nothing away", () => {
  const mine = record();
  const seat = { "@seat.1": { value: ["other"], seq: 2, device: "other" } };
  receive(mine, { seq: 5, fields: seat });
  receive(mine, { seq: 7, kept: 1, fields: { "0.keys": { value: ["3"], seq: 7, device: "me" } } }, 5); // the answer to a change of this device
  receive(mine, { seq: 6, fields: { "1.keys": { value: ["2"], seq: 6, device: "other" } } }, 5); // the stream's message of what came before it
  assert.deepEqual(valueOf([mine], "@seat.1"), ["other"]);
  assert.deepEqual(valueOf([mine], "0.keys"), ["3"]);
  assert.deepEqual(valueOf([mine], "1.keys"), ["2"]);
  assert.equal(mine.since, 7);
});

test("all that waits goes out in the order in which it was typed", () => {
  const mine = record();
  for (const name of ["b", "a", "b"]) change(mine, name, [name], 0);
  assert.deepEqual(pendingChanges(mine, 0).map(({ field, n }) => [field, n]), [["a", 2], ["b", 3]]);
});
