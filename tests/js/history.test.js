// The steps of a sheet, undone and done again.
import assert from "node:assert/strict";
import test from "node:test";
import { stepsOf } from "../../static/common/draft.js";
import { chance, pick } from "./chance.js";

test("any walk of changes, undo and redo leads where two stacks lead", () => {
  const random = chance(11);
  let steps = stepsOf({ at: "" });
  const [past, future] = [[], []];
  let now = {};
  for (let i = 0; i < 400; i += 1) {
    const [kind, name] = pick(random, ["undo", "redo", "mark 0", "mark 1", "mark 2", "anew"]).split(" ");
    if (kind === "mark") {
      const after = { ...now };
      if (i % 3) after[name] = String(i);
      else delete after[name];
      if (JSON.stringify(after) !== JSON.stringify(now)) {
        past.push(now);
        future.length = 0;
        now = after;
      }
      const query = new URLSearchParams(after);
      query.sort();
      steps.mark(String(query));
    } else if (kind === "anew") steps = stepsOf(structuredClone(steps.state)); // as when the page comes again
    else {
      steps[kind]();
      const [from, to] = kind === "undo" ? [past, future] : [future, past];
      if (from.length) {
        to.push(now);
        now = from.pop();
      }
    }
    const query = new URLSearchParams(now);
    query.sort();
    assert.deepEqual([steps.at, steps.canUndo, steps.canRedo], [String(query), past.length > 0, future.length > 0]);
  }
});

test("what is typed into one cell is one step until it is left", () => {
  const steps = stepsOf({ at: "" });
  steps.mark("a=1", "a");
  steps.mark("a=12", "a");
  steps.pause();
  steps.mark("a=123", "a");
  steps.mark("a=123&b=1", "b");
  steps.mark("a=123", "b");
  const found = [];
  for (; steps.canUndo; steps.undo()) found.push(steps.at);
  assert.deepEqual(found, ["a=123", "a=12"]);
});

test("of many steps the last two hundred stay", () => {
  const steps = stepsOf({ at: "" });
  for (let i = 1; i <= 500; i += 1) steps.mark(`a=${i}`);
  let undone = 0;
  for (; steps.canUndo; undone += 1) steps.undo();
  assert.deepEqual([undone, steps.at], [200, "a=300"]);
});

test("a step that is added is taken back and done again", () => {
  const steps = stepsOf({ at: "" });
  steps.add({ a: [[], ["1"]] }, "a");
  steps.add({ a: [["1"], ["12"]] }, "a");
  steps.pause();
  steps.add({ wall: [["A"], ["B"]], b: [["x"], []] });
  assert.deepEqual(steps.undo(), { wall: [["A"], ["B"]], b: [["x"], []] });
  assert.deepEqual(steps.undo(), { a: [[], ["12"]] });
  assert.equal(steps.undo(), null);
  assert.deepEqual(steps.redo(), { a: [[], ["12"]] });
  steps.add({ c: [[], ["3"]] });
  assert.equal(steps.canRedo, false);
});

test("typing that ends where it began is no step", () => {
  const steps = stepsOf({ at: "" });
  steps.add({ a: [["1"], ["12"]] }, "a");
  steps.add({ a: [["12"], ["1"]] }, "a");
  assert.equal(steps.canUndo, false);
});

test("what somebody else has changed since is not taken back", () => {
  const steps = stepsOf({ at: "" });
  steps.add({ a: [[], ["1"]] });
  steps.add({ b: [[], ["2"]], c: [[], ["3"]] });
  steps.add({ d: [[], ["4"]] });
  const now = { a: ["1"], b: ["9"], c: ["3"], d: [] };
  const isCurrent = (name, [, after]) => String(now[name]) === String(after);
  assert.deepEqual(steps.undo(isCurrent), { c: [[], ["3"]] });
  assert.deepEqual(steps.undo(isCurrent), { a: [[], ["1"]] });
  assert.equal(steps.undo(isCurrent), null);
});
