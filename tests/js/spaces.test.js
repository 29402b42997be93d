// The wall of Chang Cheng: its borders and its pieces. BOARD_DATA is what the game's Python tells the page of the rules.
import assert from "node:assert/strict";
import test from "node:test";
import { between, chance, pick, shuffle, times } from "./chance.js";

const data = JSON.parse(process.env.BOARD_DATA).chang_cheng;
const wallElement = { dataset: { board: JSON.stringify(data) } };
const form = { elements: {}, dataset: { letters: "ABCD" } };
globalThis.document = { getElementById: (id) => (id === "sheet" ? form : wallElement) };
const { BOARD, put, shiftBorder } = await import("../../scorers/chang_cheng/static/spaces.js");

const USUAL = [4, 4, 5];
/** Where the regions of these sizes end. */
const borders = (sizes) => new Set(sizes.map((_, at) => sizes.slice(0, at + 1).reduce((one, other) => one + other)));

test("a board has the spaces of the game", () => assert.equal(BOARD, 13));

test("the border that belongs there is moved", () => {
  // Each taps some gaps of three boards in turn, and says how the first sizes are then; the others stay as they were.
  const cases = [
    [[3], [3, 5, 5]], [[6], [6, 2, 5]], [[7], [4, 3, 6]], [[3, 9, 6], [6, 3, 4]], [[4, 8], USUAL], [[13], USUAL], [[18], [...USUAL, 5, 3, 5]],
  ];
  const all = [...USUAL, ...USUAL, ...USUAL];
  for (const [gaps, sizes] of cases) assert.deepEqual(gaps.reduce(shiftBorder, all), [...sizes, ...all.slice(sizes.length)]);
});

test("one border is moved and no other, wherever they stand", () => {
  const random = chance(9);
  for (const boards of [3, 4]) {
    for (let round = 0; round < 300; round += 1) {
      const spaces = boards * BOARD;
      const inner = shuffle(random, times(spaces - 1, (at) => at + 1)).slice(0, boards * 3 - 1).sort((one, other) => one - other);
      const sizes = [...inner, spaces].map((border, at) => border - (inner[at - 1] ?? 0));
      const at = between(random, 1, spaces - 1);
      const moved = shiftBorder(sizes, at);
      const [before, after] = [borders(sizes), borders(moved)];
      assert.equal(moved.length, sizes.length);
      assert.ok(Math.min(...moved) > 0);
      assert.ok(after.has(at));
      const count = before.has(at) ? 0 : 1;
      assert.equal([...after].filter((border) => !before.has(border)).length, count);
      assert.equal([...before].filter((border) => !after.has(border)).length, count);
    }
  }
});

test("double walls come and go as a whole", () => {
  const random = chance(10);
  for (let round = 0; round < 100; round += 1) {
    const wall = Array(BOARD).fill(".");
    for (let step = 0; step < 20; step += 1) {
      const [piece, at] = [pick(random, ["A", "Bt", "n", "x", "Ad", "Bd", "Cd"]), between(random, 0, BOARD - 2)];
      put(wall, piece, at);
      assert.equal(wall[at], piece);
      assert.equal(wall.length, BOARD);
      for (const run of wall.join(" ").match(/([A-D]d)( \1)*/g) ?? []) assert.equal(run.split(" ").length % 2, 0, wall.join(" "));
    }
  }
});
