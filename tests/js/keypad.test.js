// The keypad of a phone: digits, sums, lists, and what its head says.
import assert from "node:assert/strict";
import test from "node:test";
import { click, control, enter, openPage, tick, totals } from "./page.js";

const pad = (selector) => document.querySelector(`.keypad ${selector}`);
const focused = () => document.activeElement.name;
const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const open = (path) => openPage(path, { now: 0, hasTouch: true });

/** Tap a number of the sheet; a keypad that opens takes taps a moment later. */
async function tap(target) {
  const cell = typeof target === "string" ? control(target) : target;
  cell.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  cell.focus();
  cell.click();
  await tick(200);
}

/** Press these keys of the keypad, one after the other. */
async function keys(names) {
  for (const name of names.split(" ")) await click(pad(`[data-key="${name}"]`));
  await tick(200);
}

test("keypad moves on where no digit can follow", async () => {
  await open("/en/qin/score?n=4&to=sheet&0.name=Ann"); // a player has at most 24 pagodas left: two digits are all
  await tap("0.left");
  for (const digit of "3019") { // a digit alone never moves on
    await keys(`${digit} back`);
    assert.equal(focused(), "0.left");
  }
  await keys("0 3");
  assert.equal(focused(), "1.left");
  assert.equal(pad(".sum").textContent, "✓ Ann: 03");
  await keys("next"); // from habit: no cell is skipped
  assert.equal(pad(".sum").textContent, "");
  await keys("1");
  assert.equal(focused(), "1.left");
  await keys("2");
  assert.equal(focused(), "2.left");
  await keys("+ 3"); // a sum continues the number that was left
  assert.equal(control("1.left").value, "12+3");
  await keys("next 9 back 4");
  assert.equal(control("2.left").value, "4");
  await tap("0.left");
  await keys("1 3");
  assert.equal(focused(), "1.left");
  await keys("back"); // deletes the selected sum, and not the digits of the cell before
  assert.deepEqual([control("0.left").value, control("1.left").value], ["13", ""]);
  await keys("1");
  control("1.left").setSelectionRange(0, 0); // where a tap before the digit puts it
  await tap("1.left"); // which selects the digit
  await keys("2");
  assert.equal(control("1.left").value, "2");
});

test("keypad does not move on past what nobody has answered", async () => {
  await open("/en/chang_cheng/score?n=2&to=sheet&regions=9&regions.8.threat=2&regions.8.walls.0=1"); // a region has six spaces at most
  await tap("regions.7.neutral");
  await keys("0");
  assert.equal(focused(), "regions.8.walls.0");
  await tap("regions.8.neutral"); // the last number before the towers, which are choices
  await keys("0");
  assert.equal(focused(), "regions.8.neutral");
  await keys("next");
  assert.equal(focused(), "sure");
});

test("a typed name labels the cells of regions", async () => {
  await open("/zh-Hant/chang_cheng/score?n=2&to=sheet");
  await enter("0.name", "阿明");
  await tap("regions.4.walls.0");
  assert.equal(pad(".whose + b").textContent, "第5個區域：阿明：城牆數");
});

test("plus separates the items of a list", async () => {
  // Lakes of 4, 2 and 1 squares pay 3 × 3, 3 × 1 and nothing: 12 points. One lake of 7 would pay 18.
  for (const [language, key, words] of [["en", "next lake district", "3 lake districts: 4, 2, 1 scores 12"], ["zh-Hant", "下一個湖泊區", "3個湖泊區：4、2、1 得12分"]]) {
    await open(`/${language}/honshu/score?n=2&to=sheet`);
    await tap("1.lakes");
    assert.equal(pad('[data-key="+"]').textContent, key);
    await keys("4 + 2 + 1");
    assert.deepEqual(totals(), ["–", "12"]);
    assert.equal(pad(".sum").textContent, words);
    assert.equal(pad('[data-key="-"]').disabled, true);
    await tap("1.forest");
    assert.equal(pad('[data-key="+"]').textContent, "+");
  }
});

test("a typed name labels its cells and the keypad", async () => {
  for (const [language, label] of [["en", "Ann & Bo: Pagodas left"], ["zh-Hant", "Ann & Bo：剩下的寶塔"]]) {
    await open(`/${language}/qin/score?n=2&to=sheet`);
    const left = control("1.left");
    const letter = left.ariaLabel;
    assert.match(letter, /^B/);
    await enter("1.name", "Ann & Bo");
    await tap("1.left");
    assert.equal(pad(".whose + b").textContent, label);
    assert.equal(left.ariaLabel, label);
    assert.equal(texts("#totals [data-who]")[1], "Ann & Bo");
    await keys("next"); // after the last cell comes Score
    assert.ok(document.activeElement.matches("button.main"));
    assert.equal(pad("").hidden, true);
    await tap("1.left");
    await keys("own"); // the keyboard of the device
    assert.equal(focused(), "1.left");
    assert.equal(left.inputMode, "numeric");
    assert.equal(pad("").hidden, true);
    await enter("1.name", "");
    assert.equal(left.ariaLabel, letter);
    assert.match(control("1.name").ariaLabel, /B/);
  }
});

test("digits in a column of nobody are counted", async () => {
  await open("/en/chang_cheng/score?n=2&to=sheet"); // in a game for two, a region has neutral walls
  await tap("regions.0.walls.1");
  assert.ok(document.querySelector(".by-region .seat-1.here"));
  await tap("regions.0.neutral");
  assert.deepEqual(texts(".cell.here, .keypad .whose .chip"), []);
  await keys("2");
  assert.equal(control("regions.0.neutral").value, "2");
  assert.equal(focused(), "regions.1.walls.0"); // a region has no more than six walls of anybody
});

test("an unfinished sum is a fault once it is left", async () => {
  await open("/en/hansa_teutonica/score?n=2&to=sheet&0.name=Ann&1.name=Bo");
  const faults = () => document.querySelectorAll(".wrong, [aria-invalid]").length;
  const sentence = "Ann: 3+ is not finished: add the next number.";
  await tap("0.prestige");
  await keys("3 +");
  assert.deepEqual([...totals(), faults(), pad(".fault").hidden], ["3", "–", 0, true]);
  await keys("next");
  await tick(1000);
  assert.equal(document.getElementById("stepped").textContent, `${sentence} · No totals until this is corrected.`);
  assert.deepEqual(texts(".wrong .live"), [sentence]);
  assert.equal(control("0.prestige").getAttribute("aria-invalid"), "true");
  assert.ok(document.getElementById("totals").matches(".old"));
  await keys("5 fault");
  assert.equal(focused(), "0.prestige");
  await keys("4");
  assert.equal(control("0.prestige").value, "3+4");
  assert.deepEqual([...totals(), faults()], ["7", "5", 0]);
  await keys("+");
  assert.deepEqual([texts("#said"), faults()], [[""], 0]);
});

test("an unusual number is asked about in the keypad and its row, and counts", async () => {
  for (const [language, question] of [["en", "Ann: Prestige points – really 1822?"], ["zh-Hant", "Ann：聲望分數真的是1822嗎？"]]) {
    await open(`/${language}/hansa_teutonica/score?n=2&to=sheet&0.name=Ann&1.name=Bo`);
    await tap("0.prestige");
    await keys("1 8 2 2");
    assert.equal(pad(".fault").textContent, question);
    assert.deepEqual(texts(".row.wrong .error"), [question]);
    assert.equal(totals()[0], "1822");
  }
});

test("a fault of several players shows once, and on the keypad", async () => {
  await open("/en/trajan/score?n=4&to=sheet&0.name=Ann&1.name=Bo&0.points=78&1.points=91"); // there are 4 tiles of a construction type
  await tap("0.construction.stairs");
  await keys("3");
  assert.equal(totals()[0], "88"); // three tiles of a type are 10 points
  await tap("3.construction.stairs");
  await keys("2");
  const sentence = "Stairs: 5 in all, but there are only 4";
  assert.equal(pad(".fault").textContent, sentence);
  assert.deepEqual(texts(".row.wrong .error"), [sentence]);
  assert.equal(document.querySelectorAll(".row.wrong .error.unseen").length, 1); // hidden, as the head of the keypad shows it
  assert.equal(document.querySelectorAll(".row.wrong [aria-invalid]").length, 2);
  assert.deepEqual(totals(), ["88", "91", "–", "–"]);
  await tap("1.points");
  await keys("fault");
  assert.equal(focused(), "0.construction.stairs");
  await keys("1");
  assert.equal(pad(".fault").hidden, true);
  assert.deepEqual(texts(".row.wrong"), []);
});
