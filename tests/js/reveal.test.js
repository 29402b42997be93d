// The reveal of a result, whose clock the tests set; sequence.test.js has its steps.
import assert from "node:assert/strict";
import test from "node:test";
import { waitsForTaps } from "../../static/reveal/sequence.js";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, openPage, press, settle, tick } from "./page.js";

// Ann has 20 + 10, Bo 9 + 16 and Cleo 14 + 18: the network, which comes last, decides.
const TABLE = "n=3&0.name=Ann&1.name=Bo&2.name=Cleo&0.prestige=20&1.prestige=9&2.prestige=14&0.network=10&1.network=16&2.network=18";
const OVERTAKING = `/en/hansa_teutonica/score?${TABLE}&to=reveal`;
const TIE = "/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=4&to=reveal";
const dialog = () => document.querySelector("dialog.reveal[open]");
const texts = (selector) => [...dialog().querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
/** Go on to the next category. */
const tap = () => click(dialog());
/** Let the seconds pass that the longest reveal takes. */
async function waitForEnd() {
  for (let second = 0; second < 20; second += 1) await tick(1000);
}


test("a reveal without motion announces points and places, and ends with the winner", async () => {
  await openPage(OVERTAKING, { now: 0, isStill: true });
  assert.deepEqual(texts("h2"), ["Prestige track"]); // after which the order is Ann, Cleo, Bo
  assert.deepEqual(texts("[role=status] p"), [
    "No points for anyone: Full abilities, Bonus markers, Special spaces, Cities; Prestige track: Ann +20, 20 in all; Cleo +14, 14 in all; Bo +9, 9 in all",
  ]);
  const heard = recordLiveRegions(document);
  await tap();
  assert.match(dialog().textContent, /Cleo: place 2 → 1/);
  assert.match(heard.join(" | "), /^[^|]*Cleo passes Ann[^|]*$/); // one tap, one message
  assert.deepEqual(texts(".lane .num"), ["30", "25", "32"]);
  const said = dialog().querySelector("[role=status]");
  await tap();
  assert.equal(said.lastChild.textContent, "Cleo wins, 32 to 30");
  assert.equal(dialog(), null);
});

test("a reveal that nobody touches ends", async () => {
  await openPage(OVERTAKING, { now: 0 });
  assert.ok(dialog());
  await waitForEnd();
  assert.equal(dialog(), null);
  assert.equal(document.activeElement.id, "main");
});

test("a reveal ends with the winner in the winner's colour", async () => {
  await openPage(OVERTAKING, { now: 0 });
  for (const heading of ["Prestige track", "Network"]) {
    await tap();
    assert.deepEqual(texts("h2"), [heading]);
  }
  await tap();
  assert.equal(texts("[role=status] p").at(-1), "Cleo wins, 32 to 30");
  await tick(500); // up to the cover
  assert.deepEqual(texts(".winner .points"), ["32"]);
});

test("a shared win shows both winners", async () => {
  await openPage(TIE, { now: 0 });
  await tap();
  await tap();
  await tick(500); // up to the cover
  assert.deepEqual(texts(".winner .who").map((text) => text.replace(/\s+/g, " ")), ["A Ann", "B Bo"]);
});

test("a paused reveal waits for the host", async () => {
  await openPage(OVERTAKING, { now: 0 });
  const pause = () => [...dialog().querySelectorAll("button")].find(({ textContent, ariaLabel }) => [textContent, ariaLabel].includes("Pause"));
  await click(pause());
  await waitForEnd();
  assert.equal(dialog().matches(".counts"), false);
  await tap();
  await waitForEnd();
  assert.deepEqual(texts("h2"), ["Prestige track"]); // a category stays until the next tap
  await press("p");
  assert.equal(pause().ariaPressed, "false");
  await waitForEnd(); // without the pause the rest goes on by itself
  assert.equal(dialog(), null);
});

test("other phones hear from a paused host", async () => {
  await openPage(OVERTAKING.replace("&to=reveal", ""), { now: 0 });
  const steps = [];
  const { start } = await import("../../static/reveal/reveal.js");
  start(JSON.parse(document.getElementById("reveal").dataset.reveal), { onStep: (step) => steps.push(step) });
  await press("p");
  await tick(9000); // after 8 seconds of silence they would go on without it
  assert.deepEqual(steps, [-1, -1, -1]);
});

test("a phone of a guest follows the host only", async () => {
  await openPage(OVERTAKING.replace("&to=reveal", ""), { now: 0 });
  let hasEnded = false;
  const { start } = await import("../../static/reveal/reveal.js");
  const led = start(JSON.parse(document.getElementById("reveal").dataset.reveal), { step: -1, onEnd: () => { hasEnded = true; } });
  await settle();
  assert.equal(dialog().hasAttribute("aria-describedby"), false); // taps do nothing here
  await tap();
  led.show(1);
  await settle();
  assert.deepEqual(texts("h2"), ["Network"]);
  await tap();
  assert.deepEqual(texts("h2"), ["Network"]);
  led.show(2);
  await waitForEnd();
  assert.deepEqual([dialog(), hasEnded], [null, true]);
});

test("the result is one tap away, and the reveal can be seen again", async () => {
  await openPage(OVERTAKING, { now: 0 });
  await click([...dialog().querySelectorAll("button")].find(({ textContent }) => textContent === "See result"));
  assert.equal(dialog(), null);
  assert.equal(document.querySelector(".hero .points").textContent, "32");
  assert.equal(document.activeElement.textContent, "Cleo wins, 32 to 30"); // read as it gets the focus
  await click([...document.querySelectorAll("main button")].find(({ textContent }) => textContent.trim() === "Reveal"));
  assert.ok(dialog());
});

test("a reveal started by keyboard waits for taps unless it was let go before", async () => {
  const cases = [[null, true, true], [null, false, false], ["taps", false, true], ["itself", true, false]];
  for (const [pace, byKeys, waits] of cases) assert.equal(waitsForTaps(pace, byKeys), waits, `${pace} ${byKeys}`);
  await openPage(OVERTAKING.replace("&to=reveal", ""), { now: 0 });
  await click("#reveal"); // without a pointer
  await waitForEnd();
  assert.equal(dialog().matches(".counts"), false);
  const description = document.getElementById(dialog().getAttribute("aria-describedby"));
  assert.equal(description.textContent, "Tap or press Space to go on."); // read as the dialog opens
  assert.equal(description.hidden, true); // and not once more as a text in it
  for (let step = 0; step < 2; step += 1) await tap();
  await waitForEnd();
  // No sentence takes the place of the one before.
  assert.deepEqual(texts("[role=status] p").map((text) => text.split(":")[0]), ["No points for anyone", "Network"]);
});
