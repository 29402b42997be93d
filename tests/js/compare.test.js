// The page on which other rules are tried, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.js";

// Both have 20 points and 4 for a row. Ann loses 3 only where the loss passes on to her from behind Bo's tower.
const SHEET = "n=2&events=overlord&0.track=20&1.track=20&0.chain=4&1.chain=4&0.name=Ann&1.name=Bo&regions=1"
  + "&regions.0.threat=3&regions.0.walls.0=1&regions.0.walls.1=2&regions.towers.1=0";

test("a rule that is chosen before the script starts is tried", async () => {
  const choose = () => { document.getElementById("try-tower_majority-pass_on").checked = true; };
  await openPage(`/en/chang_cheng/compare?${SHEET}&to=try`, { before: choose });
  assert.match(document.getElementById("sentence").textContent, /Bo wins now/);
  assert.match(location.search, /try\.tower_majority=pass_on/);
});
