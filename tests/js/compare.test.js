// The page on which other rules are tried, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, openPage } from "./page.js";

// Both have 20 points and 4 for a row. Ann loses 3 only where the loss passes on to her from behind Bo's tower.
const SHEET = "n=2&events=overlord&0.track=20&1.track=20&0.chain=4&1.chain=4&0.name=Ann&1.name=Bo&regions=1"
  + "&regions.0.threat=3&regions.0.walls.0=1&regions.0.walls.1=2&regions.towers.1=0";

test("a rule that is chosen before the script starts is tried", async () => {
  const choose = () => { document.getElementById("try-tower_majority-pass_on").checked = true; };
  await openPage(`/en/chang_cheng/compare?${SHEET}&to=try`, { before: choose });
  assert.match(document.getElementById("sentence").textContent, /Bo wins now/);
  assert.match(location.search, /try\.tower_majority=pass_on/);
});

// Without overlapping blocks of fallow fields Cleo wins, by 4 points; with them Bo does, by 1.
const LANDS = {
  "0.map": "A A A T/A A A T/F T T T/F F L L",
  "1.map": "A A A F F/A A A T T/F F F F T/L L L Mb3 T/. . Mn2 Pb* T",
  "2.map": "F F A A/T A A T/T T F T/T L L Mb4/T T T Pb*/T T F F/L L L L",
};
const DEPENDS = `n=3&end_card=fallow_blocks&0.name=Ann&1.name=Bo&2.name=Cleo&${new URLSearchParams(LANDS)}`;
const sentence = () => document.getElementById("sentence").textContent;

test("rules are tried one after the other, and their address shows the same", async () => {
  await openPage(`/en/honshu/compare?${DEPENDS}&to=try`);
  await click("#try-fallow_blocks-overlapping");
  assert.match(sentence(), /Bo wins now, 1 point ahead of Cleo/);
  await click(document.getElementById("try.house.forest-less"));
  assert.match(sentence(), /Bo wins now.*house rule/s);
  assert.match(location.search, /try\.fallow_blocks=overlapping.*try\.house\.forest=1/);
  const shared = location.href;
  await openPage(shared);
  assert.match(sentence(), /Bo wins now/);
  assert.equal(document.getElementById("try-fallow_blocks-overlapping").checked, true);
});

test("a rule that is tried is announced and keeps the focus", async () => {
  await openPage(`/en/honshu/compare?${DEPENDS}&to=try`);
  const said = recordLiveRegions(document);
  document.getElementById("try-fallow_blocks-overlapping").focus();
  await click("#try-fallow_blocks-overlapping");
  assert.match(said.join(" | "), /^[^|]*Bo wins now[^|]*$/); // in one sentence
  assert.equal(document.activeElement.id, "try-fallow_blocks-overlapping");
});
