// The rules: tables by number of players, modules that unfold, set-up, calculators and the search.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, goTo, openPage, press, settle, tick, type } from "./page.js";

const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll("\u2060", "").trim());

test("only numbers of players become buttons", async () => {
  await openPage("/en/magpies/rules"); // whose quick reference has a table of bids
  assert.deepEqual(texts(".card thead th"), ["Bid", "Made exactly", "Missed"]);
  assert.equal(document.querySelector(".card .print").hidden, false); // the script has run
  assert.deepEqual(texts(".card thead button"), []);
});

test("the number of players is marked in all tables and in both languages", async () => {
  const device = {};
  const chosen = () => ["#quick-reference .chosen", "#setup-pagodas .chosen"].map(texts);
  await openPage("/en/qin/rules", { device });
  await click('button[aria-label="Players: 3"]');
  assert.deepEqual(chosen(), [["3", "19"], ["3", "19"]]);
  await openPage("/zh-Hant/qin/rules", { device, isReload: true }); // another page of the same tab
  assert.deepEqual(chosen(), [["3", "19"], ["3", "19"]]);
  await click('button[aria-label="人數: 3"]');
  assert.deepEqual(chosen(), [[], []]);
});

test("a link to a rule unfolds its module", async () => {
  await openPage("/en/hansa_teutonica/rules#module-britannia");
  const isShown = (id) => document.getElementById(id).checkVisibility();
  assert.deepEqual([isShown("module-britannia"), isShown("scoring-wales")], [true, false]);
  await goTo("#scoring-wales");
  assert.equal(isShown("scoring-wales"), true);
  await openPage("/en/hansa_teutonica/rules?from=search#module-favours-tiles");
  assert.deepEqual([isShown("module-favours-tiles"), isShown("scoring-wales")], [true, false]);
});

test("steps of the set-up stay ticked in the other language and with other players", async () => {
  const device = {};
  const ticked = () => [...document.querySelectorAll(".steps input")].flatMap(({ checked }, at) => (checked ? [at] : []));
  await openPage("/en/trajan/setup?n=2", { device });
  await click([...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Pick the starting player")));
  assert.match(texts(".chance output")[0], /^Player [AB] begins\.$/);
  await click(document.querySelectorAll(".steps input")[2]);
  await openPage("/zh-Hant/trajan/setup?n=3", { device, isReload: true }); // another page of the same tab
  assert.deepEqual(ticked(), [2]);
  await click(".again");
  assert.deepEqual(ticked(), []);
  await openPage("/zh-Hant/trajan/setup?n=3", { device, isReload: true });
  assert.deepEqual([ticked(), document.querySelector(".again").hidden], [[], true]);
});

test("offices are tapped instead of typed", async () => {
  await openPage("/en/hansa_teutonica/help/route?n=3&0.name=Ann&1.name=Bo");
  const box = document.querySelector("[name='offices.one']");
  const taps = box.closest(".row").querySelector(".taps");
  const said = recordLiveRegions(document);
  for (const name of ["Add Bo", "Add Ann", "Add Ann", "Remove the last one", "Add C"]) {
    await click([...taps.querySelectorAll("button")].find((button) => [button.ariaLabel, button.textContent.trim()].includes(name)));
  }
  assert.equal(box.value, "BAC");
  assert.deepEqual(said, ["B", "B A", "B A A", "B A", "B A C"]);
  assert.equal(document.querySelector("[name='offices.other']").value, "");
});

/** Type a query, and wait until it is answered. */
async function find(query) {
  type(document.getElementById("search"), query);
  await settle();
  await tick(2000);
}

test("the first page searches while one types, and its address stays", async () => {
  await openPage("/en/", { now: 0 });
  await find("village");
  assert.ok(document.querySelector("#search-found .hits li"));
  assert.equal(location.pathname + location.search, "/en/");
  await find("");
  assert.equal(document.querySelector("#search-found .hits li")?.checkVisibility() ?? false, false);
});

test("the address, the title and the other language of the search page follow the query", async () => {
  await openPage("/en/search", { now: 0 });
  await find("lub");
  assert.match(texts(".hits a")[0], /Hansa Teutonica/);
  assert.equal(location.pathname + location.search, "/en/search?q=lub");
  assert.equal(document.title, "Find a rule: lub · Tally 算分");
  assert.match(document.querySelector('[data-twin][lang="zh-Hant"]').href, /\/zh-Hant\/search\?q=lub$/);
  await openPage("/zh-Hant/search", { now: 0 });
  await find("雙城牆會被拆掉嗎");
  assert.match(texts(".hits p")[0], /不能被摧毀/); // the sentence with the answer
});

test("a slash opens the search, arrows go through its hits, and escape closes it", async () => {
  await openPage("/en/qin/score?n=2&to=sheet", { now: 0 });
  const search = document.getElementById("search");
  document.querySelector('[name="0.name"]').focus();
  assert.equal(await press("/"), false); // in a field, a slash is only text
  document.activeElement.blur();
  assert.equal(await press("/"), true);
  assert.equal(document.activeElement, search);
  await find("vill");
  const hits = document.querySelectorAll(".hits a");
  assert.match(hits[0].textContent, /Villages/);
  for (const [key, focused] of [["ArrowDown", hits[0]], ["ArrowDown", hits[1]], ["ArrowUp", hits[0]], ["ArrowUp", search]]) {
    await press(key);
    assert.equal(document.activeElement, focused);
  }
  await press("Escape");
  assert.notEqual(document.activeElement, search);
});
