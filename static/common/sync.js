// Synchronises a document with its server: sends what waits, asks what is new, and listens to the server while the page is seen.
// One tab of a browser sends at a time, by a lock where there are locks; without them two may, which is safe, as each change counts once.

const FIRST_PAUSE = 1000; // milliseconds
const MAX_PAUSE = 10_000;
const POLL_PAUSE = 2500; // without a stream
const MAX_WAIT = 8000; // milliseconds that an answer may take
const CLOSED = 2; // the state of a stream that the browser does not open again
const ROOT = new URL("../../../", import.meta.url).pathname; // scripts are at static/…/common/
/** What a server's refusal means for the document. */
const REFUSALS = { 403: "read only", 404: "gone", 409: "full" };

/** What a page tells its connections; tests have others. */
const ownPage = {
  isHidden: () => document.hidden,
  listen(type, act) {
    const isVisible = type === "visible";
    if (type === "online") return addEventListener("online", act);
    document.addEventListener("visibilitychange", () => { if (document.hidden !== isVisible) act(); });
    addEventListener(isVisible ? "pageshow" : "pagehide", ({ persisted }) => { if (persisted || !isVisible) act(); });
    return null;
  },
};

/** Return the data of an answer; throw an Error with `status`, `after` and `faults` for any other. Only our server's answers count as such. */
async function readAnswer(answer) {
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const data = isJson ? await answer.json() : null;
  if (answer.ok && Number.isInteger(data?.seq)) return data;
  const after = Number(answer.headers.get("Retry-After")) || 0;
  const isOurs = Array.isArray(data?.faults);
  throw Object.assign(new Error(answer.statusText), { status: isOurs ? answer.status : 0, after, faults: data?.faults ?? [] });
}

/** Call a function of the page; if it fails, that is no fault of the connection. */
const tell = (documents, act, ...news) => documents.track((async () => act(...news))().catch((reason) => {
  documents.clock.after(0, () => { throw reason; });
}));

/** Return what browsers have and tests replace. */
const browser = () => ({ fetch: (...request) => fetch(...request), locks: globalThis.navigator?.locks, EventSource: globalThis.EventSource });

/**
 * Send what waits of a document, and take what is new, until nothing is left. `onValues(names, answer)` is called for each answer, `onRefused(
 * changes, faults)` with changes that the server does not take, and `about(record)` returns what else a request says. Without `sends`, or where
 * the document's link only reads, changes stay where they are. Throws an Error with `status`, which is 0 where no server of ours has answered.
 */
export async function exchange(documents, id, options = {}) {
  const { fetch, locks, address, lang, about = () => ({}), onValues = () => {}, onRefused = () => {}, sends = true } = { ...browser(), ...options };
  let most; // changes in one request; fewer after one was too long

  const post = (record, request) => fetch(`${ROOT}${record.address ?? address}/sync${lang ? `?lang=${lang}` : ""}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...request, ...about(record) }),
    signal: AbortSignal.timeout(MAX_WAIT), credentials: "omit",
  }).then(readAnswer);

  async function run() {
    for (;;) {
      const next = await documents.prepare(id, sends ? most : 0);
      if (!next) return;
      const { request, record, isLast } = next;
      const answer = await post(record, request).catch((reason) => mend(reason, request));
      if (!answer) continue;
      const { names } = await documents.take(id, answer, request);
      const faulty = request.changes.filter(({ n }) => answer.faults.some((fault) => fault.n === n));
      if (faulty.length) onRefused(faulty, answer.faults);
      tell(documents, onValues, names, answer);
      if (!answer.more && (!sends || (isLast && !(await documents.countWaiting(id))))) return;
    }
  }

  /** Set aside what makes a request fail as a whole, so that the rest gets through; otherwise throw. */
  async function mend(reason, { changes, device }) {
    const isWrong = (_, at) => reason.faults.some(({ path }) => path === `changes.${at}` || path?.startsWith(`changes.${at}.`));
    const wrong = reason.status === 422 ? changes.filter(isWrong) : [];
    const isAhead = reason.status === 409 && reason.faults.some(({ path }) => /^changes\.\d+\.n$/.test(path));
    if (isAhead && await documents.renumber(id, device)) return null;
    if (reason.status === 413 && changes.length > 1) most = Math.ceil(changes.length / 2);
    else if (wrong.length || (reason.status === 413 && changes.length)) {
      const refused = wrong.length ? wrong : changes;
      if (!await documents.refuse(id, refused, device)) throw reason;
      onRefused(refused, reason.faults);
    } else throw reason;
    return null;
  }

  if (!locks) return run();
  // A tab that the browser has suspended may hold the lock: then one goes on without it.
  const waiting = new AbortController();
  const cancel = documents.clock.after(MAX_WAIT, () => waiting.abort());
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    cancel();
    return run();
  };
  return locks.request(`tally ${id}`, { signal: waiting.signal }, begin).catch((reason) => {
    if (hasBegun) throw reason;
    return run();
  });
}

/**
 * Connect a document with its server while the page is seen. `onState(state)` is called with "online", "offline", "busy", "gone", "read only" or
 * "full"; `events` has what to call with the data of named events of the stream, which with `isPresent` tells the others that this device is
 * there; the other options are those of `exchange`. Returns `send()`, which settles when what waits has been sent or could not be,
 * `enter(entries)`, which returns whether they are stored, and `close()`.
 */
export function connect(documents, id, options = {}) {
  const given = { ...browser(), ...options };
  const { page = ownPage, EventSource, address, chance = Math.random, events = {}, isPresent, onValues = () => {}, onState = () => {} } = given;
  const { clock, track } = documents;
  let running = null;
  let isAgain = false;
  let sends = true;
  let [pause, streamPause] = [FIRST_PAUSE, FIRST_PAUSE];
  let [cancel, cancelStream] = [() => {}, () => {}];
  let source;
  let state = "";
  let isClosed = false;

  function say(next) {
    if (next !== state) onState(next);
    state = next;
  }

  /** Return about so long: not all phones come at once. */
  const spread = (milliseconds) => Math.min(MAX_PAUSE, milliseconds * (0.5 + chance()));

  function plan(milliseconds) {
    cancel();
    if (!isClosed) cancel = clock.after(milliseconds, send);
  }

  async function attempt() {
    cancel();
    try {
      await exchange(documents, id, { ...options, sends });
      pause = FIRST_PAUSE;
      if (sends) say("online");
      if (!page.isHidden() && source?.readyState !== 1) plan(spread(POLL_PAUSE));
    } catch (reason) {
      const refusal = REFUSALS[reason.status];
      if (refusal) sends = false; // one goes on asking
      say(refusal ?? (reason.status ? "busy" : "offline"));
      const least = (reason.after ?? 0) * 1000 + chance() * FIRST_PAUSE; // what the server asks for, not added to the back-off
      if (refusal !== "gone") plan(Math.max(least, spread(refusal ? POLL_PAUSE : pause)));
      pause = Math.min(2 * pause, MAX_PAUSE);
    }
  }

  async function attemptAll() {
    try {
      do {
        isAgain = false;
        await attempt();
      } while (isAgain && !isClosed); // asked for meanwhile, as under another address
    } finally {
      running = null;
    }
  }

  /** Send now; a call during a running exchange starts another round, which includes new changes. */
  function send() {
    if (running) isAgain = true;
    else running = track(attemptAll());
    return running;
  }

  /** Open a stream of what is new, unless the page is hidden; one that is refused is opened again later. */
  async function listen() {
    cancelStream();
    source?.close();
    source = null;
    const record = page.isHidden() || !EventSource ? null : await documents.get(id).catch(() => null);
    if (!record || page.isHidden() || isClosed || source) return;
    const { since, mark } = record;
    const stream = new EventSource(`${ROOT}${record.address ?? address}/events?since=${since}-${mark}${isPresent ? `&device=${documents.device}` : ""}`);
    source = stream;
    let told = since; // how far this stream has told, also after the browser opened it again
    stream.onopen = () => {
      streamPause = FIRST_PAUSE;
      send();
    };
    stream.onmessage = ({ data }) => {
      const answer = read(data);
      const isOtherHistory = !answer || answer.from < told;
      if (!isOtherHistory) told = answer.seq;
      track(isOtherHistory ? send() : hear(answer));
    };
    stream.onerror = () => {
      if (stream !== source) return;
      if (stream.readyState === CLOSED && state !== "gone") {
        cancelStream = clock.after(spread(streamPause), listen);
        streamPause = Math.min(2 * streamPause, MAX_PAUSE);
      }
      if (state !== "gone") plan(spread(pause));
    };
    for (const [type, act] of Object.entries(events)) stream.addEventListener(type, ({ data }) => act(read(data)));
  }

  /** Take an event, or ask where it does not follow on what is known. */
  async function hear(answer) {
    const { names, hasGap, isReplaced } = await documents.take(id, answer, null);
    if (!hasGap) tell(documents, onValues, names, answer);
    if (hasGap || isReplaced) await send();
  }

  function wake() {
    pause = FIRST_PAUSE;
    sends = true;
    listen();
    return send();
  }
  function rest() {
    cancelStream();
    source?.close();
  }
  page.listen("visible", wake);
  page.listen("online", wake);
  page.listen("hidden", rest);
  wake();

  return {
    send,
    wake,
    /** Store changes, [name, value] each, and send them. */
    async enter(entries) {
      const isStored = await documents.enter(id, entries);
      sends = true;
      send();
      return isStored;
    },
    close() {
      isClosed = true;
      cancel();
      rest();
    },
  };
}

/** Return what an event says, or undefined where that is no JSON. */
function read(data) {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
