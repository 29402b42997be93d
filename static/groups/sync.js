// Synchronises groups' scorebooks: sends pending changes and fetches new ones. Repeating a request is safe.
import { byTime } from "../scorebook/statistics.js";
import { lastEvening, nextChanges, resultsOf } from "./merge.js";
import { getGroup, readBook, readOutbox, takeIn, updateGroup } from "./store.js";

const HEAD = 24; // results that are shown first
const PATIENCE = 15_000; // milliseconds that an answer may take
const ROOT = new URL("../../../", import.meta.url).pathname; // scripts are at static/…/groups/
const { lang } = document.documentElement;

/** Return the address of a group's scorebook, or of a page below it. */
export const addressOf = (link, part = "") => `${ROOT}${lang}/groups/${link}${part && `/${part}`}`;

/** Send a request about groups; `path` begins with a slash. Returns the response's data, or throws an Error with its status. */
export async function askServer(path, body, method = "POST") {
  const options = { method, signal: AbortSignal.timeout(PATIENCE), credentials: "omit" };
  if (body) Object.assign(options, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await fetch(`${ROOT}api/v1/groups${path}?lang=${lang}`, options);
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
  return answer.status === 204 ? null : answer.json();
}

/** Send pending changes and fetch new ones until none are left. Returns {isChanged, faulty}. */
async function exchange(group) {
  const whole = { isChanged: false, faulty: [] };
  for (;;) {
    const [record, waiting] = await Promise.all([getGroup(group), readOutbox(group)]);
    if (!record) return whole;
    const { device = record.device, rows, changes } = nextChanges(record.writes ? waiting : [], Date.now());
    const answer = await askServer(`/${record.link}/sync`, { device, since: record.since, changes, who: record.who });
    const { isChanged, faulty } = await takeIn(group, answer, rows, record.since);
    whole.isChanged ||= isChanged;
    whole.faulty.push(...faulty);
    const isStuck = rows.length && !isChanged;
    const left = record.writes && waiting.length > rows.length;
    if (isStuck || !(answer.more || left)) return whole;
  }
}

const running = new Map();

/**
 * Synchronise a group's scorebook. Returns {isChanged, faulty, status}; the status is 200, 0 if the server did not respond, 404 if the link is no
 * longer valid, or the server's error. Never throws. A call during a running synchronisation starts another round, which includes new changes.
 */
export function sync(group) {
  const current = running.get(group);
  if (current) {
    current.again = true;
    return current.end;
  }
  const one = { again: false };
  running.set(group, one);
  one.end = runAll(group, one).finally(() => running.delete(group));
  return one.end;
}

async function runAll(group, one) {
  const whole = { isChanged: false, faulty: [] };
  for (;;) {
    one.again = false;
    const { isChanged, faulty, status } = await run(group);
    whole.isChanged ||= isChanged;
    whole.faulty.push(...faulty);
    if (!one.again) return { ...whole, status };
  }
}

async function run(group) {
  try {
    const { isChanged, faulty } = await exchange(group);
    if (isChanged) await noteEvening(group);
    return { isChanged, faulty, status: 200 };
  } catch (reason) {
    if (reason.status === 404) await updateGroup(group, { isGone: true }).catch(() => {});
    return { isChanged: false, faulty: [], status: reason.status ?? 0 };
  }
}

/** Store a group's summary for other pages, and its latest results, which its own page shows first. */
export async function noteEvening(group) {
  const results = resultsOf((await readBook(group)).values);
  const head = results.sort((one, other) => byTime(other, one)).slice(0, HEAD);
  await updateGroup(group, { evening: lastEvening(results), count: results.length, head });
}
