// A page of the server without a browser: its HTML, its scripts, an empty storage and database, and a clock that the test sets.
// happy-dom draws nothing: what depends on layout, real keys, several tabs or offline use is tested in a browser.
import { registerHooks } from "node:module";
import { afterEach, mock } from "node:test";
import * as indexed from "fake-indexeddb";
import { Window } from "happy-dom";

const ROOT = new URL("../../", import.meta.url);
/** What a script that finds the root from its own address takes for it. */
const ABOVE = new URL("../", ROOT).pathname;
const SERVED = /^\/static\/(?:[0-9a-f]{12}\/)?/;
/** What Node has itself; scripts need no other, and mock timers replace Node's. */
const OWN = new Set([...Object.getOwnPropertyNames(globalThis), "constructor"]);
/** What a window has otherwise: events are sent to nodes of the window. */
const OF_WINDOW = ["Event", "EventTarget", "CustomEvent", "MessageEvent", "navigator", "localStorage", "sessionStorage", "CloseEvent", "Storage", "FormData", "Blob", "File", "BroadcastChannel"];
for (const name of OF_WINDOW) OWN.delete(name);
const askServer = globalThis.fetch;
const measureTime = performance.now.bind(performance);
/** Milliseconds between two frames. */
const FRAME = 16;
const names = new Set();
let current;
let pages = 0;
const asked = new Set(); // what the server has not answered yet

/** The file of a script by its name on the server, as `find_files` has them. */
function fileOf(name) {
  const [, slug, rest] = name.match(/^games\/(\w+)\/(.+)/) ?? [];
  return new URL(slug ? `scorers/${slug}/static/${rest}` : `static/${name}`, ROOT);
}

/** A script's name on the server, by its file. */
function nameOf(file) {
  const [, slug, rest] = file.match(/\/scorers\/(\w+)\/static\/(.+)/) ?? [];
  return slug ? `games/${slug}/${rest}` : file.match(/\/static\/(.+)/)?.[1];
}

// Each page has modules of its own, as in a browser: the addresses of their files end with the number of the page.
registerHooks({
  resolve(specifier, context, next) {
    const [parent, page] = (context.parentURL ?? "").split("?page=");
    if (!page || !/^[./]/.test(specifier)) return next(specifier, context);
    const { pathname } = new URL(specifier, `http://tally/static/${nameOf(parent)}`);
    return { url: `${fileOf(pathname.replace(SERVED, ""))}?page=${page}`, format: "module", shortCircuit: true };
  },
});

/** Ask the server, and hear all of its answer, so that nothing is still to come when the page is said to be settled. */
async function ask(address, options) {
  const answer = await askServer(address, options);
  const body = await answer.arrayBuffer();
  const { status, statusText, headers, url } = answer;
  return Object.defineProperty(new Response(body.byteLength ? body : null, { status, statusText, headers }), "url", { value: url });
}

/** Let the names of a window be names of this process. */
function install(window) {
  for (let part = window; part && part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) if (!OWN.has(name)) names.add(name);
  }
  for (const name of names) {
    const get = () => (/^[a-z]/.test(name) && typeof window[name] === "function" ? window[name].bind(window) : window[name]);
    Object.defineProperty(globalThis, name, { configurable: true, get, set: (value) => { window[name] = value; } });
  }
  for (const name of Object.keys(indexed)) if (name.startsWith("IDB")) globalThis[name] = indexed[name];
  // What happy-dom lacks.
  for (const name of ["Label", "Current", "Expanded", "Pressed", "Hidden", "Disabled", "Live", "Selected"]) {
    const attribute = `aria-${name.toLowerCase()}`;
    Object.defineProperty(window.Element.prototype, `aria${name}`, {
      configurable: true,
      get() { return this.getAttribute(attribute); },
      set(value) { if (value === null) this.removeAttribute(attribute); else this.setAttribute(attribute, value); },
    });
  }
  Object.defineProperty(window.HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 100 }); // each column has room
  window.Element.prototype.checkVisibility = function checkVisibility() {
    for (let part = this, child; part; child = part, part = part.parentElement) {
      if (part.hidden || (part.localName === "details" && !part.open && child && child.localName !== "summary")) return false;
    }
    return this.isConnected;
  };
  window.Element.prototype.animate = () => ({ finish() {}, cancel() {}, finished: Promise.resolve() });
  window.Element.prototype.getAnimations = () => [];
  globalThis.Option = function Option(text, value, isDefault, isSelected) {
    return Object.assign(window.document.createElement("option"), { text, value, selected: isSelected });
  };
  globalThis.fetch = (address, options) => {
    const answer = ask(new URL(`${address}`.replace(ABOVE, "/"), window.location.href), options).finally(() => { asked.delete(answer); });
    asked.add(answer);
    return answer;
  };
}

/**
 * Open a page of the server and run its scripts; storage and database are those of the page before, unless the device is another.
 *
 * `now` stops the clock at a time in milliseconds; `tick` moves it on. A page that is loaded again (`isReload`) keeps the storage of its tab.
 * `hasTouch` makes it a phone, whose sheets have a keypad, `isStill` one that wants no motion.
 * `before` is called when the page is there and its scripts are not: a person may have filled in something, or the browser may have restored it.
 */
export async function openPage(path, { device = {}, now, isReload = false, hasTouch = false, isStill = false, before = () => {} } = {}) {
  device.storage ??= {};
  device.database ??= new indexed.IDBFactory();
  await leave();
  mock.timers.reset();
  if (now !== undefined) mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"], now });
  const answer = await askServer(new URL(path, process.env.TALLY), { headers: device.cookie ? { Cookie: device.cookie } : {} });
  device.cookie = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ") || device.cookie;
  const navigation = { disableMainFrameNavigation: true, disableChildFrameNavigation: true };
  const settings = { disableJavaScriptFileLoading: true, disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true, errorCapture: "disabled", navigation, device: { prefersReducedMotion: isStill ? "reduce" : "no-preference" } };
  const window = new Window({ url: answer.url + new URL(path, answer.url).hash, width: 360, height: 740, settings });
  if (hasTouch) Object.defineProperty(window.navigator, "maxTouchPoints", { value: 1 });
  for (const [name, text] of Object.entries(device.storage)) window.localStorage.setItem(name, text);
  for (const [name, text] of Object.entries((isReload && device.tab) || {})) window.sessionStorage.setItem(name, text);
  install(window);
  // happy-dom would draw as many frames as there is time for, also while the clock is stopped.
  performance.now = now === undefined ? measureTime : () => Date.now();
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), FRAME);
  window.cancelAnimationFrame = (frame) => clearTimeout(frame);
  performance.getEntriesByType = () => [{ name: answer.url, type: isReload ? "reload" : "navigate" }];
  globalThis.indexedDB = device.database;
  current = { window, device };
  window.document.write(await answer.text());
  before();
  pages += 1;
  const page = pages;
  for (const script of window.document.querySelectorAll("script[type=module][src]")) {
    const name = new URL(script.src, answer.url).pathname.replace(SERVED, "");
    await import(`${fileOf(name)}?page=${page}`);
  }
  window.dispatchEvent(new window.Event("load"));
  await settle();
  return window;
}

/** Leave the page: its scripts are told, and the device keeps what it has stored. */
export async function leave() {
  if (!current) return;
  const { window, device } = current;
  current = undefined;
  window.dispatchEvent(new window.Event("pagehide"));
  await settle();
  device.storage = Object.fromEntries(Object.entries(window.localStorage));
  device.tab = Object.fromEntries(Object.entries(window.sessionStorage));
  await window.happyDOM.close();
}

afterEach(async () => {
  await leave();
  mock.timers.reset();
});

/** Whether something is being read, written, loaded or asked; the database works in immediates. */
const isBusy = () => asked.size > 0 || process.getActiveResourcesInfo().some((kind) => /^Immediate|^FS/.test(kind));

/** Wait until nothing is being read, written, loaded or asked. */
export async function settle() {
  for (let quiet = 0; quiet < 10; quiet = isBusy() ? 0 : quiet + 1) {
    await Promise.allSettled(asked);
    await new Promise(setImmediate);
  }
}

/** Let time pass on a stopped clock. */
export async function tick(milliseconds) {
  mock.timers.tick(milliseconds);
  await settle();
}

/** The control of a name. */
export const control = (name) => document.getElementById("sheet").elements.namedItem(name);

/** Type a text, as a person does: focus, the text, and what a browser tells of it. */
export function type(name, text) {
  const field = typeof name === "string" ? control(name) : name;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Enter a text, and wait until it is saved and scored. */
export async function enter(name, text) {
  type(name, text);
  await settle();
}

/** Click what a selector finds. */
export async function click(selector) {
  const found = typeof selector === "string" ? document.querySelector(selector) : selector;
  found.click();
  await settle();
}

/** Go to another part of the page, as its links do. */
export async function goTo(hash) {
  const heard = new Promise((done) => { addEventListener("hashchange", done, { once: true }); });
  location.hash = hash;
  await heard;
  await settle();
}

/** Press a key on what has the focus; return whether a script took it. */
export async function press(key, options = {}) {
  const isFree = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
  await settle();
  return !isFree;
}

/** The totals that a sheet shows, from the first seat to the last. */
export const totals = () => [...document.querySelectorAll("#sheet output b")].map(({ textContent }) => textContent);
