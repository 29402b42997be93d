// The scorebook: the results on this device, newest first, by game, person and month; edited, deleted, counted, exported and imported.
import { fresh, read, table, toJson } from "./import_export.js";
import { list, put, putAll, remove } from "../common/database.js";
import { make, people, withdraw } from "../common/dom.js";

const PAGE_SIZE = 12; // more than two screens of a phone
const book = document.getElementById("scorebook");
const words = JSON.parse(book.dataset.words);
const games = JSON.parse(book.dataset.games);
const [game, person, month, count, resultList, more, statistics, file, message] = ["game", "person", "month", "count", "results", "more", "statistics", "file", "heard"]
  .map((id) => document.getElementById(id));
const views = [...book.querySelectorAll("[data-show]")];
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
const monthly = new Intl.DateTimeFormat(document.documentElement.lang, { year: "numeric", month: "long", timeZone: "UTC" });
const title = (slug) => (Object.hasOwn(games, slug) ? games[slug].title : slug);
let results = [];
let room = PAGE_SIZE;

function edit(one, item) {
  const field = (name, type) => {
    const input = make(type, { className: "in", name, value: one[name] });
    if (name === "date") Object.assign(input, { type: "date", required: true });
    return make("label", {}, words[name], " ", input);
  };
  const form = make("form", { className: "edit" }, field("date", "input"), field("place", "input"), field("note", "textarea"),
    make("button", { className: "main" }, words.save));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    Object.assign(one, Object.fromEntries(new FormData(form)), { changed: Date.now() });
    await put("results", one);
    offer();
    show();
    document.getElementById(`r-${one.id}`)?.querySelector("a, button").focus();
  });
  item.append(form);
  form.querySelector("input").focus();
}

function card(one) {
  const { players, winners } = one.result;
  const order = players.map((_, seat) => seat).sort((a, b) => players[a].rank - players[b].rank);
  const item = make("li", { className: "kept", id: `r-${one.id}` });
  const ranking = people(players.map(({ name }) => name), players.map(({ colour }) => colour), (seat) => {
    const points = make("b", {}, ` ${String(players[seat].total).replace("-", "−")}`);
    if (winners.includes(seat)) points.append(" ★", make("span", { className: "unseen" }, ` ${words.winner}`));
    return points;
  });
  const seats = [...ranking.children];
  ranking.replaceChildren(...order.flatMap((seat) => [seats[seat], " "]));
  const about = [day.format(new Date(one.date)), one.place, one.note].filter(Boolean).join(" · ");
  const ways = make("p", { className: "ways" });
  if (Object.hasOwn(games, one.slug)) {
    const { address } = games[one.slug];
    const { query } = one;
    ways.append(make("a", { href: `${address}?${query}` }, words.result), make("a", { href: `${address}?${query}&to=sheet#sheet-${one.id}` }, words.sheet));
  }
  const change = make("button", { type: "button", ariaLabel: `${words.edit}: ${title(one.slug)}, ${one.date}` }, words.edit);
  const drop = make("button", { type: "button", ariaLabel: `${words.delete}: ${title(one.slug)}, ${one.date}` }, "✕");
  change.addEventListener("click", () => {
    const open = item.querySelector("form");
    if (open) open.remove();
    else edit(one, item);
  });
  drop.addEventListener("click", () => withdraw(item, words, async () => {
    await remove("results", one.id);
    results = results.filter((other) => other !== one);
    find();
  }, async () => {
    await put("results", one);
    results.push(one);
    find();
  }));
  ways.append(change);
  item.append(make("h2", { className: "title" }, title(one.slug)), ranking, make("small", {}, about), ways, drop);
  return item;
}

/** The results that were asked for, the last first; how many they are is said. */
function find() {
  const hits = results
    .filter(({ slug, date, result }) => (!game.value || slug === game.value) && date.startsWith(month.value)
      && (!person.value || result.players.some(({ name }) => name === person.value)))
    .sort((one, other) => (one.date === other.date ? other.changed - one.changed : one.date < other.date ? 1 : -1));
  count.textContent = results.length ? (hits.length ? words.count.replace("{count}", hits.length) : words.none) : words.empty;
  return hits;
}

function show() {
  const hits = find();
  const withStatistics = statistics.hidden === false;
  resultList.hidden = withStatistics;
  more.hidden = withStatistics || hits.length <= room;
  if (withStatistics) drawStatistics(hits);
  // What was just deleted can still be restored.
  else resultList.replaceChildren(...resultList.querySelectorAll(".gone"), ...hits.slice(0, room).map(card));
}

// How statistics are reckoned and drawn is loaded when they are first asked for.
async function drawStatistics(hits) {
  const { draw } = await import("./charts.js");
  statistics.replaceChildren();
  if (hits.length) draw(statistics, hits, games, { name: person.value, slug: game.value }, title, JSON.parse(statistics.dataset.words));
}

function offer() {
  game.closest(".filters").hidden = !results.length;
  const fill = (select, options) => {
    const choice = select.value;
    select.replaceChildren(select.options[0], ...options.map(([value, text]) => new Option(text, value, false, value === choice)));
  };
  fill(game, [...new Set(results.map(({ slug }) => slug))].map((slug) => [slug, title(slug)]));
  const names = new Set(results.flatMap(({ result }) => result.players.map(({ name }) => name)));
  fill(person, [...names].sort((one, other) => one.localeCompare(other)).map((name) => [name, name]));
  const months = [...new Set(results.map(({ date }) => date.slice(0, 7)))].sort().reverse();
  fill(month, months.map((one) => [one, monthly.format(new Date(one))]));
}

function save(text, type, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

for (const view of views) {
  view.addEventListener("click", () => {
    for (const other of views) other.setAttribute("aria-pressed", String(other === view));
    statistics.hidden = view.dataset.show !== "statistics";
    show();
  });
}
for (const select of [game, person, month]) select.addEventListener("change", () => { room = PAGE_SIZE; show(); });
more.addEventListener("click", () => {
  const at = room;
  room *= 2;
  show();
  resultList.children[at]?.querySelector("a, button").focus();
});
document.getElementById("json").addEventListener("click", () => save(toJson(results), "application/json", "tally-scorebook.json"));
document.getElementById("csv").addEventListener("click", () => save(table(results, words.columns, title), "text/csv", "tally-scorebook.csv"));
file.addEventListener("change", async () => {
  const come = read(await file.files[0].text());
  file.value = "";
  if (come.fault) {
    message.textContent = words[come.fault];
    return;
  }
  const news = fresh(results, come.results);
  try {
    await putAll("results", news);
  } catch {
    message.textContent = words.refused;
    return;
  }
  results = await list("results");
  message.textContent = words.imported.replace("{new}", news.length).replace("{old}", come.results.length - news.length);
  offer();
  show();
});

try {
  results = await list("results");
} catch {
  message.textContent = words.refused;
}
book.hidden = false;
offer();
show();
if (location.hash.startsWith("#r-")) document.getElementById(location.hash.slice(1))?.querySelector("a, button").focus();
