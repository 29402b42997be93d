// Results as a scorebook keeps them: which are the same game, and which is the later of two.
import { entriesOf } from "../common/database.js";
import { cleanName } from "../common/names.js";

/** Return a result with corrections: it is later than what it corrects, whatever the clocks say. */
export const correct = (one, corrections) => ({ ...one, ...corrections, changed: Math.max(Date.now(), (one.changed ?? 0) + 1) });

/** Return a result whose names are as sheets keep them. */
export function withCleanNames(one) {
  const players = one.result.players.map((player) => ({ ...player, name: cleanName(player.name) }));
  return { ...one, result: { ...one.result, players } };
}

/** Return whether a result has these entries, in whatever order and whatever was confirmed: the server keeps them in that of the sheet. */
export const hasEntries = (one, query) => entriesOf(withoutSure(one.query)) === entriesOf(withoutSure(query));

function withoutSure(query) {
  const entries = new URLSearchParams(query);
  entries.delete("sure");
  return entries;
}

/** Return the latest result with the same entries, if any: of a sheet whose id is unknown, only people can say whether it is that game. */
export function findEqual(results, { slug, query }) {
  return results.filter((one) => one.slug === slug && hasEntries(one, query)).sort((one, other) => other.date.localeCompare(one.date))[0];
}

/** Return results whose players count under the names that theirs were joined to: `joined` has name -> name. */
export function joinNames(results, joined) {
  const rename = (name) => (Object.hasOwn(joined, name) ? joined[name] : name);
  return results.map((one) => ({ ...one, result: { ...one.result, players: one.result.players.map((player) => ({ ...player, name: rename(player.name) })) } }));
}

/** Join names to one: what was joined to them before goes along. */
export function addJoined(joined, names, name) {
  const all = { ...joined, ...Object.fromEntries(names.map((one) => [one, name])) };
  for (const [one, other] of Object.entries(all)) if (names.includes(other)) all[one] = name;
  delete all[name];
  return all;
}

/**
 * Split the results of a file (`come`) by those that are `here`: `news` are new ones and newer versions, `equal` have the day and the entries of
 * another result that is here. Two results of one file are two games.
 */
export function split(here, come) {
  const gameOf = ({ slug, date, query }) => JSON.stringify([slug, date, query]);
  const [byId, games] = [new Map(here.map((one) => [one.id, one])), new Set(here.map(gameOf))];
  const [news, equal] = [new Map(), new Map()];
  for (const one of come) {
    const known = news.get(one.id) ?? byId.get(one.id);
    if (known ? one.changed > known.changed : !games.has(gameOf(one))) news.set(one.id, one);
    else if (!known) equal.set(one.id, one);
  }
  return { news: [...news.values()], equal: [...equal.values()] };
}
