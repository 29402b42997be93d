// A shared sheet without a network: the service worker answers with a page that shows this one as the device last saw it, with everything typed
// on it. The copy of the page lies with its entries; its files are kept in the worker's cache.
import { documents } from "../common/device.js";
import { track } from "../common/documents.js";

const note = document.getElementById("no-copy");

/** Whether this is such a page. */
export const isStandIn = Boolean(note);

/** Return the document of a shared sheet by the secret in its address. */
export const documentOf = (secret) => `shared ${secret}`;

/** Return a copy of this page; call it before the page is changed. */
export function copyPage() {
  const styles = [...document.querySelectorAll("head link[rel=stylesheet]")].map(({ href }) => href);
  const [main, head] = ["main", ".masthead"].map((part) => document.querySelector(part).innerHTML);
  return { main, head, styles, title: document.title, classes: document.body.className, game: document.documentElement.dataset.game };
}

function showCopy({ main, head, styles, title, classes, game }) {
  for (const href of styles) {
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
  document.title = title;
  document.documentElement.dataset.game = game;
  document.body.className = classes;
  document.body.dataset.shell = "";
  document.querySelector(".masthead").innerHTML = head;
  document.getElementById("main").innerHTML = main;
}

/** Cache the files of this page, so that it can be shown without a network. */
export async function keepFiles() {
  const version = document.documentElement.dataset.offlineBase?.match(/offline\/(.+)\/$/)?.[1];
  if (!version || !navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  await track(cacheFiles(version));
}

async function cacheFiles(version) {
  const cache = await caches.open(`tally ${version}`);
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ pathname }) => pathname.includes("/static/"));
  for (const { pathname } of files) if (!await cache.match(pathname, { ignoreVary: true })) await cache.add(pathname);
}

if (isStandIn) {
  const [, secret] = location.pathname.match(/\/together\/([\w-]{22})/) ?? [];
  const { page } = await documents.get(documentOf(secret)).catch(() => null) ?? {};
  if (page) showCopy(page);
  else {
    note.textContent = note.dataset.none;
    await new Promise(() => {}); // there is no sheet to go on with
  }
}
