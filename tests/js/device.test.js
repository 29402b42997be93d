// What a device can do and grants: offline use, lasting storage, the screen that stays on; and what the pages say of it.
import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { click, openPage, settle, tick } from "./page.js";

const QIN = "/en/qin/score?n=2&to=sheet";
const SAYS = ["offer", "going", "whole", "cut", "full", "insecure", "refused", "broken"];
const SIZE = 6_000_000;
let loaded = 0;

/** A stand-in for a browser's worker, which answers when it is told to. */
class FakeWorker {
  static all = [];
  heard = {};
  posted = [];
  isEnded = false;

  constructor() { FakeWorker.all.push(this); }

  addEventListener(type, hear) { this.heard[type] = hear; }

  postMessage(message) { this.posted.push(message); }

  terminate() { this.isEnded = true; }

  answer() { this.heard.message({ data: { id: this.posted.at(-1).id, answer: null } }); }
}

/** Give this process a name of the browser. */
const offer = (target, name, value) => Object.defineProperty(target, name, { configurable: true, value });

/** Load a script anew, with modules of its own. */
function load(name) {
  loaded += 1;
  return import(`${new URL(`../../static/${name}`, import.meta.url)}?page=device${loaded}`);
}

/** Install offline use on a page, with the service worker of a browser that has one; returns what the page does and shows. */
async function install(path, { hasWorker = true, isSecure = true, connection, isTouch = false, isApp = false } = {}) {
  mock.timers.reset();
  await openPage(path, { now: 0 });
  document.documentElement.dataset.offlineBase = "/offline/v1/";
  if (path === "/en/" && !document.getElementById("offline")) { // no bundle is built where these tests run alone
    const says = SAYS.map((name) => `data-${name}="${name}"`).join(" ");
    document.querySelector("main").insertAdjacentHTML("beforeend", `<section id="offline"><p data-says ${says}></p><button></button><progress></progress></section>`);
  }
  if (!document.getElementById("notice")) document.body.insertAdjacentHTML("beforeend", '<p id="notice"></p>');
  for (const says of document.querySelectorAll("[data-says]")) for (const name of SAYS) says.dataset[name] = name;
  FakeWorker.all = [];
  globalThis.Worker = FakeWorker;
  offer(globalThis, "isSecureContext", isSecure);
  offer(globalThis, "matchMedia", (query) => ({ matches: query.includes("coarse") ? isTouch : query.includes("standalone") && isApp }));
  const asked = [];
  const active = { postMessage: ({ ask }) => asked.push(ask) };
  let hear;
  const container = {
    addEventListener(type, listener) { if (type === "message") hear = listener; },
    async register() { return { active, addEventListener() {} }; },
    ready: Promise.resolve({ active }),
  };
  offer(navigator, "serviceWorker", hasWorker ? container : undefined);
  offer(navigator, "connection", connection);
  offer(window, "requestIdleCallback", (act) => setTimeout(act, 0));
  await load("offline/install.js");
  dispatchEvent(new Event("load"));
  await tick(1);
  const tell = async (news) => { hear({ data: { version: "v1", total: SIZE, ...news } }); await tick(1); };
  return { asked, tell, says: () => document.querySelector("[data-says]").textContent };
}

test("a browser inside another app is told why nothing is kept offline", async () => {
  assert.equal((await install("/en/", { hasWorker: false })).says(), "refused"); // https, but no service worker
  assert.equal((await install("/en/", { hasWorker: false, isSecure: false })).says(), "insecure");
});

test("everything works offline only once the engine has started", async () => {
  const { tell, says } = await install("/en/");
  await tell({ whole: true });
  const { dataset } = document.documentElement;
  assert.deepEqual([dataset.offline, says() === "whole"], [undefined, false]);
  FakeWorker.all[0].answer();
  await tick(1);
  assert.deepEqual([dataset.offline, says()], ["ready", "whole"]);
});

test("a browser that is too old for the engine is not said to work offline", async () => {
  const { tell, says } = await install("/en/");
  await tell({ whole: true });
  FakeWorker.all[0].heard.error(); // a syntax error, say
  await tick(1);
  assert.deepEqual([document.documentElement.dataset.offline, says()], [undefined, "broken"]);
});

test("the engine ends when its page is left, and starts again on the way back", async () => {
  const { tell } = await install(QIN);
  await tell({ whole: true });
  const [first] = FakeWorker.all;
  first.answer();
  await tick(1);
  assert.equal(document.documentElement.dataset.engine, "ready");
  dispatchEvent(new Event("pagehide"));
  assert.deepEqual([first.isEnded, document.documentElement.dataset.engine], [true, "off"]);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await tick(1);
  assert.equal(FakeWorker.all.length, 2);
});

test("a sheet keeps everything, but asks on what may be mobile data", async () => {
  const keeps = async (device) => {
    const { asked, tell } = await install(QIN, device);
    await tell({ whole: false });
    return asked.includes("keep");
  };
  const cases = [
    [{ connection: { type: "wifi" }, isTouch: true }, true],
    [{ connection: { type: "cellular" }, isTouch: true }, false],
    [{ connection: { saveData: true } }, false],
    [{}, true], // Firefox on a computer
    [{ isTouch: true }, false], // an iPhone in Safari
    [{ isTouch: true, isApp: true }, true], // and on its home screen
  ];
  for (const [device, isKept] of cases) assert.equal(await keeps(device), isKept, JSON.stringify(device));
});

test("the browser is asked not to clear what somebody keeps", async () => {
  let asked = 0;
  const storage = { async persist() { asked += 1; return true; } };
  await install("/en/");
  offer(navigator, "storage", storage);
  await click("#offline button");
  assert.equal(asked, 1);
  await openPage("/en/qin/score?n=2&0.left=4&1.left=2");
  offer(navigator, "storage", storage);
  await click([...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes("Keep in the scorebook")));
  assert.equal(asked, 2);
});

test("the switch shows whether the screen is kept on", async () => {
  const locks = [];
  let isGranted = false;
  const wakeLock = {
    async request() {
      if (!isGranted) throw new DOMException("no", "NotAllowedError");
      const lock = { released: false, addEventListener() {}, async release() { lock.released = true; } };
      locks.push(lock);
      return lock;
    },
  };
  await openPage(QIN);
  offer(navigator, "wakeLock", wakeLock);
  const button = document.querySelector("[data-awake]");
  const { setUpWakeLock } = await load("sheet/wake_lock.js");
  setUpWakeLock(button);
  await settle();
  const isPressed = () => button.getAttribute("aria-pressed");
  assert.equal(isPressed(), "false");
  isGranted = true;
  await click(button);
  assert.deepEqual([isPressed(), locks.length], ["true", 1]);
  await click(button);
  assert.deepEqual([isPressed(), locks[0].released], ["false", true]);
});
