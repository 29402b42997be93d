// Undo and redo of a sheet, and clearing a line of it.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, control, enter, openPage, press, tick, totals, type } from "./page.js";

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

test("each key takes back the last thing wherever the focus is, and says once what it was", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet&0.name=Ann", { now: 0 });
  const key = () => document.querySelector('[name="0.keys"]:checked').value;
  const heard = recordLiveRegions(document);
  const said = async () => {
    await tick(1000); // totals that were taken back are not announced as well
    return heard.splice(0);
  };
  await enter("0.prestige", "12");
  assert.deepEqual(await said(), ["Ann: 12 so far"]);
  await click('[name="0.keys"][value="4"]');
  await said();
  control("1.prestige").focus(); // an empty cell has nothing of its own to take back
  assert.equal(await press("z", { ctrlKey: true }), true);
  assert.deepEqual([key(), control("0.prestige").value, await said()], ["", "12", ["Undone: Ann: City Keys"]]);
  await press("z", { ctrlKey: true });
  assert.deepEqual([control("0.prestige").value, await said()], ["", ["Undone: Ann: Prestige points"]]);
  await press("y", { ctrlKey: true });
  assert.deepEqual(await said(), ["Redone: Ann: Prestige points"]);
  await press("Z", { ctrlKey: true, shiftKey: true });
  assert.deepEqual([key(), await said()], ["4", ["Redone: Ann: City Keys"]]);
});

test("a number being typed is taken back whole", async () => {
  await openPage(QIN);
  const cell = control("0.left");
  cell.focus();
  for (const text of ["1", "12"]) {
    cell.value = text;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await press("z", { ctrlKey: true });
  assert.equal(cell.value, "");
  await press("z", { ctrlKey: true, shiftKey: true });
  assert.equal(cell.value, "12");
});

test("steps are there again when a sheet is loaded again or opened from its draft, and not on a new one", async () => {
  for (const [name, text] of [["0.name", "Ann"], ["0.left", "4"]]) { // a sheet with names only, which is no draft yet, keeps its steps too
    const device = {};
    await openPage(QIN, { device, now: 0 });
    await enter(name, text);
    await tick(1000);
    await openPage(`/en/qin/score${location.search}`, { device, isReload: true });
    await undo();
    assert.deepEqual(values(name), [""]);
    await openPage(QIN, { device });
    assert.equal(document.querySelector("[data-undo]").ariaDisabled, "true");
  }
});

test("undo waits until the steps are loaded", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.left", "4");
  control("0.left").blur();
  await enter("0.left", "5");
  const { open } = device.database;
  device.database.open = (...given) => { // the button is pressed before the database has answered
    if (given[0] !== "tally documents") return open.apply(device.database, given); // a database of before, whenever it is looked at
    device.database.open = open;
    document.querySelector("[data-undo]").click();
    return open.apply(device.database, given);
  };
  await openPage(`${QIN}&0.left=5`, { device, isReload: true });
  assert.deepEqual(values("0.left"), ["4"]);
});

test("a sheet that is cleared before it is saved stays a draft", async () => {
  const device = {};
  await openPage(QIN, { device });
  type("0.left", "4");
  await click('.clearing [data-seat="all"]');
  assert.deepEqual(values("0.left"), [""]);
  await undo();
  assert.deepEqual(values("0.left"), ["4"]);
  await openPage("/en/", { device });
  assert.equal(document.querySelectorAll("#continue .kept").length, 1);
});

test("clearing a player or all is undone", async () => {
  const cells = ["0.points", "1.points", "0.hand", "1.hand"];
  await openPage("/en/trajan/score?n=2&to=sheet&0.name=Ann&0.points=80&1.points=71&0.hand=2&1.hand=3");
  await click('.clearing [data-seat="1"]');
  assert.deepEqual([totals(), values(...cells)], [["82", "–"], ["80", "", "2", ""]]);
  await undo();
  assert.deepEqual(totals(), ["82", "74"]); // 80 + 2 and 71 + 3
  await click('.clearing [data-seat="all"]');
  assert.deepEqual(values(...cells, "0.name"), ["", "", "", "", "Ann"]);
});
