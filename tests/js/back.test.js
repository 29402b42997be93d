// A page that comes back from the browser's back/forward cache keeps what was typed on it, whatever the browser does to its forms.
import assert from "node:assert/strict";
import test from "node:test";
import { control, enter, openPage, settle, totals } from "./page.js";

/** What a browser tells a page that it puts away, or that it brings back. */
const turn = (type) => dispatchEvent(Object.assign(new Event(type), { persisted: true }));

test("a sheet that the browser emptied keeps its numbers", async () => {
  const device = {};
  await openPage("/en/qin/score?n=2&to=sheet", { device });
  await enter("0.left", "3");
  await enter("1.left", "5");
  assert.deepEqual(totals(), ["21", "19"]); // of 24 pagodas each
  turn("pagehide");
  for (const name of ["0.left", "1.left"]) control(name).value = ""; // Safari does so in forms that have autocomplete off
  turn("pageshow");
  await settle();
  assert.deepEqual([control("0.left").value, control("1.left").value], ["3", "5"]);
  await enter("0.left", "4");
  assert.deepEqual(totals(), ["20", "19"]);
  await openPage("/en/qin/score?n=2&to=sheet&0.left=4&1.left=5", { device, isReload: true });
  assert.deepEqual([control("0.left").value, control("1.left").value], ["4", "5"]);
});

test("forms cannot be emptied while they are away", async () => {
  for (const path of ["/en/qin/score?n=2", "/en/qin/help/village"]) {
    await openPage(path);
    const count = () => document.querySelectorAll("form[autocomplete=off]").length;
    const before = count();
    assert.ok(before > 0);
    turn("pagehide");
    assert.equal(count(), 0);
    turn("pageshow");
    assert.equal(count(), before);
  }
});
