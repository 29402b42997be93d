// A group's scorebook page: drawn from what this device has, and kept the same as the server's while the page is seen.
import { documents, upgraded } from "../common/device.js";
import { setText } from "../common/dom.js";
import { connect } from "../common/sync.js";
import { showBook } from "../scorebook/book.js";
import { openBook } from "../scorebook/kept_book.js";
import { addressOf, connection as settings, getGroup, groupOf, noteAnswer, remember, updateGroup } from "./groups.js";
import { groupPlaces, ownPlace } from "./keep.js";

const section = document.getElementById("scorebook");
const { groupWords, words, link: given, name, writes } = section.dataset;
const text = { ...JSON.parse(words), ...JSON.parse(groupWords) };
let link = given ?? location.pathname.match(/\/groups\/([\w-]{34})/)?.[1] ?? "";
const id = groupOf(link);
const status = document.getElementById("sync");
const plain = document.querySelector(".plain-book");
const facts = () => ({ link: given, name, writes: writes === "1", used: Date.now() });

let connection;
let shown;
let state = "";
let isFaulty = false;
let writing = 0; // changes that are being stored
const book = openBook(documents, { id, kind: "group", enter });

async function enter(entries) {
  writing += 1;
  delete status.dataset.sent;
  const isStored = await connection.enter(entries);
  writing -= 1;
  if (state !== "online") await say();
  return isStored;
}

/** Say what the connection does, and what waits. */
async function say() {
  const refusals = { offline: text.away, busy: text.refused_now, gone: text.gone, full: text.full };
  const waiting = await documents.countWaiting(id);
  const sentence = [refusals[state], isFaulty && text.faulty, waiting && text.waiting.replace("{count}", waiting)].filter(Boolean).join(" ");
  setText(status, sentence);
  status.toggleAttribute("data-sent", state === "online" && !waiting && !writing);
}

async function onState(next) {
  state = next;
  if (state !== "gone") return say();
  await updateGroup(id, { isGone: true });
  if (given && given !== link) { // the link that this device had is dead, and the one that was opened is not
    ({ link } = await remember(facts()));
    return connection.wake();
  }
  return say();
}

/** Show what an answer has brought. */
async function onValues(names, answer) {
  await noteAnswer(id, names, answer);
  if (!shown) return;
  if (names.length && await book.refresh(names)) {
    await shown.refresh(book.name);
    await book.summarise();
  }
  await say();
}

/** Load the group's record from this device, with what the server's page says. */
async function open() {
  if (given) return remember(facts());
  await updateGroup(id, { used: Date.now() });
  return getGroup(id);
}

/** Draw the scorebook; the server's list stays until this device has the group's results. */
async function show(record) {
  const own = ownPlace({ title: text.own, kept: text.moved.replace("{name}", () => text.own) });
  const isOther = (place) => place.id !== id;
  const who = { name: record.who, keep: (typed) => { who.name = typed; return updateGroup(id, { who: typed }); } };
  if (record.head?.length) plain?.remove(); // else it stands until all are read
  const load = () => book.load().then(() => { plain?.remove(); });
  shown = await showBook(section, book, {
    head: record.head, load, writes: record.writes, who,
    places: async () => [own, ...(await groupPlaces({ keep: "", open: "", kept: text.moved })).filter(isOther)],
    waysTo: (one) => [[text.history, addressOf(link, `results/${one.id}`)]],
  });
  await shown.refresh(book.name);
  documents.listen(id, async (names) => {
    if (await book.refresh(names)) await shown.refresh(book.name);
    if (await documents.countWaiting(id)) connection.send();
    await say();
  });
  if (!record.evening) await book.summarise();
}

if (!given) { // the page that stands in does not know its address
  const { lang } = document.documentElement;
  for (const twin of document.querySelectorAll("[data-twin]")) twin.href = location.pathname.replace(`/${lang}/groups/`, `/${twin.hreflang}/groups/`);
}

async function start() {
  await upgraded;
  const record = await open().catch(() => null);
  if (!record) {
    status.textContent = given ? text.refused : text.unknown;
    return;
  }
  ({ link } = record);
  document.querySelector("h1").textContent = record.name;
  document.title = document.title.replace(/^[^·]*/, () => `${record.name} `);
  for (const way of document.querySelectorAll("[data-part]")) {
    way.href = addressOf(link, way.dataset.part);
    way.hidden = way.dataset.part === "play" && !record.writes;
  }
  connection = connect(documents, id, { ...settings, onState, onValues, onRefused: () => { isFaulty = true; } });
  if (!record.since) await connection.send(); // nothing of it is here yet
  const { since } = await getGroup(id);
  if (since || !given || (await documents.values(id)).size) await show(record);
  else addEventListener("online", () => location.reload());
  await say();
}
documents.track(start());
