// A shared sheet in this device's database: this tab's record, those of closed tabs, and a copy of the page for offline use.
import { newId, track } from "../../common/documents.js";
import { list, put, remove } from "../../common/drafts.js";
import { sessionGet, sessionSet } from "../../common/storage.js";
import { newRecord } from "./sync.js";

/** Return this tab's id. A duplicated tab gets a new one, since two tabs must not share a counter. */
function nameTab() {
  const name = sessionGet("free tab") ?? newId();
  sessionSet("free tab", null);
  addEventListener("pagehide", () => sessionSet("free tab", name));
  addEventListener("pageshow", () => sessionSet("free tab", null));
  return name;
}

/** Return what the stand-in page needs to show this page offline. */
function copyPage(slug) {
  const styles = [...document.querySelectorAll("head link[rel=stylesheet]")].map(({ href }) => href);
  const [main, head] = ["main", ".masthead"].map((part) => document.querySelector(part).innerHTML);
  return { main, head, styles, title: document.title, classes: document.body.className, game: slug };
}

/**
 * Open this tab's record of a shared sheet; call it before the page is changed. Returns `record`, `orphans` (records of closed tabs with pending
 * changes) and `save(record)`; `canKeep()` tells whether the browser allows storing them.
 */
export async function openRecord({ id, phone, slug }, isStandIn) {
  const page = copyPage(slug);
  const device = `${phone}.${nameTab()}`;
  const all = (await list("shared").catch(() => [])).filter(({ shared }) => shared === id);
  const record = all.find((one) => one.device === device) ?? newRecord(id, device);
  const latest = all.reduce((best, one) => (one.since > best.since ? one : best), record);
  Object.assign(record, { since: latest.since, shadow: latest.shadow, page: isStandIn ? latest.page : page });
  const others = all.filter((one) => one !== record);
  const orphans = others.filter(({ outbox }) => Object.keys(outbox).length);
  for (const one of others) if (!orphans.includes(one)) remove("shared", one.id).catch(() => {});
  let isKept = true;
  const save = (one) => put("shared", { ...one, time: Date.now() }).then(() => { isKept = true; }, () => { isKept = false; });
  return { record, orphans, save, canKeep: () => isKept };
}

/** Cache this page's files, so that it can be opened offline. */
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
