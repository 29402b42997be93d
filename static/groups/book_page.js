// A group's scorebook page: drawn from this device's database, and synchronised with the server while the page is visible.
import { showBook } from "../scorebook/book.js";
import { resultsOf } from "./merge.js";
import { groupOf, readBook, remember, updateGroup, write } from "./store.js";
import { addressOf, noteEvening, sync } from "./sync.js";

const PAUSE = 20_000; // milliseconds between two looks at the server
const section = document.getElementById("scorebook");
const { groupWords, words, link: given, name, writes } = section.dataset;
const text = { ...JSON.parse(words), ...JSON.parse(groupWords) };
let link = given ?? location.pathname.match(/\/groups\/([\w-]{34})/)?.[1] ?? "";
const group = groupOf(link);
const status = document.getElementById("sync");
const plain = document.querySelector(".plain-book");
const originals = new Map(); // by id, with the names that were typed
let mark = ""; // of what is shown
let shown;
let title = name ?? "";

/** Load the group's results with merged names; the stored originals are kept in a separate map. */
async function readResults() {
  const { values } = await readBook(group);
  for (const [path, value] of values) if (value?.result) originals.set(path, value);
  const results = resultsOf(values);
  mark = markOf(results);
  return results;
}
const markOf = (results) => JSON.stringify(results.map(({ id, changed, result }) => [id, changed, result.players.map((player) => player.name)]));

/** Return a result to store: its edited fields, and the original's others, including the names as typed. */
const asKept = ({ id, date, place, note, changed, ...rest }) => ({ ...rest, ...originals.get(id), id, date, place, note, changed });

let unstored = 0; // changes that are being stored
/** Store a change and send it in the background; the list already shows it. */
const writeDown = async (changes) => {
  unstored += 1;
  delete status.dataset.sent;
  try {
    if (store.who) await updateGroup(group, { who: store.who });
    await write(group, changes);
  } finally {
    unstored -= 1;
  }
  readResults().then(step).then(() => noteEvening(group));
};
const store = {
  head: [], // the last results, which stand there until all are read
  async list() {
    const results = store.head.length ? store.head : await readResults();
    plain?.remove();
    return results;
  },
  waysTo: (one) => (originals.has(one.id) ? [[text.history, addressOf(link, `results/${one.id}`)]] : []),
};
const writing = {
  who: "",
  put: (one) => writeDown([[one.id, asKept(one)]]),
  remove: (id) => writeDown([[id, null]]),
  async join(names, name) {
    await writeDown(names.map((one) => [`@is.${one}`, name]));
    await readResults();
    return shown.refresh();
  },
};

function say(state, waiting) {
  const refusals = { 0: text.away, 200: "", 404: text.gone, 409: text.full };
  const sentence = [refusals[state] ?? text.refused_now, waiting && text.waiting.replace("{count}", waiting)].filter(Boolean).join(" ");
  if (status.textContent !== sentence) status.textContent = sentence;
  status.toggleAttribute("data-sent", state === 200 && !waiting && !unstored);
}

async function step() {
  let { isChanged, faulty, status: state } = await sync(group);
  if (state === 404 && given && given !== link) { // the link that this device had is dead, and the one that was opened is not
    ({ link } = await remember(facts()));
    ({ isChanged, faulty, status: state } = await sync(group));
  }
  const before = mark;
  const { record, waiting } = await readBook(group);
  if (shown && isChanged && (await readResults().then(() => mark) !== before || record.name !== title)) {
    title = record.name;
    await shown.refresh(title);
  }
  say(state, waiting.length);
  if (faulty.length) status.textContent = text.faulty;
  return state;
}

let timer;
async function stepOn() {
  clearTimeout(timer);
  const state = await step().catch(() => 0);
  if (!document.hidden && state !== 404) timer = setTimeout(stepOn, PAUSE);
}

const facts = () => ({ group, link: given, name, writes: writes === "1", used: Date.now() });
/** Load the group's record from this device, updated by what the server's page says. */
async function open() {
  if (given) return remember(facts());
  const { record } = await readBook(group);
  if (record) await updateGroup(group, { used: Date.now() });
  return record;
}

if (!given) { // the page that stands in does not know its address
  const { lang } = document.documentElement;
  for (const twin of document.querySelectorAll("[data-twin]")) twin.href = location.pathname.replace(`/${lang}/groups/`, `/${twin.hreflang}/groups/`);
}
const record = await open().catch(() => ({ name, link, writes: false, isUnkept: true }));
if (!record) {
  status.textContent = text.unknown;
} else {
  ({ link, name: title } = record);
  document.querySelector("h1").textContent = title;
  document.title = document.title.replace(/^[^·]*/, () => `${title} `);
  if (record.writes) Object.assign(store, writing, { who: record.who });
  for (const way of document.querySelectorAll("[data-part]")) {
    way.href = addressOf(link, way.dataset.part);
    way.hidden = way.dataset.part === "play" && !record.writes;
  }
  await show();
}
document.body.dataset.ready = "";

/** Draw the scorebook; the server's list stays until this device has stored the group. */
async function show() {
  if (record.isUnkept) {
    status.textContent = text.refused;
    return;
  }
  const { values } = await readBook(group);
  if (!record.since && !values.size && await step() !== 200) {
    addEventListener("online", () => location.reload());
    return;
  }
  store.head = record.head ?? [];
  shown = await showBook(section, store);
  if (store.head.length) {
    store.head = [];
    await shown.refresh();
  }
  stepOn();
  if (!record.evening) noteEvening(group).catch(() => {});
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stepOn(); });
  addEventListener("online", stepOn);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) stepOn(); });
}
