// The files of the scorebook: what is read, what is new in them, and the table for spreadsheets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { read, table, toJson } from "../../static/scorebook/import_export.js";
import { correct, findEqual, isResult, split } from "../../static/scorebook/results.js";

/** A result as a file holds it. */
function fileResult(number, changes = {}) {
  const players = [["Ann", "red", 9, 1], ["Bo", "blue", 4, 2]].map(([name, colour, total, rank]) => ({ name, colour, total, rank, lines: { provinces: total } }));
  const result = { players, winners: [0], decided_by: "points" };
  const own = { id: `r${number}`, slug: "qin", date: `2026-02-1${number}`, place: "", note: "", query: `0.left=1&1.left=${number}&n=2` };
  return { ...own, result, changed: 1, ...changes };
}
/** The text of a file with these results. */
const file = (results, changes = {}) => JSON.stringify({ format: "tally-scorebook", version: 1, results, ...changes });

test("a file that was written is read as it was", () => {
  const results = [fileResult(1), fileResult(2, { note: "=1, “2”\n小明" })];
  assert.deepEqual(read(toJson(results)), { results });
});

test("names in a file are read as sheets read them", () => {
  const one = fileResult(1);
  one.result.players[0].name = "Jose\u0301\u200b";
  assert.deepEqual(read(toJson([one])).results[0].result.players.map(({ name }) => name), ["José", "Bo"]);
});

const CASES = JSON.parse(readFileSync(new URL("../support/results.json", import.meta.url), "utf-8"));

/** The result of the file of cases, changed at paths. */
function changeCase(changes) {
  const value = structuredClone(CASES.base);
  for (const [path, changed] of Object.entries(changes)) {
    const steps = path.split(".");
    const last = steps.pop();
    steps.reduce((inner, step) => inner[step], value)[last] = changed;
  }
  return value;
}

test("the device has the bounds of the server", () => {
  for (const one of CASES.valid) assert.equal(isResult(changeCase(one)), true, JSON.stringify(one));
  for (const one of CASES.invalid) assert.equal(isResult(changeCase(one)), false, JSON.stringify(one));
});

test("every text of a file is cleaned as the server cleans it", () => {
  const [one] = read(toJson([fileResult(1, { place: " Tai\u200bpei\n ", note: "\u2066one\r\n\ntwo\u0000 \n" })])).results;
  assert.deepEqual([one.place, one.note], ["Taipei", "one\n\ntwo"]);
});

const BROKEN = {
  "half an object": "{",
  nothing: "null",
  "a date in words": file([fileResult(1), fileResult(2, { date: "yesterday" })]),
  "a thirteenth month": file([fileResult(1, { date: "2026-13-01" })]),
  "a file cut short": file([fileResult(1)]).slice(0, -1),
  "a version as text": file([fileResult(1)], { version: "1" }),
  "a result without players": file([fileResult(1, { result: { players: [] } })]),
  "another format": file([], { format: "another" }),
};
test("a file that is no scorebook is refused", () => {
  for (const [what, text] of Object.entries(BROKEN)) assert.deepEqual(read(text), { fault: "broken" }, what);
});

test("a later version is named as such", () => assert.deepEqual(read(file([fileResult(1)], { version: 2 })), { fault: "newer" }));

test("new results and later changes are taken, and those of an equal game are asked about", () => {
  const here = [fileResult(1), fileResult(2)];
  assert.deepEqual(split(here, here), { news: [], equal: [] });
  const another = fileResult(1, { id: "another" });
  assert.deepEqual(split(here, [another]), { news: [], equal: [another] }, "the same day and entries under another id");
  assert.deepEqual(split([], [fileResult(3), fileResult(3)]), { news: [fileResult(3)], equal: [] }, "twice in one file");
  assert.deepEqual(split([], [fileResult(1), another]).news, [fileResult(1), another], "two games of one evening with the same numbers");
  const later = fileResult(1, { note: "The last round", changed: 2 });
  assert.deepEqual(split(here, [later, fileResult(2, { note: "Too old", changed: 0 })]), { news: [later], equal: [] });
});

test("a correction is later than what it corrects, whatever the clocks say", () => {
  const ahead = fileResult(1, { changed: 4e12 }); // the year 2096
  const corrected = correct(ahead, { note: "Cleo came late" });
  assert.deepEqual([corrected.note, corrected.changed], ["Cleo came late", 4e12 + 1]);
  assert.deepEqual(split([corrected], [ahead]), { news: [], equal: [] }, "its own file, added again");
  const before = Date.now();
  assert.ok(correct(fileResult(1), {}).changed >= before);
});

test("of equal results the latest may be the game of a link", () => {
  const results = [fileResult(1, { date: "2026-01-02" }), fileResult(1, { id: "later", date: "2026-06-20" }), fileResult(2)];
  assert.equal(findEqual(results, fileResult(1)).id, "later");
  assert.equal(findEqual(results, fileResult(3)), undefined);
  const byServer = { ...fileResult(3), query: "n=2&0.left=1&1.left=3" }; // in the order of the sheet
  assert.equal(findEqual([byServer], fileResult(3)), byServer);
});

test("a spreadsheet takes no cell for a formula", () => {
  const wild = fileResult(1, { place: '=HYPERLINK("x")', note: "-1, then @ home" });
  Object.assign(wild.result.players[0], { name: "+Ann", total: -3 });
  wild.result.players[1].name = "@Bo";
  Object.assign(wild, { minutes: 90, starter: 1 });
  const columns = ["Date", "Game", "Where", "Notes", "Minutes", "Player", "Points", "Place", "winner", "Started"];
  assert.equal(table([wild], columns, (slug) => slug.toUpperCase()), [
    '\uFEFF"Date","Game","Where","Notes","Minutes","Player","Points","Place","winner","Started"',
    '"2026-02-11","QIN","\'=HYPERLINK(""x"")","\'-1, then @ home",90,"\'+Ann",-3,1,1,0',
    '"2026-02-11","QIN","\'=HYPERLINK(""x"")","\'-1, then @ home",90,"\'@Bo",4,2,0,1',
    "",
  ].join("\r\n"));
});

test("blanks and invisible characters hide no formula", () => {
  for (const text of [" =1", "\u200b=1", "\n@x", "\uff1d1", "\u00a0+1", "\u202e-1"]) {
    const [, row] = table([fileResult(1, { place: text })], ["Date"], (slug) => slug).split("\r\n");
    assert.ok(row.includes(`"'${text}"`), JSON.stringify(text));
  }
});

test("a result that says neither how long nor who began has no such cells", () => {
  const [, row] = table([fileResult(1)], ["Date"], (slug) => slug).split("\r\n");
  assert.equal(row, '"2026-02-11","qin","","","","Ann",9,1,1,0');
});
