// Runs the application in a web worker, which answers requests like the server.
const pageData = () => document.documentElement.dataset; // looked up each time, since a rewritten page has a new root element
const base = pageData().offlineBase;
const TIMEOUT = 60_000; // milliseconds without progress after which a start or an answer counts as failed
const requests = new Map();
let worker;
let readiness;
let count = 0;

/** "off", "starting", "ready" or "broken"; also in `<html data-engine>`. */
export const state = () => pageData().engine ?? "off";

function end(reason, state = "broken") {
  worker?.terminate();
  worker = null;
  pageData().engine = state;
  for (const { fail } of requests.values()) fail(new Error(reason));
  requests.clear();
}

/** End the engine; it starts again when it is needed. */
export function stop() {
  readiness = null;
  end("The engine was ended.", "off");
}
addEventListener("pagehide", () => { if (worker) stop(); }); // Safari keeps the worker of each page that it keeps for the way back

/** Send the worker a message; resolves to its answer, or rejects after a timeout. */
function send(message) {
  const id = (count += 1);
  return new Promise((answer, fail) => {
    const late = setTimeout(() => end("The engine gives no answer."), TIMEOUT);
    requests.set(id, {
      answer: (value) => { clearTimeout(late); answer(value); },
      fail: (reason) => { clearTimeout(late); fail(reason); },
    });
    worker.postMessage({ id, ...message });
  });
}

function receive({ data: { id, answer, error } }) {
  const waiting = requests.get(id);
  requests.delete(id);
  if (error === undefined) return waiting?.answer(answer);
  waiting?.fail(new Error(error));
  end(error);
}

/**
 * Start the engine once, or `again` after a failure; resolves when it is ready, and rejects if a file is missing or damaged or the policy
 * forbids it.
 */
export function start({ again = false } = {}) {
  if (again) readiness = null;
  readiness ??= (async () => {
    if (!base) throw new Error("There is no engine here.");
    pageData().engine = "starting";
    worker = new Worker(`${base}worker.js`, { type: "module" });
    worker.addEventListener("message", receive);
    worker.addEventListener("error", () => end("The engine cannot be loaded."));
    await send({ start: true });
    pageData().engine = "ready";
  })();
  return readiness;
}

/**
 * Return the application's response, {status, headers: [[name, value]…], body: Uint8Array}, to a request: `url` is a path with query,
 * `headers` are pairs, and `body` is bytes or text. Rejects unless the engine is ready, or if it fails.
 */
export async function ask({ method = "GET", url, headers = [], body = "" }) {
  if (state() !== "ready") throw new Error("The engine is not ready.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return send({ method, url, headers: [...headers], body: bytes });
}

/** Answer a Request with a Response, like `fetch`. */
export async function answer(request) {
  await start();
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = await ask({ method: request.method, url: pathname + search, headers: request.headers, body });
  request.signal.throwIfAborted();
  return new Response(answer.body, answer);
}
