// The notation of a land: read, written, painted.
import assert from "node:assert/strict";
import test from "node:test";
import { compact, key, paintWord, read, write } from "../../scorers/honshu/static/squares.js";
import { between, chance, pick, shuffle, times } from "./chance.js";

const INKS = [..."bngy"];
const WORDS = [..."FTLA", ...INKS.map((ink) => `P${ink}`), ...INKS.flatMap((ink) => [2, 3, 4].map((points) => `M${ink}${points}`))];

/** The text of a land of so many squares, joined edge to edge; some towns and harbours have a cube. */
function randomLand(random, count) {
  const spots = [[0, 0]];
  while (spots.length < count) {
    const [x, y] = pick(random, spots);
    const [across, down] = pick(random, [[1, 0], [-1, 0], [0, 1], [0, -1]]);
    if (!spots.some(([left, top]) => left === x + across && top === y + down)) spots.push([x + across, y + down]);
  }
  const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis])));
  const rows = [];
  for (const [x, y] of spots) {
    const word = pick(random, WORDS);
    (rows[y - top] ??= [])[x - left] = word + ("PM".includes(word[0]) && random() < 0.5 ? "*" : "");
  }
  return rows.map((row) => Array.from(row, (word) => word ?? ".").join(" ")).join("/");
}

test("a land's text is written as it was read wherever it begins", () => {
  const random = chance(8);
  for (const land of times(400, () => randomLand(random, between(random, 1, 66)))) {
    for (const corner of [[0, 0], [-7, 12]]) assert.deepEqual(write(read(land, corner)), { text: land, corner });
  }
});

test("a typed land is written without what means nothing", () => {
  const texts = { " F T /\n L ": "F T/L", "F . .": "F", "F . ./. . T .": "F/. . T", ". F": ". F", "": "" };
  for (const [typed, written] of Object.entries(texts)) assert.equal(compact(typed), written);
});

test("a land is the same in whatever order it is painted", () => {
  const random = chance(7);
  for (const land of times(100, () => randomLand(random, 30))) {
    const painted = new Map();
    const words = land.split("/").flatMap((row, y) => row.split(" ").map((word, x) => [x, y, word])).filter(([, , word]) => word !== ".");
    for (const [x, y, word] of shuffle(random, words)) {
      const bare = word.replace("*", "");
      const [tool, ink] = "PM".includes(word[0]) ? [bare[0] + bare.slice(2), bare[1]] : [bare, ""];
      const square = paintWord("", tool, ink, {});
      painted.set(key(x, y), bare === word ? square : paintWord(square, "C", "", { P: 1, M: 1 }));
    }
    assert.equal(write(painted).text, land);
  }
});

test("cubes are put on until there is no room, then taken off", () => {
  const cases = [
    ["Pb", { P: 1 }, ["Pb*", "Pb", "Pb*"]],
    ["Mg3", { M: 2 }, ["Mg3*", "Mg3**", "Mg3"]],
    ["Mg3", { P: 1 }, ["Mg3", "Mg3", "Mg3"]],
    ["F", { P: 1, M: 1 }, ["F", "F", "F"]],
    ["", { P: 1 }, ["", "", ""]],
  ];
  for (const [start, room, words] of cases) {
    let word = start;
    assert.deepEqual(times(3, () => (word = paintWord(word, "C", "", room))), words);
  }
});
