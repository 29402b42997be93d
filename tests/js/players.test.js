// The players of a sheet: their names, the labels that contain them, and their colours; and a screen that stays on while they play.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, openPage, press, settle, totals, type } from "./page.js";

const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
const colours = () => [...document.getElementById("sheet").classList].filter((one) => /^c\d-/.test(one)).sort().join(" ");
const FOUR = "/en/hansa_teutonica/score?n=4&0.name=Tom&1.name=Maya&2.name=Ravi&3.name=Ling&to=sheet";

test("names are suggested on the next sheet, the last one first", async () => {
  const device = {};
  await openPage("/en/qin/score?n=4&to=sheet", { device });
  for (const [seat, name] of ["Tom", "Maya", "小明", "Ling"].entries()) await enter(`${seat}.name`, name);
  await openPage("/en/trajan/score?n=2&to=sheet", { device });
  assert.deepEqual([...document.querySelectorAll("#people option")].map(({ value }) => value), ["Ling", "小明", "Maya", "Tom"]);
});

test("names can be typed in the panel of seats, and are one step each", async () => {
  await openPage("/en/qin/score?n=2&to=sheet");
  const [ann, bo] = document.querySelectorAll(".place > .in");
  ann.focus();
  type(ann, "Ann");
  await press("Enter");
  assert.equal(document.activeElement, bo);
  type(bo, "Bo");
  await settle();
  assert.deepEqual([control("0.name").value, control("1.name").value], ["Ann", "Bo"]);
  await enter("0.left", "4");
  await click("[data-undo]");
  await click("[data-undo]");
  assert.deepEqual([control("0.name").value, control("1.name").value, bo.value], ["Ann", "", ""]);
});

test("labels of controls follow the name", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet");
  await enter("0.name", "Ann");
  const label = (selector) => document.querySelector(selector).ariaLabel ?? document.querySelector(selector).closest("label").textContent.trim();
  assert.equal(label('[name="coellen.7"][value="0"]'), "7, white: Ann");
  assert.equal(label('[name="coellen.7"][value="1"]'), "7, white: B");
  assert.match(label('[id="f-0.keys"]'), /^Ann: City Keys/);
  assert.match(label('[name="0.actions"]'), /^Ann: /);
  await openPage("/en/trajan/score?n=2&to=sheet");
  await enter("1.name", "Bo");
  const owners = texts('label:has([name="bonus.scroll_oil"])').filter((text) => text.includes("Bo"));
  assert.deepEqual(owners.map((text) => text.replace(/\s+/g, " ")), ["Bo, Gold side", "Bo, Grey side"]);
});

test("colours at a name take one tap each, and a colour that somebody has is swapped", async () => {
  await openPage(FOUR);
  const pick = (value) => document.querySelector(`.shades button[value="${value}"]`);
  control("0.name").focus();
  assert.equal(document.querySelector(".shades").ariaLabel, "Colour of Tom");
  assert.deepEqual([...document.querySelectorAll('.shades [aria-pressed="true"]')].map(({ ariaLabel }) => ariaLabel), ["red"]);
  assert.deepEqual([pick("blue").ariaLabel, pick("blue").dataset.owner], ["blue: Maya", "B"]);
  await click(pick("purple"));
  control("1.name").focus();
  await click(pick("yellow"));
  assert.equal(colours(), "c0-purple c1-yellow c2-blue c3-green"); // Ravi had yellow, and has Maya's blue now
  control("0.prestige").focus();
  assert.equal(document.querySelector(".shades"), null);
  assert.match(location.search, /0\.colour=purple/);
});

test("colours at a name are chosen by arrows and confirmed", async () => {
  await openPage(FOUR);
  control("1.name").focus();
  document.querySelector('.shades button[value="blue"]').focus();
  await press("ArrowRight");
  assert.equal(document.activeElement.value, "yellow");
  assert.equal(document.activeElement.ariaLabel, "yellow: Ravi");
  assert.equal(colours(), "c0-red c1-blue c2-yellow c3-green");
  await click(document.activeElement); // what Enter does on a button
  assert.equal(colours(), "c0-red c1-yellow c2-blue c3-green");
  document.querySelector(".shades button").focus();
  await press("Escape");
  assert.equal(document.activeElement.name, "1.name");
});

/** What a browser offers to keep the screen on. */
const lock = (offered) => Object.defineProperty(navigator, "wakeLock", { configurable: true, value: offered });

test("the screen stays on unless it is switched off", async () => {
  const device = {};
  let locks = [];
  const offered = { async request() {
    const one = { released: false, async release() { one.released = true; } };
    locks.push(one);
    return one;
  } };
  const held = () => locks.filter(({ released }) => !released).length;
  await openPage("/en/qin/score?n=2", { device, before: () => lock(offered) });
  assert.equal(held(), 1);
  locks[0].released = true; // the browser releases the lock of a hidden page, which requests it again when it is shown
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  assert.deepEqual([locks.length, held()], [2, 1]);
  const button = () => document.querySelector("[data-awake]");
  assert.equal(button().ariaPressed, "true");
  await click(button());
  assert.deepEqual([button().ariaPressed, held()], ["false", 0]);
  locks = [];
  await openPage("/en/qin/score?n=2", { device, before: () => lock(offered) });
  assert.deepEqual([button().ariaPressed, locks.length], ["false", 0]);
  await click(button());
  assert.equal(held(), 1);
});

test("a sheet works where the screen cannot be kept on", async () => {
  for (const offered of [undefined, { async request() { throw new DOMException("no", "NotAllowedError"); } }]) {
    await openPage("/en/qin/score?n=2&to=sheet", { before: () => lock(offered) });
    assert.equal(document.querySelector("[data-awake]").hidden, !offered);
    await enter("0.left", "4");
    assert.deepEqual(totals(), ["20", "–"]); // of 24 pagodas each
  }
});
