// A group's scorebook on this device: copy its links, import this device's results, or remove the group from the device.
import { documents } from "../common/device.js";
import { SCOREBOOK } from "../common/documents.js";
import { setUpCopying } from "../common/copying.js";
import { makeButton } from "../common/dom.js";
import { openBook } from "../scorebook/kept_book.js";
import { split } from "../scorebook/results.js";
import { forget, groupOf, remember, sync, updateGroup } from "./groups.js";

const place = document.getElementById("links");
const { link, name, writes, home } = place.dataset;
const words = JSON.parse(place.dataset.words);
const group = groupOf(link);
const heard = document.getElementById("heard");

setUpCopying(place);

const record = await remember({ link, name, writes: writes === "1", used: Date.now() });
const book = openBook(documents, { id: group, kind: "group" });
const ownBook = openBook(documents, { id: SCOREBOOK, kind: "book" });

const ownName = document.getElementById("own-name");
if (ownName) {
  const field = ownName.querySelector("input");
  const hint = ownName.querySelector("small");
  const show = (who) => { if (who) hint.textContent = who; };
  field.value = record.who;
  show(record.who);
  ownName.hidden = false;
  ownName.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await updateGroup(group, { who: field.value.trim() });
    show(field.value.trim());
    ownName.querySelector("details").open = false;
    ownName.querySelector("summary").focus();
  });
}

const bring = document.getElementById("bring");
await ownBook.load();
const own = bring ? ownBook.results.map(ownBook.asTyped) : [];
if (own.length) {
  const count = bring.querySelector("[data-count]");
  count.textContent = count.dataset.count.replace("{count}", own.length);
  bring.hidden = false;
  bring.querySelector("button").addEventListener("click", async () => {
    await sync(group); // what the group has is not brought in again
    await book.load();
    const { news, equal } = split(book.results, own);
    await add(news);
    if (!equal.length) return;
    heard.append(" ", words.equal.replace("{count}", equal.length), " ", makeButton(words.add_equal, () => add(equal)));
  });
}
async function add(results) {
  await book.putAll(results);
  heard.textContent = words.sending.replace("{count}", results.length);
  const { status } = await sync(group);
  if (status === 200) heard.textContent = words.imported.replace("{new}", results.length).replace("{old}", own.length - results.length);
}

const leave = document.getElementById("leave");
leave.hidden = false;
let isWarned = false;
leave.querySelector("button").addEventListener("click", async () => {
  const countUnsent = () => documents.countWaiting(group);
  if (!isWarned && await countUnsent()) {
    await sync(group);
    const count = await countUnsent();
    isWarned = count > 0;
    heard.textContent = isWarned ? words.unsent.replace("{count}", count) : "";
    if (isWarned) return;
  }
  await forget(group);
  location.href = home;
});
document.getElementById("delete-all")?.addEventListener("submit", () => { forget(group); });
