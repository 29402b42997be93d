// The page of the scorebook: results are listed, found, edited, deleted and imported; the pages of people and games.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, goTo, openPage, settle } from "./page.js";
import { addResults, makeResult, qinResult } from "./results.js";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const textOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (selector, within) => all(selector, within).map(textOf);
const text = (selector) => texts(selector)[0];
const kept = (title = "") => all(".kept").find(({ textContent }) => textContent.includes(title));
const button = (name, within = document) => all("button", within).find((one) => (one.ariaLabel || one.getAttribute("aria-label") || textOf(one)).startsWith(name));

/** Choose an option of a filter. */
async function choose(id, value) {
  const select = document.getElementById(id);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

/** Unfold the actions of the first result of a game. */
async function unfold(title) {
  const item = kept(title);
  item.querySelector("details").open = true;
  item.querySelector("details").dispatchEvent(new Event("toggle"));
  await settle();
  return kept(title);
}

test("a result by a house rule is marked", async () => {
  await openPage("/en/scorebook");
  const query = "0.name=Ann&1.name=Bo&0.prestige=20&1.prestige=9&n=2&house.city=3";
  await addResults([qinResult(1), qinResult(2, { slug: "hansa_teutonica", query })]);
  assert.deepEqual(texts(".row small", kept("Hansa")), ["5 ahead of P2 · house rule"]);
  assert.deepEqual(texts(".row small", kept("Qin")), ["5 ahead of P1"]);
});

test("an unreadable file changes nothing", async () => {
  const device = {};
  await openPage("/en/scorebook", { device });
  for (const [changes, sentence] of [[{ format: "another" }, /not a Tally scorebook/], [{ version: 2 }, /newer version/]]) {
    await addResults([qinResult(1)], changes);
    assert.match(text("#heard"), sentence);
  }
  await openPage("/en/scorebook", { device });
  assert.match(text("#count"), /^No results yet/);
});

test("a file that is added again brings only what is new or newer", async () => {
  await openPage("/en/scorebook");
  await addResults([qinResult(1)]);
  await addResults([qinResult(1)]);
  assert.equal(text("#heard"), "0 new or changed, 1 already here.");
  await addResults([qinResult(1, { note: "The last round", changed: 2 }), qinResult(2), qinResult(2)]);
  assert.equal(text("#heard"), "2 new or changed, 1 already here.");
  assert.equal(all(".kept").length, 2);
  await unfold("P1");
  assert.match(textOf(kept("P1")), /The last round/);
});

test("date, place and note are edited", async () => {
  const device = {};
  await openPage("/en/scorebook", { device });
  await addResults([qinResult(1)]);
  await click(button("Date and notes", await unfold("")));
  for (const [type, value] of [["input[type=date]", "2026-03-01"], ["input[name=place]", "Café <b>"], ["textarea, input[name=note]", "Rematch soon"]]) {
    kept().querySelector(type).value = value;
  }
  await click(button("Save", kept()));
  for (const again of [false, true]) {
    if (again) await openPage("/en/scorebook", { device });
    await unfold("");
    assert.deepEqual(texts(".whole > small"), ["Sunday, March 1, 2026 · Café <b> · Rematch soon"]);
    assert.deepEqual(texts("#month option"), ["All", "March 2026"]);
  }
});

test("a deleted result is restored and focused, whatever is filtered meanwhile", async () => {
  for (const game of ["", "qin"]) {
    await openPage("/en/scorebook");
    await addResults([qinResult(1), qinResult(2, { slug: "trajan", query: "0.points=9&1.points=4&n=2" })]);
    const { id } = kept("Trajan");
    await click(button("Delete: Trajan", await unfold("Trajan")));
    assert.equal(all(".kept").length, 1);
    assert.equal(textOf(document.activeElement), "Undo");
    const undo = document.activeElement;
    if (game) await choose("game", game);
    await click(undo);
    assert.equal(document.activeElement.id, id);
    assert.equal(all(".kept").length, 2);
  }
});

test("the last result that is deleted leaves an empty book", async () => {
  const device = {};
  await openPage("/en/scorebook", { device });
  await addResults([qinResult(1), qinResult(2)]);
  for (const left of [1, 0]) {
    await openPage("/en/scorebook", { device });
    await click(button("Delete", await unfold("")));
    assert.equal(all(".kept").length, left);
  }
  await openPage("/en/scorebook", { device });
  assert.match(text("#count"), /^No results yet/);
  assert.equal(document.querySelector(".filters").hidden, true);
});

test("a thousand results are shown in pages and found by month", async () => {
  await openPage("/en/scorebook");
  await addResults([0, 1, 2].map((number) => qinResult(number)));
  await addResults(Array.from({ length: 997 }, (_, at) => qinResult(at + 3, { date: "2025-12-31" })));
  assert.equal(text("#count"), "Results: 1000");
  assert.equal(all(".kept").length, 12);
  await click(button("Show more"));
  assert.equal(all(".kept").length, 24);
  assert.deepEqual(texts("#month option"), ["All", "March 2026", "February 2026", "January 2026", "December 2025"]);
  await choose("month", "2026-02");
  await unfold("");
  assert.match(text(".whole > small"), /February 11, 2026/);
});

test("results are found by game and by person", async () => {
  await openPage("/zh-Hant/scorebook");
  await addResults([qinResult(1), makeResult("trajan", "2026-01-01", [["Ann", "red", 2, { points: 70 }], ["小明", "blue", 1, { points: 81 }]])]);
  await choose("person", "Ann");
  assert.equal(all(".kept").length, 2);
  await choose("person", "小明");
  assert.equal(all(".kept").length, 1);
  await choose("game", "qin");
  assert.equal(text("#count"), "沒有符合的結果。");
});

test("names of buttons have Chinese punctuation", async () => {
  await openPage("/zh-Hant/scorebook");
  await addResults([qinResult(1)]);
  assert.equal(kept().querySelector("summary").getAttribute("aria-label"), "更多：秦、2026-02-11");
  assert.ok(button("刪除：秦、2026-02-11", await unfold("")));
});

const HANSA = "hansa_teutonica";
// Ann has 40, 40 and 20 in Hansa Teutonica; a player without a name has 92. In Oxen the fewest points win.
const BOOK = [
  makeResult(HANSA, "2026-01-01", [["Ann", "red", 1, { cities: 30, network: 10 }], ["Bo", "blue", 2, { cities: 10, network: 10 }]]),
  makeResult(HANSA, "2026-02-01", [["Bo", "blue", 1, { cities: 20, network: 20 }], ["Ann", "green", 1, { cities: 30, network: 10 }]]),
  makeResult(HANSA, "2026-03-01", [["Ann", "red", 2, { cities: 0, network: 20 }], ["", "pink", 1, { cities: 50, network: 42 }]]),
  makeResult("oxen", "2026-04-01", [["Ann", "red", 1, { heads: 3 }], ["Bo", "blue", 2, { heads: 9 }]]),
  makeResult("lanterns", "2026-05-01", [["Ann", "red", 1, {}], ["Cy", "grey", 1, {}]], [0, 1]),
];

/** Open a scorebook that has each result `copies` times. */
async function openBook(copies) {
  await openPage("/en/scorebook");
  const numbers = Array.from({ length: copies }, (_, number) => number);
  await addResults(BOOK.flatMap((one) => numbers.map((number) => ({ ...one, id: `${one.id}-${number}`, query: `${one.query}&copy=${number}` }))));
  assert.match(text("#heard"), new RegExp(`^${5 * copies} new`));
}

/** The rows of the section with a title. */
const rows = (title) => texts("li", all("#page section").find((section) => textOf(section.querySelector("h2, h3, h4") ?? section).startsWith(title)) ?? document.createElement("p"));

test("results of one day are one evening", async () => {
  await openBook(2);
  assert.deepEqual(texts(".evening h2 small"), Array(5).fill("2 games"));
  assert.equal(text(".evening h2 .num"), "1");
  // The last day first: a shared win; Ann with 6 fewer heads; the guest 72 points ahead; a tie; Ann 20 ahead.
  assert.deepEqual(texts(".evening li:first-child .row small"), ["won together", "6 fewer than Bo", "72 ahead of Ann", "tied", "20 ahead of Bo"]);
});

test("the page of a person has every game", async () => {
  await openBook(1);
  await goTo("#people");
  assert.equal(document.title, "People · Scorebook · Tally 算分");
  assert.equal(all("#page > ol > li").length, 3);
  await goTo("#person=Ann");
  assert.deepEqual([text("h1"), document.title], ["Ann", "Ann · Tally 算分"]);
  assert.match(text(".whose"), /Games: 5\. Won: 4\./);
  const marks = text("#page section .unseen").split(", "); // what the marks show
  assert.deepEqual(marks.map((one) => one === "won").sort(), [false, true, true, true, true]);
  assert.equal(rows("Wins by game")[0], "Hansa Teutonica2 / 3won 2 of 3");
  // In three games with Bo she was ahead twice and level once.
  assert.match(text("#page"), /Games together: 3\. Ann ahead in 2, Bo in 0, 1 tied\./);
  assert.deepEqual(rows("Points"), ["Hansa Teutonicafrom 20 to 40, average 33", "Oxenfrom 3 to 3, average 3"]); // (40 + 40 + 20) / 3
  assert.deepEqual(rows("Best"), ["40Hansa TeutonicaJan 1, 2026", "3OxenApr 1, 2026"]);
  await goTo("#results");
  assert.equal(text("h1"), "Scorebook");
});

test("averages and shares begin with the first game", async () => {
  await openPage("/en/scorebook");
  await addResults([BOOK[0]]);
  await goTo(`#game=${HANSA}`);
  // Of 60 points of both, 40 are of cities and 20 of the network; the average of 40 and 20 is 30.
  assert.deepEqual(texts(".bests li"), ["40The bestAnn · Jan 1, 2026", "30Average", "20The closestAnn · 20 ahead of Bo · Jan 1, 2026"]);
  assert.deepEqual(rows("Where points come from"), ["Cities67% average 20", "Network33% average 10"]);
  await goTo("#person=Ann");
  assert.deepEqual([rows("Wins by game"), rows("Points")], [["Hansa Teutonica1 / 1won 1 of 1"], ["Hansa Teutonicafrom 40 to 40, average 40"]]);
  assert.equal(all("#page .versus svg").length, 1);
});

test("the page of a game has what decided", async () => {
  await openBook(2);
  await goTo(`#game=${HANSA}`);
  assert.equal(text("h1"), "Hansa Teutonica");
  // The best is the guest's 92, the closest is 20 points; cities decided four of six, and two were shared.
  assert.deepEqual(texts(".bests li"), ["92The bestMar 1, 2026", "42Average", "20The closestAnn · 20 ahead of Bo · Jan 1, 2026"]);
  assert.deepEqual(rows("What decided"), ["Cities4", "Shared win2"]);
});

test("names that differ only in case are offered as one person", async () => {
  await openPage("/en/scorebook");
  const players = [["ann", "red", 1, { provinces: 9 }], ["Bo", "blue", 2, { provinces: 4 }]];
  const others = [["Ann", "red", 1, { provinces: 9 }], ["Cleo", "blue", 2, { provinces: 4 }]];
  await addResults([makeResult("qin", "2026-05-04", others), makeResult("qin", "2026-05-05", players)]);
  await goTo("#people");
  assert.equal(all("#page li").length, 4);
  await click(button("Join them as"));
  assert.equal(all("#page li").length, 3);
  assert.match(texts("#page li")[0], /2 \/ 2/);
  await click(button("Separate"));
  assert.equal(all("#page li").length, 4);
});

test("an unknown person has no results", async () => {
  await openBook(1);
  await goTo("#person=Nobody");
  assert.equal(text("#page"), "No matching results.");
});

test("a book that may keep nothing says so", async () => {
  const database = { open() { throw new DOMException("no", "SecurityError"); } };
  await openPage("/en/scorebook", { device: { database } });
  assert.equal(text("#heard"), "This browser does not let Tally keep anything here.");
});

test("a result that may not be kept is not said to be kept", async () => {
  const database = { open() { throw new DOMException("no", "SecurityError"); } };
  await openPage("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2", { device: { database } });
  const said = recordLiveRegions(document);
  await click(button("Keep in the scorebook"));
  assert.deepEqual(said, ["This browser does not let Tally keep the result."]);
});
