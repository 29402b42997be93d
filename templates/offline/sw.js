// The service worker: it answers with what this device has kept of one version of Tally, and never mixes it with another's.
// Pages and files that were kept are found by their address; a page with a query comes from the server, or else from the shell, whose
// script has the engine render it. `MADE` holds what an engine rendered, for the navigation that follows.
const { version, root, site, shells, standIns, core, files, pages } = {{ kept | tojson }};
const KEPT = `tally ${version}`;
const MADE = `made ${version}`;
const WHOLE = `${root}whole`; // an entry that stands in the cache once all else does
const AT_ONCE = 6;
const PATIENCE = 4000; // milliseconds that a server has where this device could answer itself
const total = [...files, ...pages].reduce((sum, [, size]) => sum + size, 0);

/** A page's path as Tally spells it: hosts of plain files add a slash. */
const plain = (path) => (/^[^/]+\/.+\/$/.test(path.slice(root.length)) ? path.slice(0, -1) : path);
/** Where a page is fetched: hosts of plain files would answer with a redirection to it. */
const fetched = (path) => (site && !/(\/|\.\w+)$/.test(path) ? `${path}/` : path);
const isPage = (answer) => answer.headers.get("Content-Type")?.startsWith("text/html");
const isOwn = async (answer) => !isPage(answer) || (await answer.clone().text()).includes(`/offline/${version}/`);
const find = (cache, path) => cache.match(path, { ignoreVary: true });

// Keeping

/** Whether an answer is what was asked for, of this version, and all of it where its length is known. */
async function isGood(answer, length) {
  if (!answer.ok || answer.redirected || !(await isOwn(answer))) return false;
  return !length || (await answer.clone().blob()).size === length;
}

async function keep(cache, path, length, options) {
  let answer = await fetch(fetched(path), options);
  if (!(await isGood(answer, length))) answer = await fetch(fetched(path), { cache: "reload" }); // the browser had kept something else
  if (!(await isGood(answer, length))) throw new Error(`${path} is not to be had`);
  await cache.put(path, answer);
}

let keeping = null;
const keepAll = () => (keeping ??= fetchAll().finally(() => { keeping = null; }));

/** Fetch all that is not there yet, some at a time, and tell the pages how far that is. */
async function fetchAll() {
  const cache = await caches.open(KEPT);
  if (await find(cache, WHOLE)) return;
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const left = [...files, ...pages.map((page) => [...page, 0, { cache: "no-cache" }])].values();
  let done = 0;
  let failed = false;
  async function some() {
    for (const [path, size, length, options] of left) {
      if (!there.has(path)) await keep(cache, path, length, options).catch((reason) => { failed = true; throw reason; });
      if (failed) return;
      done += size;
      await tell({ done });
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, some)); // what was under way is kept too, where one file fails
  const fault = ends.find(({ reason }) => reason);
  if (fault) throw fault.reason;
  await cache.put(WHOLE, new Response());
}

async function tell(news) {
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ version, total, ...news });
}

async function keepAndTell() {
  try {
    await keepAll();
    await tell({ whole: true });
  } catch (reason) {
    await tell({ fault: reason.name === "QuotaExceededError" ? "full" : "cut" });
  }
}

const hasAny = async () => {
  for (const name of await caches.keys()) if (await find(await caches.open(name), WHOLE)) return true;
  return false;
};

// A version comes, and goes

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(tidy)));

/** What the shell needs is kept at once. Where an older version was kept whole, this one is too, before it may take over. */
async function install() {
  const cache = await caches.open(KEPT);
  await Promise.all([...core, ...[shells, ...Object.values(standIns)].flatMap(Object.values)].map((path) => keep(cache, path)));
  if (!(await hasAny())) return skipWaiting();
  if (navigator.connection?.saveData) return;
  try {
    await keepAll();
  } catch (reason) {
    if (reason.name !== "QuotaExceededError") throw reason; // the network was cut: the next look for a version goes on from here
  }
}

/** Forget the versions that came before, unless another tab may still show one. One that is only coming is left as it is. */
async function tidy() {
  if ((await clients.matchAll({ type: "window" })).length > 1) return;
  const names = (await caches.keys()).filter((name) => /^(tally|made) /.test(name));
  await Promise.all(names.slice(0, names.indexOf(KEPT)).filter((name) => name !== MADE).map((name) => caches.delete(name)));
}

// What pages ask for

addEventListener("message", (event) => {
  const { ask } = event.data;
  if (ask === "use") skipWaiting();
  if (ask === "keep") event.waitUntil(keepAndTell());
  if (ask === "state") event.waitUntil(state(event.source));
});

async function state(client) {
  await clients.claim(); // a page that was on its way while this version became active belongs to nobody yet
  await tidy();
  const whole = Boolean(await find(await caches.open(KEPT), WHOLE));
  client.postMessage({ version, total, whole });
}

// Answering

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(root)) return;
  const [, kind] = pathname.slice(root.length).match(/^[^/]+\/(together|groups)\/[\w-]{22,}(\/|$)/) ?? [];
  if (kind) {
    if (request.mode === "navigate") event.respondWith(secretPage(request, pathname, standIns[kind]));
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (/^(static|offline|[^/]+\/[^/]+\/drawing)\//.test(pathname.slice(root.length))) event.respondWith(file(request));
});

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

async function page(request) {
  const { pathname, search } = new URL(request.url);
  const path = plain(pathname);
  const cache = await caches.open(KEPT);
  const made = search && await find(await caches.open(MADE), path + search);
  if (made) return made;
  const whole = await find(cache, WHOLE);
  const own = search ? null : await find(cache, path);
  if (whole && own) return own;
  if (!whole || !site) {
    try {
      const answer = await fetch(request, whole ? { signal: AbortSignal.timeout(PATIENCE) } : {});
      if (!whole || await isOwn(answer)) return answer;
      registration.update().catch(() => {}); // another version is served: it is offered, and this one goes on meanwhile
    } catch {
      // No server answers.
    }
  }
  if (path === root) return Response.redirect(root + languageOf(path) + "/");
  return own ?? find(cache, shells[languageOf(path)]);
}

/** Addresses with a secret are the server's alone, and never kept. Without it a page stands in that shows what this device has of the sheet or book. */
async function secretPage(request, path, pagesInPlace = {}) {
  const standIn = async () => (await find(await caches.open(KEPT), pagesInPlace[languageOf(path)] ?? "")) ?? Response.error();
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status > 501 ? await standIn() : answer;
  } catch {
    return standIn();
  }
}

function languageOf(path) {
  const known = Object.keys(shells);
  return known.find((tag) => path.startsWith(`${root}${tag}/`))
    ?? (navigator.languages.map((tag) => known.find((one) => one.startsWith(tag.split("-")[0]))).find(Boolean) ?? known[0]);
}
