// Entering numbers and choices on a sheet: totals, faults, keys, rounds and grids.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, openPage, press, tick, totals } from "./page.js";

const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
const focused = () => document.activeElement.name;
const radio = (name, value) => document.querySelector(`[name="${name}"][value="${value}"]`);

/** Tap a control. */
async function tap(target) {
  target.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  await click(target);
}

test("keys go past a choice that was just answered before its score is there", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet&edition=base");
  radio("coellen.7", "0").focus();
  const type = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  for (const key of ["b", "Enter", "Enter", "Enter"]) type(key);
  assert.equal(focused(), "coellen.11");
  type("Enter");
  assert.equal(focused(), "0.cities");
  // What nobody has answered is still stopped at.
  radio("1.keys", "1").focus();
  type("Enter");
  assert.equal(focused(), "sure");
});

test("a second tap clears a choice", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet");
  for (const [name, value] of [["coellen.11", "1"], ["0.keys", "4"]]) {
    await tap(radio(name, value));
    assert.equal(radio(name, value).checked, true);
    await tap(radio(name, value));
    assert.equal(radio(name, value).checked, false);
  }
  assert.deepEqual(totals(), ["–", "–"]);
});

test("a sheet without entries has no total, but a 0 is one", async () => {
  await openPage("/en/chang_cheng/score?n=4&to=sheet");
  await enter("1.name", "Bo");
  assert.deepEqual(totals(), ["–", "–", "–", "–"]);
  await enter("0.track", "0");
  assert.deepEqual(totals(), ["0", "–", "–", "–"]);
  await enter("0.track", "");
  assert.deepEqual(totals(), ["–", "–", "–", "–"]);
});

test("totals, blanks and faults follow the entries, each told once", async () => {
  await openPage("/en/qin/score?n=4&to=sheet&0.name=Ann&1.name=Bo", { now: 0 }); // each has 15 pagodas; those left are subtracted
  assert.deepEqual([totals(), texts("#left")], [["–", "–", "–", "–"], ["4 blank"]]);
  await enter("0.left", "10+1");
  assert.deepEqual(totals(), ["4", "–", "–", "–"]);
  await tick(1000);
  const written = new Set();
  const observer = new MutationObserver((all) => { for (const { target } of all) written.add(target); });
  observer.observe(document.getElementById("totals"), { subtree: true, childList: true, characterData: true });
  await enter("1.left", "１５");
  await tick(1000);
  assert.deepEqual([...written], [document.querySelectorAll("#totals b")[1]]); // no other total is touched
  assert.deepEqual([texts("#stepped"), texts("#left")], [["Bo: 0 so far"], ["2 blank"]]);
  assert.deepEqual([...document.querySelectorAll("#totals b + *")].map(({ hidden }) => hidden), [true, true, false, false]); // "no total yet"
  assert.equal(document.querySelectorAll("#totals [aria-live], #said[role], .totals[aria-live]").length, 0);
  await enter("1.left", "x");
  await tick(1000);
  const sentence = "Bo: Pagodas left must be a whole number";
  const told = `${sentence} · No totals until this is corrected.`;
  assert.deepEqual([texts("#stepped"), texts(".row.wrong .error"), texts("#said")], [[told], [sentence], [sentence]]);
  assert.deepEqual(totals(), ["4", "0", "–", "–"]); // those of before, shown pale
  assert.equal(document.getElementById("totals").className, "totals old");
  assert.equal(control("1.left").getAttribute("aria-invalid"), "true");
  control("0.name").focus();
  await click("#said button");
  assert.equal(focused(), "1.left");
  await enter("1.left", "3");
  assert.deepEqual(totals(), ["4", "12", "–", "–"]);
  assert.deepEqual(texts(".row .error, .category [aria-invalid], #said button"), []);
  assert.equal(document.getElementById("totals").className, "totals");
});

test("a page of faults says when they are mended", async () => {
  await openPage("/en/qin/score?n=2&1.left=x&0.left=11&0.name=Ann&1.name=Bo");
  assert.deepEqual(texts("h1"), ["Please correct the sheet"]);
  await enter("1.left", "3");
  assert.deepEqual(texts("#summary"), ["Everything entered is possible now."]);
  assert.deepEqual(texts("h1"), ["Qin: score sheet"]);
  assert.deepEqual(texts(".row .error"), []);
});

test("without an answer there is no total, and the sheet says so", async () => {
  await openPage("/en/qin/score?n=2&to=sheet&0.left=3");
  const ask = globalThis.fetch;
  globalThis.fetch = async () => new Response("not an answer of Tally");
  await enter("1.left", "4");
  globalThis.fetch = ask;
  assert.deepEqual(totals(), ["–", "–"]);
  assert.match(texts("#said")[0], /No answer/);
});

test("enter goes on to the score button, and shift-enter back", async () => {
  await openPage("/en/qin/score?n=2&to=sheet");
  control("0.name").focus();
  for (const name of ["1.name", "0.left", "1.left"]) {
    await press("Enter");
    assert.equal(focused(), name);
  }
  await press("Enter", { shiftKey: true });
  assert.equal(focused(), "0.left");
  for (let count = 0; count < 20 && !document.activeElement.matches(".main"); count += 1) await press("Enter");
  assert.ok(document.activeElement.matches("button.main"));
  assert.equal(await press("Enter"), false); // which the browser answers
});

test("enter of an input method does nothing else", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet");
  for (const [name, text] of [["0.name", "美"], ["0.prestige", "7"]]) {
    await enter(name, text);
    control(name).dispatchEvent(new Event("compositionend", { bubbles: true }));
    assert.equal(await press("Enter", { keyCode: 229 }), false); // Safari ends the composition before the Enter that confirms it
    assert.equal(focused(), name);
    await press("Enter");
    assert.notEqual(focused(), name);
  }
});

test("enter follows a table of regions, and never leads into a name", async () => {
  await openPage("/en/chang_cheng/score?n=2&to=sheet");
  const cells = [...document.querySelectorAll(".by-region :is(input, select).in")].filter((cell) => cell.checkVisibility());
  assert.ok(cells.length > 3 * 4); // four regions at least, each with a threat, two players and the neutral walls
  cells[0].focus();
  const order = [];
  for (const _ of cells) {
    order.push(focused());
    await press("Enter");
  }
  assert.deepEqual(order, cells.map(({ name }) => name));
  assert.equal(document.activeElement.closest(".names"), null);
});

test("a digit chooses the threat that costs so much", async () => {
  await openPage("/en/chang_cheng/score?n=2&to=sheet");
  const threat = control("regions.0.threat"); // 0, or −2 to −4 by the tiles
  threat.focus();
  for (const [digit, value] of [["3", "3"], ["4", "4"], ["9", "4"]]) {
    await press(digit);
    assert.equal(threat.value, value);
  }
  await press("Enter");
  assert.equal(focused(), "regions.0.walls.0");
});

test("arrows move in a choice, and enter decides", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet");
  radio("0.keys", "1").focus();
  await press("ArrowRight");
  assert.equal(document.querySelector('[name="0.keys"]:checked').value, "");
  await press("Enter"); // decides, and goes on
  assert.notEqual(document.querySelector('[name="0.keys"]:checked').value, "");
  assert.equal(focused(), "1.keys");
});

test("a question mark opens and reads the rule of a row, and escape closes it", async () => {
  await openPage("/en/trajan/score?n=2&to=sheet");
  control("0.hand").focus();
  assert.equal(control("0.hand").getAttribute("aria-keyshortcuts"), "?");
  assert.equal(await press("?"), true);
  assert.equal(document.querySelector("#c-hand details.why").open, true);
  assert.match(texts("#stepped")[0], /Count the/);
  assert.equal(control("0.hand").value, "");
  await press("Escape");
  assert.equal(document.querySelector("#c-hand details.why").open, false);
});

test("a tick is in the address at once", async () => {
  await openPage("/en/hansa_teutonica/score?n=2&to=sheet", { now: 0 });
  await click(control("0.actions")[0] ?? control("0.actions"));
  assert.match(location.search, /0\.actions=/);
});

test("the next round appears once a round is filled, and enter moves into it", async () => {
  const round = (at, most = 3) => [0, 1, 2].flatMap((seat) => [`rounds.${at}.bid.${seat}`, `rounds.${at}.tricks.${seat}`]).slice(0, 2 * most);
  await openPage("/en/magpies/score?n=3&to=sheet");
  const rounds = () => document.querySelectorAll("[data-records]").length;
  assert.equal(rounds(), 1);
  for (const name of round(0).slice(0, -1)) await enter(name, "0");
  assert.deepEqual([rounds(), texts("#left")], [1, ["1 blank. Blanks count as 0."]]);
  await enter(round(0).at(-1), "0");
  assert.deepEqual([rounds(), texts("#left"), focused()], [2, [""], round(0).at(-1)]);
  for (const name of round(1)) await enter(name, "0");
  assert.equal(rounds(), 3);
  assert.deepEqual(totals(), ["30", "30", "30"]); // round 1 pays 10 and round 2 pays 20 for no trick
  control("rounds.1.wager.2").focus();
  await press("Enter");
  assert.equal(focused(), "rounds.2.bid.0");
});

test("no round follows the last", async () => {
  const five = [0, 1, 2, 3, 4].map((at) => `rounds.${at}.bid.0=0`).join("&");
  await openPage(`/en/magpies/score?to=sheet&n=3&rounds=5&${five}`);
  const rounds = () => document.querySelectorAll("[data-records]").length;
  assert.equal(rounds(), 6);
  for (const seat of [0, 1, 2]) for (const name of ["bid", "tricks"]) await enter(`rounds.5.${name}.${seat}`, "0");
  assert.deepEqual(totals(), ["60", "60", "60"]);
  assert.equal(rounds(), 6);
});

const square = (row, column) => document.querySelectorAll('[role="grid"]')[0].querySelectorAll('[role="row"]')[row - 1].querySelectorAll('[role="gridcell"]')[column - 1];

test("keys paint squares of a grid", async () => {
  await openPage("/en/orchards/score?n=2&to=sheet");
  square(1, 1).focus();
  await press("ArrowDown");
  await press("ArrowRight");
  assert.equal(document.activeElement, square(2, 2));
  await press("c");
  await press("2");
  assert.equal(control("0.orchard").value, ".\n. C2");
  await press("Delete");
  assert.equal(control("0.orchard").value, "");
});

test("a text that is no grid is a fault and stays", async () => {
  await openPage("/en/orchards/score?n=2&0.orchard=AXA");
  assert.deepEqual(texts("#summary li"), ["A: Orchard has no square X"]);
  assert.equal(control("0.orchard").value, "AXA");
  assert.equal(document.querySelector('[role="grid"]')?.checkVisibility() ?? false, false);
});
