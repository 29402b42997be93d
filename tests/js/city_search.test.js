// The search for a city of the map by some letters of any of its names. BOARD_DATA has the spellings of the other maps.
import assert from "node:assert/strict";
import test from "node:test";
import { finder } from "../../scorers/hansa_teutonica/static/city_search.js";

const PLACES = [["Coellen", "Cöllen", "Köln", "科隆"], ["Hamburg", "漢堡"], ["Hannover", "漢諾威"], ["Halle", "哈勒"]]
  .map(([name, ...others]) => ({ name, spellings: [name, ...others] }));

/** The names found by a text, and the one that Enter chooses. */
function find(text, places = PLACES) {
  const input = Object.assign(new EventTarget(), { value: text });
  const buttons = [];
  globalThis.document = { createElement: () => new EventTarget() };
  let [found, chosen] = [[], undefined];
  finder(input, { replaceChildren: (...all) => buttons.push(...all) }, places, {
    hit: (places) => { if (places) found = places.map(({ name }) => name); },
    go: ({ name }) => { chosen = name; },
  });
  input.dispatchEvent(new Event("input"));
  assert.deepEqual(buttons.map(({ textContent }) => textContent), found);
  input.dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter" }));
  return [found, chosen];
}

test("any beginning of any name finds Coellen", () => {
  for (const text of ["koln", "Cöllen", "COEL", "科"]) assert.deepEqual(find(text), [["Coellen"], "Coellen"], text);
});
test("cities that share their first letters are all offered", () => assert.deepEqual(find("ha"), [["Hamburg", "Hannover", "Halle"], "Hamburg"]));
test("where no name begins so, those that hold the letters are found", () => assert.deepEqual(find("burg"), [["Hamburg"], "Hamburg"]));
test("nothing is found by letters that no name has", () => assert.deepEqual(find("xyz"), [[], undefined]));

const MAPS = JSON.parse(process.env.BOARD_DATA).hansa_teutonica;
const ALIASES = {
  east: { gdan: "danzig", Berlin: "berlin_colln", 克拉: "krakau", koenigs: "konigsberg" },
  "britannia-4-5": { isle: "isle_of_man", 愛丁: "edinburgh" },
  "britannia-2-3": { conwy: "conway" },
};
test("cities of the other maps are found by other names", () => {
  for (const [map, cities] of Object.entries(ALIASES)) {
    const places = Object.entries(MAPS[map]).map(([name, spellings]) => ({ name, spellings: spellings.split("|") }));
    for (const [text, city] of Object.entries(cities)) assert.deepEqual(find(text, places), [[city], city]);
  }
});
