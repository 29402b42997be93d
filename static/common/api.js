// Requests to Tally: the engine in this page answers them once it is ready, the server before; without a server, they wait for the engine.

/** As `fetch`. */
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

/** The result of the entries in `form`, or {faults}, also where no answer came; null if `signal` put an end to it. */
export function score(form, signal) {
  return post(form, form.dataset.score, new URLSearchParams(new FormData(form)), signal);
}

/** Ask a game something other than a score: `data` and the answer as its API describes them, or {faults} or null as above. */
export function ask(form, name, data, signal) {
  return post(form, form.dataset.score.replace(/score(?=\?)/, `ask/${name}`), JSON.stringify(data), signal);
}

async function post(form, address, body, signal) {
  try {
    return await (await request(address, { method: "POST", body, signal })).json();
  } catch {
    return signal?.aborted ? null : { faults: [{ path: "", message: form.dataset.silence }] };
  }
}
