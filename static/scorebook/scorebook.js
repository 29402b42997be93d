// This device's own scorebook, and the groups that it knows.
import { documents, upgraded } from "../common/device.js";
import { SCOREBOOK } from "../common/documents.js";
import { groupPlaces } from "../groups/keep.js";
import { bringUpToDate, listed } from "../groups/list.js";
import { showBook } from "./book.js";
import { openBook } from "./kept_book.js";

const section = document.getElementById("scorebook");
const words = JSON.parse(section.dataset.words);
const book = openBook(documents, { id: SCOREBOOK, kind: "book" });

await listed; // they stand above it
await upgraded;
const record = await documents.get(SCOREBOOK).catch(() => undefined);
const { refresh } = await showBook(section, book, {
  head: record?.head, places: () => groupPlaces({ keep: "", open: "", kept: words.moved }),
});
documents.listen(SCOREBOOK, async (names) => { if (await book.refresh(names)) await refresh(); });
await bringUpToDate();
