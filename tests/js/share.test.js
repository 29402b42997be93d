// What a result sends away, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { click, openPage, settle } from "./page.js";

const RESULT = "/en/trajan/score?n=2&0.name=Ann&1.name=Bo&0.points=80&1.points=120";

test("the text of a result goes to the share sheet", async () => {
  await openPage(RESULT);
  let shared;
  navigator.share = async (data) => { shared = data; };
  await click("[data-send]");
  await settle();
  assert.ok(shared.text.trimStart().startsWith("Trajan\nBo wins, 120 to 80\n1. Bo 120\n2. Ann 80\nhttp://"), shared.text);
});

test("a play for a collection has the time of the click", async () => {
  await openPage(RESULT, { now: Date.UTC(2031, 1, 3, 4, 5, 6) });
  const link = document.querySelector("[data-bg-stats]");
  const play = () => JSON.parse(new URL(link.href).searchParams.get("data"));
  const before = play();
  link.addEventListener("click", (event) => event.preventDefault());
  await click(link);
  assert.deepEqual(play(), { ...before, playDate: "2031-02-03 04:05:06" });
});
