// The score sheet and its draft, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { control, enter, openPage, tick, totals } from "./page.js";

test("totals and the address follow what is entered", async () => {
  await openPage("/en/qin/score?n=2&0.left=3&to=sheet", { now: 1000 });
  const said = recordLiveRegions(document);
  await enter("1.left", "5");
  await tick(1000);
  assert.deepEqual([totals(), said], [["21", "19"], ["B: 19 so far"]]); // of 24 pagodas each
  assert.equal(location.search, "?n=2&0.left=3&1.left=5&to=sheet");
});

test("a total is not announced while a fault stands, but once it is mended", async () => {
  await openPage("/en/qin/score?n=2&to=sheet", { now: 1000 });
  const said = recordLiveRegions(document);
  await enter("1.left", "7"); // 17 of 24 are built, which is the total as long as 77 is impossible
  await enter("1.left", "77");
  await tick(1000);
  assert.deepEqual(said.splice(0), ["B: Pagodas left must be 24 or fewer · No totals until this is corrected."]);
  await enter("1.left", "7");
  await tick(1000);
  assert.deepEqual(said, ["B: 17 so far"]);
});

test("a sheet that is left can be continued from the first page", async () => {
  const device = {};
  await openPage("/en/qin/score?n=2", { device });
  await enter("1.left", "5");
  await openPage("/zh-Hant/", { device });
  assert.match(document.querySelector("#continue button").ariaLabel, /^刪除：秦、/); // Chinese punctuation
  await openPage("/en/", { device });
  const link = document.querySelector("#continue a");
  await openPage(link.getAttribute("href"), { device });
  assert.deepEqual([control("0.left").value, control("1.left").value], ["", "5"]);
});

test("each fault of a row has its text, and the summary lists what is not mended", async () => {
  await openPage("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=x&1.left=99", { now: 0 });
  const summary = () => [...document.querySelectorAll("#summary li")].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  const textOf = (name) => document.getElementById(control(name).getAttribute("aria-describedby"))?.textContent;
  const [first, second] = summary();
  assert.deepEqual([first, second].map((text) => text.split(":")[0]), ["Ann", "Bo"]);
  await enter("0.name", "Ann"); // scores the sheet in the page
  await enter("0.left", "y");
  assert.deepEqual([textOf("0.left"), textOf("1.left")], [first, second]);
  await enter("0.left", "3");
  assert.deepEqual([control("0.left").hasAttribute("aria-invalid"), textOf("1.left"), summary()], [false, second, [second]]);
  for (const named of document.querySelectorAll("#sheet [aria-describedby]")) {
    for (const id of named.getAttribute("aria-describedby").split(" ")) assert.ok(document.getElementById(id), id);
  }
});

test("scripts read the form as it stands when they start", async () => {
  const device = {};
  await openPage("/en/qin/score?n=2&0.left=3&to=sheet", { device, now: 1000, before: () => { control("1.left").value = "5"; } });
  await tick(1000);
  assert.deepEqual(totals(), ["21", "19"]); // of 24 pagodas each
  assert.equal(location.search, "?n=2&0.left=3&1.left=5&to=sheet");
  await openPage("/en/", { device });
  assert.equal(document.querySelectorAll("#continue .kept").length, 1);
});

test("a form that is emptied after its page came back is filled in again", async () => {
  await openPage("/en/qin/score?n=2", { now: 0 });
  await enter("0.left", "3");
  await enter("1.left", "5");
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  for (const name of ["0.left", "1.left"]) control(name).value = ""; // Safari does so in a task after the event
  await tick(1);
  assert.deepEqual([control("0.left").value, control("1.left").value], ["3", "5"]);
  assert.deepEqual(totals(), ["21", "19"]);
});
