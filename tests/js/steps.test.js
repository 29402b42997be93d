// Undo and redo of a sheet, and clearing a line of it.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, openPage, tick, totals } from "./page.js";

const QIN = "/en/qin/score?n=2&to=sheet";
const values = (...names) => names.map((name) => control(name)?.value);
const undo = () => click("[data-undo]");
const redo = () => click("[data-redo]");

test("entries are undone and redone one by one", async () => {
  await openPage(QIN);
  await enter("0.left", "4");
  await enter("1.left", "12");
  await enter("0.left", "5");
  for (const state of [["4", "12"], ["4", ""], ["", ""]]) {
    await undo();
    assert.deepEqual(values("0.left", "1.left"), state);
  }
  assert.equal(document.getElementById("stepped").textContent, "Undone: A: Pagodas left");
  for (const state of [["4", ""], ["4", "12"], ["5", "12"]]) {
    await redo();
    assert.deepEqual(values("0.left", "1.left"), state);
  }
  assert.deepEqual(totals(), ["19", "12"]); // of 24 pagodas each
});

test("totals that are still awaited are not announced after undo", async () => {
  await openPage(QIN, { now: 0 });
  await enter("0.left", "4");
  await undo();
  await tick(1000);
  assert.equal(document.getElementById("stepped").textContent, "Undone: A: Pagodas left");
});

test("clearing a line is undone", async () => {
  const path = "/en/trajan/score?n=2&to=sheet&0.points=80&1.points=71&0.hand=2&1.hand=3&bonus.bread=1gold&1.bread=1";
  const cells = ["0.points", "1.points", "0.hand", "1.hand"];
  await openPage(path);
  const rule = document.querySelector("#c-hand details.why");
  rule.open = true;
  rule.dispatchEvent(new Event("toggle"));
  await click("#c-hand .clear-line");
  assert.deepEqual(values(...cells), ["80", "71", "", ""]);
  await undo();
  assert.deepEqual(values(...cells), ["80", "71", "2", "3"]);
  assert.deepEqual(totals(), ["82", "83"]); // 80 + 2; 71 + 3, and 9 for the gold bonus tile with one bread tile
});
