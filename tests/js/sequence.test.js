// The course of a reveal, beside orders, standings and times reckoned by hand.
import assert from "node:assert/strict";
import test from "node:test";
import { MAX_DURATION, TIMES, barOf, findRises, lastOrder, planSteps, planTimes, sayAhead, sayPlaces, saySilent, sayStep } from "../../static/reveal/sequence.js";

const WORDS = {
  passes: "{name} passes {others}", ahead: "ahead of {others}", places: "{name}: place {from} → {to}",
  gain: "{name} {points}, {total} in all", step: "{line}: {gains}", silent: "No points for anyone: {lines}", list: ", ", clauses: "; ",
};

/** A result of players [name, rank, points by line] with lines called by their keys. */
const resultOf = (keys, players, rest = {}) => ({
  lines: keys.map((key) => ({ key, label: key })),
  players: players.map(([name, rank, points]) => ({ name, rank, points, total: points.reduce((sum, one) => sum + one, 0) })),
  ...rest,
});
const KEYS = ["prestige", "abilities", "network", "cities"];
// Ann 20 + 10 + 4 = 34, Bo 9 + 16 + 5 = 30, Cleo 14 + 18 + 6 = 38.
const TABLE = resultOf(KEYS, [["Ann", 2, [20, 0, 10, 4]], ["Bo", 3, [9, 0, 16, 5]], ["Cleo", 1, [14, 0, 18, 6]]], { deciding: "network" });

test("the deciding category comes last", () => {
  const { steps, silent } = planSteps(TABLE);
  assert.deepEqual(steps.map(({ key }) => key), ["prestige", "cities", "network"]);
  assert.deepEqual(silent, ["abilities"]);
  assert.deepEqual(steps.map(({ after }) => after), [[20, 9, 14], [24, 14, 20], [34, 30, 38]]);
});

test("categories that are out of use are not named", () => {
  assert.deepEqual(planSteps({ ...TABLE, unused: ["abilities"] }).silent, []);
});

test("overtaking is found by places", () => {
  // After cities: Ann 24, Cleo 20, Bo 14. The network takes Cleo past Ann.
  const { steps } = planSteps(TABLE);
  assert.deepEqual(steps.map(({ order }) => order), [[0, 2, 1], [0, 2, 1], [2, 0, 1]]);
  assert.deepEqual(steps.map(({ rises }) => rises), [[], [], [{ seat: 2, from: 1, to: 0, passed: [0] }]]);
  assert.deepEqual(lastOrder(steps[2]), [1, 0, 2]);
});

test("several who rise are all found, the highest first", () => {
  assert.deepEqual(findRises([0, 1, 2, 3], [2, 3, 0, 1]), [{ seat: 2, from: 2, to: 0, passed: [0, 1] }, { seat: 3, from: 3, to: 1, passed: [0, 1] }]);
});

test("who draws level does not overtake", () => {
  const { steps } = planSteps(resultOf(["a", "b", "c"], [["Ann", 1, [5, 0, 2]], ["Bo", 2, [3, 2, 1]]]));
  assert.deepEqual(steps[1].rises, []);
  assert.deepEqual(steps[1].order, [0, 1]);
});

test("where the fewest points win, fewer stand higher", () => {
  // Ann has 1 and then 9, Bo 4 and then 5.
  const { steps } = planSteps(resultOf(["a", "b"], [["Ann", 2, [1, 8]], ["Bo", 1, [4, 1]]], { fewest: true }));
  assert.deepEqual(steps.map(({ order }) => order), [[0, 1], [1, 0]]);
  assert.deepEqual(steps[1].rises, [{ seat: 1, from: 1, to: 0, passed: [0] }]);
});

test("the last standing is the ranking, tie-breaks included", () => {
  const { steps } = planSteps(resultOf(["a"], [["Ann", 2, [5]], ["Bo", 1, [5]]]));
  assert.deepEqual(steps[0].order, [1, 0]);
});

test("where all win together nobody changes places", () => {
  const { steps } = planSteps(resultOf(["a", "b"], [["Ann", 1, [1, 0]], ["Bo", 1, [4, 1]]], { ranked: false }));
  assert.deepEqual(steps.map(({ order }) => order), [[0, 1], [0, 1]]);
});

test("all bars keep one scale, also below zero", () => {
  // Ann falls to −2 and Bo reaches 8 before the invasion takes 3: the scale goes from −2 to 8.
  const { low, high } = planSteps(resultOf(["track", "invasion"], [["Ann", 2, [1, -3]], ["Bo", 1, [8, -3]]]));
  assert.deepEqual([low, high], [-2, 8]);
  assert.deepEqual(barOf(0, 8, low, high), { start: 0.2, length: 0.8, gain: 0.8, below: false });
  assert.deepEqual(barOf(8, 5, low, high), { start: 0.2, length: 0.5, gain: 0, below: false });
  assert.deepEqual(barOf(1, -2, low, high), { start: 0, length: 0.2, gain: 0, below: true });
  assert.deepEqual(barOf(0, 0, 0, 0), { start: 0, length: 0, gain: 0, below: false });
});

test("times are those of the drawing where they fit", () => {
  // Tiles 360 + 2 × 120 + 300 = 900. Two categories of 160 + 700 + 900 = 1760. The last 160 + 2 × 500 + 900, and 300 + 450 for an overtaking:
  // 2810. The end 500 + 600 + 900 + 400 = 2400. Together 900 + 3520 + 2810 + 2400 = 9630.
  const times = planTimes(planSteps(TABLE).steps, 3);
  assert.equal(times.rest, TIMES.rest);
  assert.equal(times.total, 9630);
});

test("more than seven categories have shorter rests", () => {
  const many = (count) => planSteps(resultOf(Array.from({ length: count }, (_, at) => `k${at}`), [["Ann", 1, Array(count).fill(2)], ["Bo", 2, Array(count).fill(1)]])).steps;
  assert.equal(planTimes(many(7), 2).rest, 900);
  assert.equal(planTimes(many(8), 2).rest, 500);
});

test("an untouched reveal takes twenty seconds at most", () => {
  for (const seats of [1, 2, 5, 12]) {
    for (const count of [1, 6, 9, 24]) {
      // The order turns round with every category, so that as much as can be is to be shown.
      const points = Array.from({ length: seats }, (_, seat) => Array.from({ length: count }, (_, at) => 1 + ((at % 2 ? seat : seats - seat) * (at + 1))));
      const { steps } = planSteps(resultOf(Array.from({ length: count }, (_, at) => `k${at}`), points.map((own, seat) => [`P${seat}`, seat + 1, own])));
      assert.ok(planTimes(steps, seats).total <= MAX_DURATION, `${seats} players, ${count} categories`);
    }
  }
});

test("a category is one sentence", () => {
  const { steps } = planSteps(TABLE);
  assert.equal(sayStep(steps[2], TABLE, WORDS), "network: Cleo +18, 38 in all; Ann +10, 34 in all; Bo +16, 30 in all; Cleo passes Ann");
  assert.equal(sayAhead(steps[2].rises[0], TABLE, WORDS), "ahead of Ann");
  assert.equal(sayPlaces(steps[2].rises[0], TABLE, WORDS), "Cleo: place 2 → 1");
  assert.equal(saySilent(["a", "b"], WORDS), "No points for anyone: a, b");
});

test("names with braces and losses are said as they are", () => {
  const data = resultOf(["track", "invasion"], [["{points}", 1, [1, -3]]]);
  assert.equal(sayStep(planSteps(data).steps[1], data, WORDS), "invasion: {points} −3, −2 in all");
});

test("a result without points has no category", () => {
  const { steps, silent } = planSteps(resultOf(["a", "b"], [["Ann", 1, [0, 0]], ["Bo", 1, [0, 0]]]));
  assert.deepEqual([steps, silent], [[], ["a", "b"]]);
  assert.ok(planTimes(steps, 2).total > 0);
});
