// Transactions of the device's databases: one that does not begin is refused, and none is left open by a page.
import assert from "node:assert/strict";
import test from "node:test";

const listeners = {};
globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
const { makeOpener, waitForEnd } = await import("../../static/common/transactions.js");
delete globalThis.addEventListener;

/** A transaction as a browser has it, whose end and first answer the test decides on. */
function fakeTransaction() {
  const first = {};
  return {
    first,
    isAborted: false,
    objectStoreNames: ["sheets"],
    objectStore: () => ({ count: () => first }),
    abort() { this.isAborted = true; this.error = new Error("aborted"); this.onabort?.(); },
  };
}

test("a transaction that ends gives its result", async () => {
  const transaction = fakeTransaction();
  const end = waitForEnd(transaction, () => 7);
  transaction.first.onsuccess();
  transaction.oncomplete();
  assert.equal(await end, 7);
});

test("a transaction that does not begin is refused after two and a half seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const transaction = fakeTransaction();
  const end = waitForEnd(transaction);
  context.mock.timers.tick(2499);
  assert.equal(transaction.isAborted, false);
  context.mock.timers.tick(1);
  await assert.rejects(end);
  assert.equal(transaction.isAborted, true);
});

test("a long transaction that has begun is waited for", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const transaction = fakeTransaction();
  const end = waitForEnd(transaction, () => "all");
  transaction.first.onsuccess();
  context.mock.timers.tick(20_000);
  transaction.oncomplete();
  assert.equal(await end, "all");
});

test("transactions end when the page is left", async () => {
  const [open, complete] = [fakeTransaction(), fakeTransaction()];
  const ends = [waitForEnd(open), waitForEnd(complete)];
  complete.oncomplete();
  listeners.pagehide();
  assert.deepEqual([open.isAborted, complete.isAborted], [true, false]);
  await assert.rejects(ends[0]);
});

test("a database that does not open is refused, and tried again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const requests = [];
  globalThis.indexedDB = { open: () => requests[requests.push({}) - 1] };
  const open = makeOpener("tally", 2, ["sheets"]);
  const first = open();
  context.mock.timers.tick(2500);
  await assert.rejects(first);
  await Promise.resolve();
  const second = open();
  requests[1].result = {};
  requests[1].onsuccess();
  assert.equal(await second, requests[1].result);
  delete globalThis.indexedDB;
});
