// What a device grants, and what the pages say of it.
import assert from "node:assert/strict";
import test from "node:test";
import { click, openPage, settle } from "./page.js";

const QIN = "/en/qin/score?n=2&to=sheet";

/** Offer a screen lock that a device grants or refuses; returns what was asked. */
function offerLock(isGranted) {
  const locks = [];
  const wakeLock = {
    async request() {
      if (!isGranted) throw new Error("NotAllowedError");
      const lock = { released: false, addEventListener() {}, async release() { lock.released = true; } };
      locks.push(lock);
      return lock;
    },
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: wakeLock });
  return locks;
}
