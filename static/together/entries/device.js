// What this device has of a shared sheet, in its database: the record of this tab, those that closed tabs left, and the page for times offline.
import { list, newId, put, remove } from "../../common/database.js";
import { sessionGet, sessionSet } from "../../common/storage.js";
import { newRecord } from "./sync.js";

/** What a tab is called. Two tabs never share a counter: one that was copied begins another. */
function nameTab() {
  const name = sessionGet("free tab") ?? newId();
  sessionSet("free tab", null);
  addEventListener("pagehide", () => sessionSet("free tab", name));
  addEventListener("pageshow", () => sessionSet("free tab", null));
  return name;
}

/** What the stand-in page needs to show this page again. */
function copyPage(slug) {
  const styles = [...document.querySelectorAll("head link[rel=stylesheet]")].map(({ href }) => href);
  const [main, head] = ["main", ".masthead"].map((part) => document.querySelector(part).innerHTML);
  return { main, head, styles, title: document.title, classes: document.body.className, game: slug };
}

/**
 * Open the record of a shared sheet for this tab, before the page is changed. Returns `record`, `orphans`, which closed tabs left with something
 * to send, and `save(record)`; `canKeep()` says whether the browser lets entries be kept.
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

/** Keep the files that this page is made of, so that it can be opened again without a server. */
export async function keepFiles() {
  const version = document.documentElement.dataset.offlineBase?.match(/offline\/(.+)\/$/)?.[1];
  if (!version || !navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  const cache = await caches.open(`tally ${version}`);
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ pathname }) => pathname.includes("/static/"));
  for (const { pathname } of files) if (!await cache.match(pathname, { ignoreVary: true })) await cache.add(pathname);
}
