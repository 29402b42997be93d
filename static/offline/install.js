// A page and the service worker: all is kept on this device after a visit to a sheet or a tap on the button of the first page, as long as
// the reader saves no data; a fresh version is offered. `<html data-offline="ready">` says that everything works without a network.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const [, app, version] = root.dataset.offlineBase.match(/^(.*\/)offline\/(.+)\/$/);
const container = navigator.serviceWorker;
const notice = document.getElementById("notice");
const place = document.getElementById("offline"); // on the first page
const sheet = document.getElementById("sheet");
const thrifty = navigator.connection?.saveData;
let active;

/** Say on the first page how things stand; the button is there where it has something to do. */
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

function hear({ version: whose, whole, fault, done, total }) {
  if (whose !== version) return; // another version is at work, and has its own pages
  if (whole) {
    root.dataset.offline = "ready";
    say("whole", total);
    startEngine();
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

/** A sheet is filled while the engine starts, which is ready when totals and the result are asked for. */
function startEngine() {
  if (sheet) import("./engine.js").then(({ start }) => start()).catch(() => {}); // the server answers as before
}

/** Offer the version that waits. The page stays as it is until the reader wants that one. */
function offer(registration) {
  if (!registration.waiting || !registration.active) return notice.replaceChildren();
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: notice.dataset.use });
  notice.replaceChildren(`${notice.dataset.fresh} `, button);
  button.addEventListener("click", () => {
    container.addEventListener("controllerchange", () => {
      sheet?.dispatchEvent(new Event("leave")); // a page that loads itself again takes the address that it has now
      location.reload();
    }, { once: true });
    registration.waiting.postMessage({ ask: "use" });
  });
}

async function begin() {
  container.addEventListener("message", ({ data }) => hear(data));
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
if (container) begin().catch(() => say("refused"));
else {
  say("insecure");
  if (!thrifty) startEngine();
}
