// Drafts: a sheet is kept at every entry, and works where nothing can be kept.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, leave, openPage, totals, type } from "./page.js";

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

/** Type a text, and leave the sheet before it is written: a page gives its transactions up. */
async function typeAndLeave(name, text) {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("left", "AbortError"); };
  type(name, text);
  await leave();
  IDBObjectStore.prototype.put = put;
}

test("a number typed just before a sheet is loaded again is there, although its address and history are older", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.left", "3");
  await typeAndLeave("0.left", "4");
  await openPage(`${QIN}&0.left=3`, { device, isReload: true });
  assert.equal(control("0.left").value, "4");
  assert.match(location.search, /0\.left=4/); // what is copied from the address bar is the sheet that is shown
  await openPage("/en/", { device });
  assert.deepEqual(cards().map((card) => card.querySelector(".num").textContent), ["20"]); // one draft, of 24 pagodas
});

test("what is typed while a draft is read changes nothing else", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.left", "3");
  await enter("0.left", "4");
  const { open } = device.database;
  device.database.open = (...given) => {
    if (given[0] !== "tally documents") return open.apply(device.database, given); // a database of before, whenever it is looked at
    device.database.open = open;
    type("1.left", "6");
    return open.apply(device.database, given);
  };
  await openPage(`${QIN}&0.left=3`, { device, isReload: true });
  assert.deepEqual([control("0.left").value, control("1.left").value], ["4", "6"]);
  await openPage(`${QIN}&0.left=4`, { device, isReload: true });
  assert.deepEqual([control("0.left").value, control("1.left").value], ["4", "6"]);
});

test("what one sheet could not save is not replaced by what is typed into another", async () => {
  const device = {};
  await openPage(QIN, { device });
  await typeAndLeave("0.left", "4");
  const { open } = device.database;
  device.database.open = () => { throw new DOMException("no", "UnknownError"); };
  await openPage(QIN, { device });
  await enter("0.left", "3");
  device.database.open = open;
  await openPage("/en/", { device });
  assert.equal(cards().length, 2);
});

test("an unsaved number outlives a database that does not answer when the sheet is loaded again", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.left", "3");
  await typeAndLeave("0.left", "4");
  const { open } = device.database;
  device.database.open = () => { throw new DOMException("no", "UnknownError"); };
  await openPage(`${QIN}&0.left=3`, { device, isReload: true });
  assert.equal(control("0.left").value, "4");
  device.database.open = open;
  await openPage(`${QIN}&0.left=3`, { device, isReload: true });
  assert.equal(control("0.left").value, "4");
});


test("a sheet that is cleared after its result was kept is another game", async () => {
  const device = {};
  const full = (one, other) => `/en/qin/score?n=2&0.left=${one}&1.left=${other}`;
  const enterAndKeep = async (one, other) => {
    await enter("0.left", one);
    await enter("1.left", other);
    const id = history.state.sheet;
    await openPage(`${full(one, other)}#sheet-${id}`, { device });
    await click("[data-result] button");
    return id;
  };
  await openPage(QIN, { device });
  const first = await enterAndKeep("4", "3");
  await openPage(`${full("4", "3")}&to=sheet#sheet-${first}`, { device }); // "Change entries"
  await click('.clearing [data-seat="all"]');
  assert.equal(control("0.left").value, "");
  await click("[data-undo]");
  assert.equal(history.state.sheet, first); // brought back, it is the same game
  await click('.clearing [data-seat="all"]');
  const second = await enterAndKeep("4", "3"); // equal numbers of two sheets are two games
  assert.notEqual(second, first);
  await openPage("/en/scorebook", { device });
  assert.equal(document.querySelectorAll(".kept").length, 2);
});

test("a draft on the first page shows who plays and how it stands, and is finished by its result", async () => {
  const device = {};
  await openPage(QIN, { device });
  await enter("0.name", "Ann");
  await enter("0.left", "4");
  const colours = [...document.getElementById("sheet").classList].filter((one) => /^c\d-/.test(one)).sort();
  await openPage("/en/", { device });
  assert.equal(cards().length, 1);
  const [card] = cards();
  assert.equal(card.querySelector(".num").textContent, "20"); // of 24 pagodas
  assert.deepEqual([...card.querySelectorAll("bdi")].map(({ textContent }) => textContent), ["Ann", "B"]);
  assert.match(card.querySelector("small").textContent, /^\d+ minutes? ago · Ann, B$/);
  assert.deepEqual([...card.querySelector(".people").classList].filter((one) => /^c\d-/.test(one)).sort(), colours);
  await openPage(card.querySelector("a").getAttribute("href"), { device });
  await enter("1.left", "2");
  const { sheet } = history.state;
  await openPage(`/en/qin/score?n=2&0.name=Ann&0.left=4&1.left=2#sheet-${sheet}`, { device }); // its result
  await openPage("/en/", { device });
  assert.deepEqual(cards(), []);
  await openPage(`/en/qin/score?n=2&0.name=Ann&0.left=4&1.left=2&to=sheet#sheet-${sheet}`, { device }); // "Change entries"
  await enter("0.left", "5");
  await openPage("/en/", { device });
  assert.deepEqual(cards().map((one) => one.querySelector(".num").textContent), ["19"]);
});

test("the players are offered again for the next game, of this kind or another", async () => {
  const device = {};
  await openPage("/en/qin/score?n=3&match=1&to=sheet", { device });
  const colours = () => [...document.getElementById("sheet").classList].filter((one) => /^c\d-/.test(one)).sort();
  const before = colours();
  assert.equal(before.length, 3);
  await enter("0.name", "Ann");
  await enter("1.name", "小明");
  await enter("0.left_bird", "4");
  await openPage("/en/", { device });
  const again = [...document.querySelectorAll("a")].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim().startsWith("Again: Qin"));
  assert.match(again.textContent, /Ann, 小明, C/);
  await openPage(again.getAttribute("href"), { device });
  assert.deepEqual(["1.name", "2.name", "0.left_bird"].map((name) => control(name).value), ["小明", "", ""]);
  await openPage("/en/qin/score", { device });
  await openPage(document.querySelector("#tables a").href, { device });
  assert.deepEqual([control("0.name").value, control("match").checked], ["Ann", true]);
  await openPage("/en/hansa_teutonica/score", { device });
  await openPage(document.querySelector("#tables a").href, { device });
  assert.deepEqual(["0.name", "1.name", "2.name"].map((name) => control(name).value), ["Ann", "小明", ""]);
  assert.deepEqual(colours(), before);
});
