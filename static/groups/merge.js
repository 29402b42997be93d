// A group's scorebook as this device has it: entries that the server is known to have, and over them changes that are not known to be kept.
// A path is a result's id, "@name" (of the group), or "@is." and a name, whose value is the name that it counts under.

const MAX_CHANGES = 100; // sent at once
const MAX_LETTERS = 18_000; // of a request, which may have 64 KiB: a letter takes up to three bytes

/** What every path holds now, as a Map: a waiting change goes before the server's entry. */
export function layOver(entries, outbox) {
  const values = new Map(entries.map(({ path, value }) => [path, value]));
  for (const { path, value } of outbox) values.set(path, value);
  return values;
}

/** The changes to send next, oldest first: of one device, since each counts its own. `time` is now. */
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

/** What an answer says of changes that were sent: {kept, faulty} rows, which wait no longer. */
export function settle(rows, { kept = 0, faults = [] }) {
  const refused = new Set(faults.map(({ path }) => path));
  const isFaulty = ({ path }) => refused.has(path);
  return { kept: rows.filter((row) => !isFaulty(row) && row.n <= kept), faulty: rows.filter(isFaulty) };
}

/** The name that a name counts under, also in several steps; a circle is left where it closes. */
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

/** The results among these values, with the names that their people count under. */
export function resultsOf(values) {
  const isJoined = [...values].some(([path, value]) => path.startsWith("@is.") && value !== null);
  const results = [];
  for (const [path, value] of values) {
    if (path[0] === "@" || value === null) continue;
    const { players } = value.result;
    const one = { ...value, id: path };
    if (isJoined) one.result = { ...value.result, players: players.map((player) => ({ ...player, name: joinedName(player.name, values) })) };
    results.push(one);
  }
  return results;
}

/** The last day among results: {date, count, slugs, wins: [[name, how many], …]}, who won most first; null where there is none. */
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
