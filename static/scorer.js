// Scores a sheet form. Today the server answers; another engine can take this place with the same promise.

/** The result of the entries in `form`, or {faults}, also where no answer came; null if `signal` put an end to it. */
export function score(form, signal) {
  return asked(form, form.dataset.score, new URLSearchParams(new FormData(form)), signal);
}

/** What a room answers beside scores: `data` and the answer as its API describes them, or {faults} or null as above. */
export function ask(form, name, data, signal) {
  return asked(form, form.dataset.score.replace(/score(?=\?)/, `ask/${name}`), JSON.stringify(data), signal);
}

async function asked(form, address, body, signal) {
  try {
    const answer = await fetch(address, { method: "POST", body, signal });
    return await answer.json();
  } catch {
    return signal?.aborted ? null : { faults: [{ path: "", message: form.dataset.silence }] };
  }
}
