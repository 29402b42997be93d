// What boards that are no grid share: which piece an arrow key leads to.
import assert from "node:assert/strict";
import test from "node:test";
import { nearest } from "../../static/boards/board.js";

test("an arrow leads to the nearest piece in its direction", () => {
  // A cross of five, and one far aside: from the middle each arrow leads to its arm, and from an arm on there is nothing.
  const places = {
    middle: [100, 100], ArrowLeft: [50, 100], ArrowRight: [150, 100], ArrowUp: [100, 50], ArrowDown: [100, 150], far: [200, 60],
  };
  const targets = Object.entries(places).map(([id, [x, y]]) => ({ id, getBoundingClientRect: () => ({ x, y, width: 10, height: 10 }) }));
  const lead = (from, key) => nearest(targets.find(({ id }) => id === from), targets, key)?.id;
  for (const key of Object.keys(places).filter((name) => name.startsWith("Arrow"))) assert.equal(lead("middle", key), key);
  assert.equal(lead("ArrowLeft", "ArrowLeft"), undefined);
  assert.equal(lead("middle", "Home"), undefined);
});
