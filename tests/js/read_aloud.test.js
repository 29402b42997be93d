// What scripts let a screen reader know besides texts: what is chosen, and what a page says as it opens.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, enter, openPage, settle, tick } from "./page.js";

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
  assert.deepEqual(said, [fault]);
});
