// Time that a test sets, and the end of what is being written.
import assert from "node:assert/strict";
import test from "node:test";
import { after, every, now, setClock } from "../../static/common/clock.js";
import { idle, track } from "../../static/common/documents.js";

/** A clock that stands until `pass` is called. */
function stoppedClock() {
  let [time, count] = [0, 0];
  const timers = new Map();
  return {
    now: () => time,
    setTimeout(act, milliseconds) {
      timers.set((count += 1), { act, at: time + milliseconds });
      return count;
    },
    clearTimeout: (id) => timers.delete(id),
    pass(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
        if (!next) break;
        timers.delete(next[0]);
        time = next[1].at;
        next[1].act();
      }
      time = end;
    },
  };
}

test("what waits acts in its time, unless it is cancelled", (t) => {
  const clock = stoppedClock();
  setClock(clock);
  t.after(() => setClock());
  const done = [];
  after(300, () => done.push(["once", now()]));
  after(200, () => done.push("never"))();
  const end = every(100, () => done.push(now()));
  clock.pass(250);
  end();
  clock.pass(1000);
  assert.deepEqual(done, [100, 200, ["once", 300]]);
});

test("idle is when all work has settled, also what began meanwhile and what failed", async () => {
  const done = [];
  const later = (name, next) => new Promise((resolve) => { setImmediate(() => { done.push(name); next?.(); resolve(); }); });
  track(later("one", () => track(later("two"))));
  track(Promise.reject(new Error("refused"))).catch(() => {});
  await idle();
  assert.deepEqual(done, ["one", "two"]);
  await idle();
});
