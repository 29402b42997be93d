// When a reveal goes on: by itself, or at taps.
import assert from "node:assert/strict";
import test from "node:test";
import { waitsForTaps } from "../../static/reveal/sequence.js";

test("a reveal started by keyboard waits for taps unless it was let go before", () => {
  const cases = [[null, true, true], [null, false, false], ["taps", false, true], ["itself", true, false]];
  for (const [pace, byKeys, waits] of cases) assert.equal(waitsForTaps(pace, byKeys), waits, `${pace} ${byKeys}`);
});
