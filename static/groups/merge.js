// A group's scorebook on this device: the last known entries of the server, overlaid by changes that it has not confirmed.
// A path is a result's id, "@name" for the group's name, or "@is." and a name, whose value is the name it is merged into.
import { cleanName } from "../common/names.js";

const MAX_CHANGES = 100; // sent at once
const MAX_LETTERS = 18_000; // of a request, which may have 64 KiB: a letter takes up to three bytes

/** Return the current value of every path as a Map; a pending change takes precedence over the server's entry. */
export function layOver(entries, outbox) {
  const values = new Map(entries.map(({ path, value }) => [path, value]));
  for (const { path, value } of outbox) values.set(path, value);
  return values;
}

/** Return the changes to send next, oldest first; only one device's, since each numbers its own. `time` is the current time. */
export function nextChanges(outbox, time) {
  const [first] = outbox;
  if (!first) return { rows: [], changes: [] };
  const own = outbox.filter(({ device }) => device === first.device).sort((one, other) => one.n - other.n).slice(0, MAX_CHANGES);
  const rows = [];
  let letters = 0;
  for (const row of own) {
    letters += JSON.stringify(row.value).length;
    if (rows.length && letters > MAX_LETTERS) break;
    rows.push(row);
  }
  const changes = rows.map(({ path, value, n, base, typed }) => ({ path, value, n, base, age: Math.max(0, time - typed) / 1000 }));
  return { device: first.device, rows, changes };
}

/** Split sent rows by a response into {kept, faulty}; neither is pending any longer. */
export function settle(rows, { kept = 0, faults = [] }) {
  const refused = new Set(faults.map(({ path }) => path));
  const isFaulty = ({ path }) => refused.has(path);
  return { kept: rows.filter((row) => !isFaulty(row) && row.n <= kept), faulty: rows.filter(isFaulty) };
}

/** Return the name that a name is merged into, following several steps; a cycle ends where it closes. */
export function joinedName(name, values) {
  const seen = new Set();
  let one = name;
  while (!seen.has(one)) {
    seen.add(one);
    const other = values.get(`@is.${one}`);
    if (typeof other === "string" && !seen.has(other)) one = other;
  }
  return one;
}

/** Return the results among these values, with merged names; those kept by older versions may need cleaning. */
export function resultsOf(values) {
  const results = [];
  for (const [path, value] of values) {
    if (path[0] === "@" || value === null) continue;
    const { players } = value.result;
    const named = players.map((player) => ({ ...player, name: joinedName(cleanName(player.name), values) }));
    results.push({ ...value, id: path, result: { ...value.result, players: named } });
  }
  return results;
}

/** Summarise the last day of results as {date, count, slugs, wins: [[name, count], …]}, most wins first; null without results. */
export function lastEvening(results) {
  const date = results.reduce((last, one) => (one.date > last ? one.date : last), "");
  if (!date) return null;
  const played = results.filter((one) => one.date === date);
  const wins = new Map();
  for (const { result: { players, winners } } of played) {
    for (const seat of winners) wins.set(players[seat].name, (wins.get(players[seat].name) ?? 0) + 1);
  }
  const slugs = [...new Set(played.map(({ slug }) => slug))];
  return { date, count: played.length, slugs, wins: [...wins].sort(([one, a], [other, b]) => b - a || one.localeCompare(other)) };
}
