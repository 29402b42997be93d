// A group's scorebook on this device: copy its links, import this device's results, or remove the group from the device.
import { list } from "../common/database.js";
import { setUpCopying } from "../common/copying.js";
import { make } from "../common/dom.js";
import { split } from "../scorebook/results.js";
import { resultsOf } from "./merge.js";
import { bringIn, forget, groupOf, readBook, readOutbox, remember, updateGroup } from "./store.js";
import { sync } from "./sync.js";

const place = document.getElementById("links");
const { link, name, writes, home } = place.dataset;
const words = JSON.parse(place.dataset.words);
const group = groupOf(link);
const heard = document.getElementById("heard");

setUpCopying(place);

const record = await remember({ group, link, name, writes: writes === "1", used: Date.now() });

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
const own = bring ? await list("results").catch(() => []) : [];
if (own.length) {
  const count = bring.querySelector("[data-count]");
  count.textContent = count.dataset.count.replace("{count}", own.length);
  bring.hidden = false;
  bring.querySelector("button").addEventListener("click", async () => {
    await sync(group); // what the group has is not brought in again
    const { news, equal } = split(resultsOf((await readBook(group)).values), own);
    await add(news);
    if (!equal.length) return;
    const also = make("button", { type: "button" }, words.add_equal);
    also.addEventListener("click", () => add(equal));
    heard.append(" ", words.equal.replace("{count}", equal.length), " ", also);
  });
}
async function add(results) {
  await bringIn(group, results);
  heard.textContent = words.sending.replace("{count}", results.length);
  const { status } = await sync(group);
  if (status === 200) heard.textContent = words.imported.replace("{new}", results.length).replace("{old}", own.length - results.length);
}

const leave = document.getElementById("leave");
leave.hidden = false;
let isWarned = false;
leave.querySelector("button").addEventListener("click", async () => {
  const countUnsent = async () => (await readOutbox(group)).length;
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
