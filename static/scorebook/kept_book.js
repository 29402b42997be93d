// A scorebook among the documents of this device: its own, which has no address, or a group's. Its values are results, the names that count as
// others, and a group's name; its record has a summary for pages that do not read all of it.
import { StorageError } from "../common/database.js";
import { isSame } from "../common/replica.js";
import { isResult, joinedNames, lastEvening, PERSON, readResults, RESULT } from "./results.js";
import { byTime } from "./statistics.js";

const MAX_HEAD = 24; // results that a page shows first

/** Open a scorebook, of which nothing is read yet. `enter(entries)` stores changes, and sends those of a group. */
export function openBook(documents, { id, kind, enter = (entries) => documents.enter(id, entries) }) {
  let values = new Map();
  let read = { results: [], unreadable: 0 };

  async function load() {
    values = await documents.values(id);
    read = readResults(values);
  }

  /** Read some values again; return whether any is another than before. */
  async function refresh(names) {
    const before = names.map((name) => values.get(name));
    for (const [name, value] of await documents.values(id, names)) values.set(name, value);
    if (names.every((name, at) => isSame(values.get(name), before[at]))) return false;
    read = readResults(values);
    return true;
  }

  /** Store the summary of a book that was loaded. */
  function summarise() {
    const { results } = read;
    const head = [...results].sort((one, other) => byTime(other, one)).slice(0, MAX_HEAD);
    return documents.remember(id, kind, { evening: lastEvening(results), count: results.length, head }).catch(() => {});
  }

  /** Store changes; throws where the browser keeps nothing. */
  async function write(entries) {
    const isStored = await enter(entries);
    for (const [name, value] of entries) values.set(name, value);
    read = readResults(values);
    if (!isStored) throw new StorageError("not stored");
    documents.track(summarise());
  }

  /** Return a result with the names that were typed, not those that they count as. */
  const asTyped = (one) => ({ ...one, result: values.get(RESULT + one.id)?.result ?? one.result });
  const joined = () => Object.fromEntries(joinedNames(values));

  return {
    id, load, refresh, summarise, asTyped, joined,
    get results() { return read.results; },
    get unreadable() { return read.unreadable; },
    get name() { return values.get("name"); },
    get ids() { return [...values].filter(([name, one]) => name.startsWith(RESULT) && one).map(([name]) => name.slice(RESULT.length)); },
    /** Return a result as it is kept, or undefined. */
    async find(result) {
      const one = result ? (await documents.values(id, [RESULT + result])).get(RESULT + result) : undefined;
      return isResult(one) ? one : undefined;
    },
    put: (one) => write([[RESULT + one.id, one]]),
    /** Add results of a file: they are as old as their last change. */
    putAll: (results) => write(results.map((one) => [RESULT + one.id, one, one.changed])),
    remove: (result) => write([[RESULT + result, null]]),
    /** Let names count as another. */
    join: (names, name) => write(names.map((one) => [PERSON + one, name])),
    part: (name) => write([[PERSON + name, null]]),
  };
}
