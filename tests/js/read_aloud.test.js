// What scripts let a screen reader know besides texts: what is chosen, and what a page says as it opens.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, openPage, settle } from "./page.js";

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
