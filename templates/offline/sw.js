// The service worker: serves the pages and files of one version of Tally from this device, never mixed with those of another version.
// A page with a query comes from the server, or offline from the shell, whose script has the engine render it. `RENDERED` is the cache of
// pages that the engine rendered for the next navigation.
const { version, root, site, shells, secretShells, core, files, pages } = {{ stored | tojson }};
const STORED = `tally ${version}`;
const RENDERED = `made ${version}`;
const COMPLETE = `${root}whole`; // added to the cache after everything else
const AT_ONCE = 6;
const PATIENCE = 4000; // timeout in milliseconds for the server if this device could answer itself
const total = [...files, ...pages].reduce((sum, [, size]) => sum + size, 0);

/** Return a page's path without the slash that static hosts append. */
const plain = (path) => (/^[^/]+\/.+\/$/.test(path.slice(root.length)) ? path.slice(0, -1) : path);
/** Return the path from which to fetch a page: static hosts would redirect to it. */
const fetched = (path) => (site && !/(\/|\.\w+)$/.test(path) ? `${path}/` : path);
const isPage = (answer) => answer.headers.get("Content-Type")?.startsWith("text/html");
const isOwn = async (answer) => !isPage(answer) || (await answer.clone().text()).includes(`/offline/${version}/`);
const find = (cache, path) => cache.match(path, { ignoreVary: true });

// Storing

/** Return whether a response is a page or file of this version, and complete if its length is known. */
async function isGood(answer, length) {
  if (!answer.ok || answer.redirected || !(await isOwn(answer))) return false;
  return !length || (await answer.clone().blob()).size === length;
}

async function store(cache, path, length, options) {
  let answer = await fetch(fetched(path), options);
  if (!(await isGood(answer, length))) answer = await fetch(fetched(path), { cache: "reload" }); // the browser's cache had something else
  if (!(await isGood(answer, length))) throw new Error(`${path} is not available`);
  await cache.put(path, answer);
}

let storing = null;
const storeAll = () => (storing ??= fetchAll().finally(() => { storing = null; }));

/** Fetch everything that is missing, several files at a time, and report the progress to the pages. */
async function fetchAll() {
  const cache = await caches.open(STORED);
  if (await find(cache, COMPLETE)) return;
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const left = [...files, ...pages.map((page) => [...page, 0, { cache: "no-cache" }])].values();
  let done = 0;
  let failed = false;
  async function fetchNext() {
    for (const [path, size, length, options] of left) {
      if (!there.has(path)) await store(cache, path, length, options).catch((reason) => { failed = true; throw reason; });
      if (failed) return;
      done += size;
      await report({ done });
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, fetchNext)); // other downloads finish even if one fails
  const fault = ends.find(({ reason }) => reason);
  if (fault) throw fault.reason;
  await cache.put(COMPLETE, new Response());
}

async function report(news) {
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ version, total, ...news });
}

async function storeAndReport() {
  try {
    await storeAll();
    await report({ whole: true });
  } catch (reason) {
    await report({ fault: reason.name === "QuotaExceededError" ? "full" : "cut" });
  }
}

const hasComplete = async () => {
  for (const name of await caches.keys()) if (await find(await caches.open(name), COMPLETE)) return true;
  return false;
};

// Installing a version and removing older ones

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(tidy)));

/** Store what the shell needs. If an older version is completely stored, store all of this one too before it takes over. */
async function install() {
  const cache = await caches.open(STORED);
  await Promise.all([...core, ...[shells, ...Object.values(secretShells)].flatMap(Object.values)].map((path) => store(cache, path)));
  if (!(await hasComplete())) return skipWaiting();
  if (navigator.connection?.saveData) return;
  try {
    await storeAll();
  } catch (reason) {
    if (reason.name !== "QuotaExceededError") throw reason; // the connection broke: the next check for an update continues from here
  }
}

/** Delete older versions, unless another tab may still show one; a newer one that is being installed stays. */
async function tidy() {
  if ((await clients.matchAll({ type: "window" })).length > 1) return;
  const names = (await caches.keys()).filter((name) => /^(tally|made) /.test(name));
  await Promise.all(names.slice(0, names.indexOf(STORED)).filter((name) => name !== RENDERED).map((name) => caches.delete(name)));
}

// Requests from pages

addEventListener("message", (event) => {
  const { ask } = event.data;
  if (ask === "use") skipWaiting();
  if (ask === "keep") event.waitUntil(storeAndReport());
  if (ask === "state") event.waitUntil(state(event.source));
});

async function state(client) {
  await clients.claim(); // claim pages that were loading while this version became active
  await tidy();
  const whole = Boolean(await find(await caches.open(STORED), COMPLETE));
  client.postMessage({ version, total, whole });
}

// Responding

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(root)) return;
  const [, kind] = pathname.slice(root.length).match(/^[^/]+\/(together|groups)\/[\w-]{22,}(\/|$)/) ?? [];
  if (kind) {
    if (request.mode === "navigate") event.respondWith(secretPage(request, pathname, secretShells[kind]));
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (/^(static|offline|[^/]+\/[^/]+\/drawing)\//.test(pathname.slice(root.length))) event.respondWith(file(request));
});

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

async function page(request) {
  const { pathname, search } = new URL(request.url);
  const path = plain(pathname);
  const cache = await caches.open(STORED);
  const made = search && await find(await caches.open(RENDERED), path + search);
  if (made) return made;
  const whole = await find(cache, COMPLETE);
  const own = search ? null : await find(cache, path);
  if (whole && own) return own;
  if (!whole || !site) {
    try {
      const answer = await fetch(request, whole ? { signal: AbortSignal.timeout(PATIENCE) } : {});
      if (!whole || await isOwn(answer)) return answer;
      registration.update().catch(() => {}); // the server has another version: offer it, and continue with this one
    } catch {
      // The server is unreachable.
    }
  }
  if (path === root) return Response.redirect(root + languageOf(path) + "/");
  return own ?? find(cache, shells[languageOf(path)]);
}

/** Fetch a page with a secret address, which is never stored. Offline, return the shell that shows what this device has stored. */
async function secretPage(request, path, pagesInPlace = {}) {
  const findShell = async () => (await find(await caches.open(STORED), pagesInPlace[languageOf(path)] ?? "")) ?? Response.error();
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status > 501 ? await findShell() : answer;
  } catch {
    return findShell();
  }
}

function languageOf(path) {
  const known = Object.keys(shells);
  return known.find((tag) => path.startsWith(`${root}${tag}/`))
    ?? (navigator.languages.map((tag) => known.find((one) => one.startsWith(tag.split("-")[0]))).find(Boolean) ?? known[0]);
}
