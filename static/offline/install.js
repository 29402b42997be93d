// Installs the service worker when the page has loaded and is idle, so that it never delays the page. Everything is stored on this device after
// a tap on the home page's button, or a visit to a sheet unless data saving is on or the phone may be using mobile data. Offers updates.
// `<html data-offline="ready">` means that everything works offline.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const [, app, version] = root.dataset.offlineBase.match(/^(.*\/)offline\/(.+)\/$/);
const container = navigator.serviceWorker;
const notice = document.getElementById("notice");
const place = document.getElementById("offline"); // on the home page
const sheet = document.getElementById("sheet");
const { connection } = navigator;
// The kind of connection is known on Android alone. Safari tells nothing, so an iPhone is asked, unless Tally is on its home screen.
const isUnknown = !connection && matchMedia("(pointer: coarse)").matches && !matchMedia("(display-mode: standalone)").matches;
const thrifty = connection?.saveData || connection?.type === "cellular" || isUnknown;
let active;

/** Show the state on the home page, with the button if it has something to do. */
function say(what, total = 0) {
  if (!place) return;
  const [words, button, bar] = place.querySelectorAll("[data-says], button, progress");
  words.textContent = words.dataset[what].replace("{size}", Math.ceil(total / 1_000_000));
  button.hidden = !["offer", "cut", "full"].includes(what);
  bar.hidden = what !== "going";
}

function keepAll() {
  localSet("offline", "begun");
  say("going");
  active.postMessage({ ask: "keep" });
}

function receive({ version: whose, whole, fault, done, total }) {
  if (whose !== version) return; // another version is active and has its own pages
  if (whole) {
    finish(total);
  } else if (fault) {
    say(fault, total);
    if (fault === "full" && localGet("offline") !== "full") {
      notice.textContent = place ? "" : notice.dataset.full;
      localSet("offline", "full");
    }
  } else if (done !== undefined) {
    say("going");
    if (place) Object.assign(place.querySelector("progress"), { max: total, value: done });
  } else {
    say("offer", total);
    if (!thrifty && (localGet("offline") === "begun" || (sheet && localGet("offline") !== "full"))) keepAll();
  }
}

/** Say that everything works offline once the engine has started with this version: a browser may be too old for it. */
async function finish(total) {
  try {
    if (localGet("engine") !== version) {
      const { start, stop } = await import("./engine.js");
      await start();
      localSet("engine", version);
      if (!sheet) stop();
    }
    root.dataset.offline = "ready";
    say("whole", total);
    startEngine();
  } catch {
    say("broken");
  }
}

/** Start the engine while a sheet is being filled, so that it is ready for totals and the result. */
function startEngine() {
  if (sheet) import("./engine.js").then(({ start }) => start()).catch(() => {}); // the server goes on answering
}

/** Offer the waiting version; the page stays unchanged until the user accepts. */
function offer(registration) {
  if (!registration.waiting || !registration.active) return notice.replaceChildren();
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: notice.dataset.use });
  notice.replaceChildren(`${notice.dataset.fresh} `, button);
  button.addEventListener("click", () => {
    container.addEventListener("controllerchange", () => {
      sheet?.dispatchEvent(new Event("leave")); // a page that reloads must have its current address
      location.reload();
    }, { once: true });
    registration.waiting.postMessage({ ask: "use" });
  });
}

async function register() {
  container.addEventListener("message", ({ data }) => receive(data));
  const registration = await container.register(`${app}sw.js`, { scope: app });
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", () => offer(registration));
  });
  offer(registration);
  ({ active } = await container.ready);
  active.postMessage({ ask: "state" });
}

place?.querySelector("button").addEventListener("click", () => {
  navigator.storage?.persist?.();
  keepAll();
});
function begin() {
  if (container) register().catch(() => say("refused"));
  else say(isSecureContext ? "refused" : "insecure"); // what an engine needs would be loaded again for every page
}
const beginWhenIdle = () => (window.requestIdleCallback ?? setTimeout)(begin);
if (document.readyState === "complete") beginWhenIdle();
else addEventListener("load", beginWhenIdle, { once: true });
addEventListener("pageshow", ({ persisted }) => { if (persisted && root.dataset.offline === "ready") startEngine(); });
