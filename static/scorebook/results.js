// Results as a scorebook keeps them: what one is, which are the same game, which is the later of two, and under whose name players count.
import { entriesOf } from "../common/draft.js";
import { cleanLines, cleanName } from "../common/names.js";

/** What the names of results begin with among a scorebook's values. */
export const RESULT = "results/";
/** What the names of people begin with who count as others. */
export const PERSON = "people/";
const MAX_PLAYERS = 12;
const MAX_MINUTES = 10_000;

const isText = (value, most = 1000) => typeof value === "string" && value.length <= most;
const isWhole = (value) => Number.isSafeInteger(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlayer = (player) => isText(player?.name) && isText(player.colour, 20) && isWhole(player.total) && isWhole(player.rank)
  && isObject(player.lines ?? {}) && Object.values(player.lines ?? {}).every(isWhole);
const isWithin = (value, low, high) => value === undefined || (Number.isInteger(value) && low <= value && value <= high);
/** Return whether this is a day of the calendar: `Date.parse` takes the 30th of February, too. */
const isDay = (text) => typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && text > "0001" && !Number.isNaN(Date.parse(text))
  && new Date(text).toISOString().startsWith(text);

/**
 * Return whether this is a result as docs/scorebook.schema.json has it, so that it can be drawn. `is_result` in web/groups/results.py has the same
 * bounds, and both are tried on tests/support/results.json.
 */
export function isResult(one) {
  const { players, winners, decided_by: decidedBy = "" } = one?.result ?? {};
  return isText(one?.id, 64) && one.id !== "" && isText(one.slug, 64) && isText(one.query, 16_384) && isDay(one.date)
    && isText(one.place) && isText(one.note, 10_000) && isText(decidedBy, 64)
    && typeof one.changed === "number" && Math.abs(one.changed) <= Number.MAX_SAFE_INTEGER
    && Array.isArray(players) && players.length > 0 && players.length <= MAX_PLAYERS && players.every(isPlayer)
    && Array.isArray(winners) && winners.every((seat) => isWithin(seat ?? -1, 0, players.length - 1)) && new Set(winners).size === winners.length
    && isWithin(one.minutes, 0, MAX_MINUTES) && isWithin(one.starter, 0, players.length - 1);
}

/** Return a result with corrections: it is later than what it corrects, whatever the clocks say. */
export const correct = (one, corrections) => ({ ...one, ...corrections, changed: Math.max(Date.now(), (one.changed ?? 0) + 1) });

/** Return a result whose players have other names. */
function rename(one, nameOf) {
  const players = one.result.players.map((player) => ({ ...player, name: nameOf(player.name) }));
  return { ...one, result: { ...one.result, players } };
}

/** Return a result whose texts are as the server keeps them: `clean_result` in web/groups/results.py does the same. */
export const withCleanTexts = (one) => ({ ...rename(one, cleanName), place: cleanName(one.place), note: cleanLines(one.note) });

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

/** Return the names that count as others, as a scorebook's values have them: name -> name. */
export const joinedNames = (values) => new Map([...values]
  .filter(([name, other]) => name.startsWith(PERSON) && typeof other === "string").map(([name, other]) => [name.slice(PERSON.length), other]));

/** Return the name that each joined name counts as in the end: name -> name. A circle is left where it closes; the server does the same. */
export function resolveNames(joined) {
  const resolved = new Map();
  for (const start of joined.keys()) {
    const chain = new Set([start]);
    let name = start;
    while (!resolved.has(name) && joined.has(name) && !chain.has(joined.get(name))) {
      name = joined.get(name);
      chain.add(name);
    }
    const end = resolved.get(name) ?? name;
    for (const one of chain) if (joined.has(one)) resolved.set(one, end);
  }
  return resolved;
}

/** Return the results among a scorebook's values, with joined names, and how many there are that cannot be drawn. */
export function readResults(values) {
  const isKept = ([name, value]) => name.startsWith(RESULT) && value !== null;
  const kept = [...values].filter(isKept).map(([name, value]) => ({ ...value, id: name.slice(RESULT.length) }));
  const names = resolveNames(joinedNames(values));
  const nameOf = (typed, name = cleanName(typed)) => names.get(name) ?? name;
  const results = kept.filter(isResult).map((one) => rename(one, (name) => nameOf(name)));
  return { results, unreadable: kept.length - results.length };
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
