// What this page still writes to the device or sends to the server.

const pending = new Set();

/** Count a promise as work until it settles; returns it. */
export function track(promise) {
  pending.add(promise);
  const end = () => pending.delete(promise);
  promise.then(end, end);
  return promise;
}

/** Return a promise that settles when nothing is being written or sent, also not what began meanwhile. */
export async function idle() {
  while (pending.size) await Promise.allSettled(pending);
}
