// Drafts: a sheet is kept at every entry, and works where nothing can be kept.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, openPage, totals } from "./page.js";

const QIN = "/en/qin/score?n=2&to=sheet";
const refused = () => ({ database: { open() { throw new DOMException("no", "SecurityError"); } } });
const cards = () => [...document.querySelectorAll("#continue .kept")];

test("a sheet works where nothing can be stored, and says so", async () => {
  const device = refused();
  await openPage(QIN, { device });
  await enter("0.left", "4");
  await enter("1.left", "3");
  assert.deepEqual(totals(), ["20", "21"]); // of 24 pagodas each
  assert.match(document.getElementById("unkept").textContent, /does not let Tally keep the sheet/);
  await openPage("/en/", { device });
  assert.deepEqual(cards(), []);
});

test("a storage that is full is said once, and kept again once there is room", async () => {
  const device = {};
  await openPage(QIN, { device });
  const { put } = IDBObjectStore.prototype;
  let notes = 0;
  new MutationObserver((all) => { notes += all.length; }).observe(document.getElementById("unkept"), { childList: true });
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  try {
    await enter("0.left", "4");
    await click("[data-undo]");
    await click("[data-redo]");
    assert.match(document.getElementById("unkept").textContent, /does not let Tally keep the sheet/);
    assert.equal(notes, 1);
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  await enter("1.left", "2");
  assert.equal(document.getElementById("unkept").textContent, "");
  await openPage("/en/", { device });
  await openPage(cards()[0].querySelector("a").getAttribute("href"), { device });
  assert.deepEqual([control("0.left").value, control("1.left").value], ["4", "2"]);
});

test("sheets of one game are separate drafts, and an empty sheet is none", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.name", "Ann");
  await enter("0.left", "4");
  await openPage("/en/qin/score?n=3&to=sheet", { device });
  await enter("0.name", "Bo");
  await enter("0.left", "3");
  await openPage("/en/qin/score?n=3&to=sheet", { device });
  await openPage("/en/", { device });
  assert.equal(cards().length, 2);
  assert.deepEqual(cards().map((card) => card.querySelector("bdi").textContent).sort(), ["Ann", "Bo"]);
});

test("a draft that is deleted comes back by undo alone", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.left", "4");
  await openPage("/en/", { device });
  const remove = () => click([...document.querySelectorAll("#continue button")].find(({ ariaLabel }) => ariaLabel?.startsWith("Delete: Qin")));
  const undo = () => [...document.querySelectorAll("#continue button, #continue ~ * button")].find(({ textContent }) => textContent === "Undo");
  await remove();
  await click(undo());
  assert.equal(cards().length, 1);
  await remove();
  assert.equal(document.activeElement, undo());
  await openPage("/en/", { device });
  assert.deepEqual(cards(), []);
});
