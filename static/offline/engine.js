// The same application in this page: a worker runs it, and answers requests as the server would. Nothing here knows a game.
const pageData = () => document.documentElement.dataset; // a page that is written anew has a new root
const base = pageData().offlineBase;
const PATIENCE = 60_000; // milliseconds without a sign of life before a start, and before an answer, counts as failed
const requests = new Map();
let worker;
let readiness;
let count = 0;

/** "off", "starting", "ready" or "broken"; `<html data-engine>` says the same to those who have not loaded this module. */
export const state = () => pageData().engine ?? "off";

function end(reason) {
  worker?.terminate();
  worker = null;
  pageData().engine = "broken";
  for (const { fail } of requests.values()) fail(new Error(reason));
  requests.clear();
}

/** Send the worker a message; the promise settles with what it answers, or fails where it is silent for too long. */
function send(message) {
  const id = (count += 1);
  return new Promise((answer, fail) => {
    const late = setTimeout(() => end("The engine gives no answer."), PATIENCE);
    requests.set(id, {
      answer: (value) => { clearTimeout(late); answer(value); },
      fail: (reason) => { clearTimeout(late); fail(reason); },
    });
    worker.postMessage({ id, ...message });
  });
}

function hear({ data: { id, answer, error } }) {
  const waiting = requests.get(id);
  requests.delete(id);
  if (error === undefined) return waiting?.answer(answer);
  waiting?.fail(new Error(error));
  end(error);
}

/**
 * Start the engine, once, or `again` after it broke down; the promise settles when it answers, and fails where a file is missing or damaged,
 * or the policy forbids it.
 */
export function start({ again = false } = {}) {
  if (again) readiness = null;
  readiness ??= (async () => {
    if (!base) throw new Error("There is no engine here.");
    pageData().engine = "starting";
    worker = new Worker(`${base}worker.js`, { type: "module" });
    worker.addEventListener("message", hear);
    worker.addEventListener("error", () => end("The engine cannot be loaded."));
    await send({ start: true });
    pageData().engine = "ready";
  })();
  return readiness;
}

/**
 * The application's answer, {status, headers: [[name, value]…], body: Uint8Array}, to a request: `url` is a path with its query, `headers`
 * are pairs too, and `body` is bytes or text. It fails unless the engine is ready, and where it breaks down.
 */
export async function ask({ method = "GET", url, headers = [], body = "" }) {
  if (state() !== "ready") throw new Error("The engine is not ready.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return send({ method, url, headers: [...headers], body: bytes });
}

/** The answer to a Request as a Response, as `fetch` gives it. */
export async function answer(request) {
  await start();
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = await ask({ method: request.method, url: pathname + search, headers: request.headers, body });
  request.signal.throwIfAborted();
  return new Response(answer.body, answer);
}
