// What scripts let a screen reader know besides texts: what is chosen, and what a page says as it opens.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, control, enter, openPage, press, settle, tick } from "./page.js";

test("a wall says which space is chosen, and how its borders are moved", async () => {
  await openPage("/en/chang_cheng/score?n=2&to=sheet");
  const board = document.querySelector("[data-script]");
  board.open = true;
  board.dispatchEvent(new Event("toggle"));
  await settle();
  const said = recordLiveRegions(document);
  const current = () => [...document.querySelectorAll(".lanes [aria-current]")];
  const [first, second] = document.querySelectorAll(".lanes .space");
  assert.deepEqual(current(), [first]);
  second.focus();
  await settle();
  assert.deepEqual(current(), [second]);
  await click("[data-borders]");
  assert.match(said.join(), /arrows lead to the gaps/);
});

test("a land says nothing of faults elsewhere while it is out of sight", async () => {
  const fault = "B: Lake district must be 14 or fewer";
  await openPage("/en/honshu/score?n=2&0.name=A&1.name=B&0.forest=6&1.lakes=99", { now: 0 });
  const board = document.querySelector("[data-script]");
  assert.deepEqual([document.querySelector("#summary li").textContent, board.open], [fault, false]);
  board.open = true;
  board.dispatchEvent(new Event("toggle"));
  await settle();
  board.open = false;
  await enter("1.lakes", "9");
  await tick(1000);
  const said = recordLiveRegions(document);
  await enter("1.lakes", "99");
  await tick(1000);
  assert.deepEqual(said, [`${fault} · No totals until this is corrected.`]);
});

test("a fault is said once while its cell has the focus, and described once it is left", async () => {
  await openPage("/en/trajan/score?n=2&to=sheet&0.name=Ann", { now: 0 });
  const cell = control("0.hand");
  const hint = cell.getAttribute("aria-describedby");
  const described = () => document.getElementById(cell.getAttribute("aria-describedby")).textContent;
  cell.focus();
  const said = recordLiveRegions(document);
  await enter("0.hand", "99");
  await tick(1000);
  assert.deepEqual(said.splice(0), ["Ann: Cards in hand must be 60 or fewer · No totals until this is corrected."]);
  assert.deepEqual([cell.getAttribute("aria-invalid"), cell.getAttribute("aria-describedby")], ["true", hint]);
  control("1.hand").focus();
  await tick(1000);
  assert.equal(described(), "Ann: Cards in hand must be 60 or fewer");
  cell.focus();
  await enter("0.hand", "6");
  assert.equal(cell.hasAttribute("aria-invalid"), false);
  control("1.hand").focus();
  await tick(1000);
  assert.equal(cell.getAttribute("aria-describedby"), hint);
  assert.deepEqual(said, ["Ann: 6 so far"]);
});

test("scoring says no total of before", async () => {
  await openPage("/en/qin/score?n=2&to=sheet&0.left=3&1.left=5", { now: 0 });
  await tick(1000);
  const said = recordLiveRegions(document);
  await enter("1.left", "4");
  await click(".finish .main");
  await tick(5000);
  assert.deepEqual(said, []);
});

test("mending the last fault of a page is said with the totals", async () => {
  await openPage("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=99", { now: 0 });
  await tick(1000);
  const said = recordLiveRegions(document);
  await enter("1.left", "9");
  await tick(1000);
  assert.deepEqual(said, ["Everything entered is possible now. · Ann: 21 so far · Bo: 15 so far"]); // of 24 pagodas each
});

test("a question about a blank leads who uses keys to it, and is said there", async () => {
  await openPage("/en/qin/score?n=2&to=sheet&0.name=Ann&1.name=Bo&0.left=3", { now: 0 });
  control("0.left").focus();
  await tick(1000);
  const said = recordLiveRegions(document);
  await press("Enter", { ctrlKey: true });
  await tick(1000);
  const { activeElement: cell } = document;
  assert.equal(cell.name, "1.left");
  assert.match(document.getElementById(cell.getAttribute("aria-describedby")).textContent, /^Bo: How many pagodas are left/);
  assert.deepEqual(said, []);
});

test("who holds a tile is said with the total", async () => {
  await openPage("/en/trajan/score?n=2&to=sheet&0.name=Mei", { now: 0 });
  await tick(1000);
  const said = recordLiveRegions(document);
  await click('[name="bonus.scroll_oil"][value="0gold"]'); // 3 points a card, and Mei has none
  await tick(1000);
  assert.deepEqual(said, ["Scrolls and oil: Mei, Gold side · Mei: 0 so far"]);
});
