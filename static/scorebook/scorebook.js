// This device's scorebook. `showBook` works with any store that has list(), put(result), putAll(results) and remove(id), each of which may
// fail.
import { list, put, putAll, remove } from "../common/database.js";
import { bringUpToDate, listed } from "../groups/list.js";
import { showBook } from "./book.js";

await listed; // they stand above it
await showBook(document.getElementById("scorebook"), {
  list: () => list("results"),
  put: (result) => put("results", result),
  putAll: (results) => putAll("results", results),
  remove: (id) => remove("results", id),
});
bringUpToDate();
