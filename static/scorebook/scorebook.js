// This device's scorebook. `showBook` works with any store that has list(), put(result), putAll(results) and remove(id), each of which may
// fail.
import { list, put, putAll, remove } from "../common/database.js";
import { localGet, localSet } from "../common/storage.js";
import { groupPlaces } from "../groups/keep.js";
import { bringUpToDate, listed } from "../groups/list.js";
import { showBook } from "./book.js";
import { addJoined, joinNames, withCleanNames } from "./results.js";

const JOINED_KEY = "joined names"; // name -> the name that it counts as; results keep the name that was typed
const readJoined = () => JSON.parse(localGet(JOINED_KEY) ?? "{}");
const typed = new Map(); // the results as they were kept, by id
/** Return an edited result with the names as typed. */
const asTyped = (one) => ({ ...one, result: typed.get(one.id)?.result ?? one.result });

await listed; // they stand above it
const { refresh } = await showBook(document.getElementById("scorebook"), {
  async list() {
    const results = (await list("results")).map(withCleanNames);
    for (const one of results) typed.set(one.id, one);
    return joinNames(results, readJoined());
  },
  put: (result) => put("results", asTyped(result)),
  putAll: (results) => putAll("results", results),
  remove: (id) => remove("results", id),
  joined: readJoined,
  join: (names, name) => { localSet(JOINED_KEY, JSON.stringify(addJoined(readJoined(), names, name))); return refresh(); },
  part: (name) => { const { [name]: _, ...rest } = readJoined(); localSet(JOINED_KEY, JSON.stringify(rest)); return refresh(); },
  places: (words) => groupPlaces(words),
  asTyped,
});
bringUpToDate();
