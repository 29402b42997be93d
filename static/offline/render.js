// Stores pages rendered by the engine where the service worker finds them, so that a real navigation shows them.
import { ask } from "./engine.js";

const { offlineBase, site } = document.documentElement.dataset;
const [, app, version] = offlineBase.match(/^(.*\/)offline\/(.+)\/$/);
const MAX_PAGES = 20; // stored for Back
const HOPS = 5;

/** Return a page's path without the slash that static hosts append. */
const plain = (path) => (/^[^/]+\/.+\/$/.test(path.slice(app.length)) ? path.slice(0, -1) : path);

/** Render an address, following redirects: {path, answer}, the path with its query. */
export async function render(address) {
  const url = new URL(address, location);
  const { hash } = url;
  let path = plain(url.pathname) + url.search;
  for (let hop = 0; hop < HOPS; hop += 1) {
    const { status, headers, body } = await ask({ url: path, headers: [["Accept-Language", navigator.languages.join(",")]] });
    const answer = new Response(body, { status, headers });
    const next = answer.headers.get("Location");
    if (!next) return { path: path + hash, answer: site === undefined ? answer : await mark(answer) };
    path = next;
  }
  throw new Error("The engine sends from page to page.");
}

/** Mark a rendered page as part of a static site. */
async function mark(answer) {
  if (!isPage(answer)) return answer;
  return new Response((await answer.text()).replace("<html ", "<html data-site "), answer);
}

export const isPage = (answer) => answer.headers.get("Content-Type").startsWith("text/html");

/** Store a page for the service worker; rejects if there is none, or no space. */
export async function keep({ path, answer }) {
  if (!navigator.serviceWorker?.controller) throw new Error("No service worker would find it.");
  const cache = await caches.open(`made ${version}`);
  const { origin } = location;
  await cache.put(origin + path.split("#")[0], answer.clone());
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -MAX_PAGES).map((key) => cache.delete(key)));
}

/** Render a page for the next navigation; return its address. */
export async function prepare(address) {
  const page = await render(address);
  await keep(page);
  return page.path;
}
