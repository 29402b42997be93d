// Requests to Tally. The engine in this page answers once it is ready, the server until then; offline, requests wait for the engine.

/** Like `fetch`. */
export async function request(address, options) {
  const { engine, offlineBase, site } = document.documentElement.dataset;
  const fromEngine = async () => (await import("../offline/engine.js")).answer(new Request(address, options));
  try {
    if (engine === "ready" || site !== undefined) return await fromEngine();
  } catch {
    // The engine failed, or the request was aborted: fetch says which.
  }
  return fetch(address, options).catch((reason) => {
    if (options?.signal?.aborted || !offlineBase) throw reason;
    return fromEngine();
  });
}

/** Return the result of the entries of `form` in `query`, or {faults}, also if there was no answer; null if `signal` aborted it. */
export function score(form, query, signal) {
  return post(form, form.dataset.score, query, signal);
}

/** Send a board query: `data` and the answer are as in the API, or {faults} or null as above. */
export function ask(form, name, data, signal) {
  return post(form, form.dataset.score.replace(/score(?=\?)/, `ask/${name}`), JSON.stringify(data), signal);
}

/** Return what the position on the board of `form` counts, {fields: name -> texts}, or {faults}. */
export function countBoard(form) {
  return post(form, form.dataset.score.replace(/score(?=\?)/, "ask/counts"), new URLSearchParams(new FormData(form)));
}

async function post(form, address, body, signal) {
  try {
    return await (await request(address, { method: "POST", body, signal })).json();
  } catch {
    return signal?.aborted ? null : { faults: [{ path: "", message: form.dataset.silence }] };
  }
}
