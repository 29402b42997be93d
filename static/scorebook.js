// The scorebook: the results that this device keeps, the last first, by game and person; edited, deleted, saved to a file and read from one.
import { fresh, read, table, written } from "./exchange.js";
import { forget, list, put, putAll } from "./keeping.js";
import { make, people, withdraw } from "./lists.js";

const PAGE = 50;
const book = document.getElementById("scorebook");
const words = JSON.parse(book.dataset.words);
const games = JSON.parse(book.dataset.games);
const [game, person, count, shown, more, file, heard] = ["game", "person", "count", "results", "more", "file", "heard"]
  .map((id) => document.getElementById(id));
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
const title = (slug) => (Object.hasOwn(games, slug) ? games[slug].title : slug);
let results = [];
let room = PAGE;

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
    ways.append(make("a", { href: `${address}?${query}` }, words.result), make("a", { href: `${address}?${query}&to=sheet` }, words.sheet));
  }
  const change = make("button", { type: "button", ariaLabel: `${words.edit}: ${title(one.slug)}, ${one.date}` }, words.edit);
  const drop = make("button", { type: "button", ariaLabel: `${words.delete}: ${title(one.slug)}, ${one.date}` }, "✕");
  change.addEventListener("click", () => {
    const open = item.querySelector("form");
    if (open) open.remove();
    else edit(one, item);
  });
  drop.addEventListener("click", () => withdraw(item, words, async () => {
    await forget("results", one.id);
    results = results.filter((other) => other !== one);
  }, async () => {
    await put("results", one);
    results.push(one);
  }));
  ways.append(change);
  item.append(make("h2", { className: "title" }, title(one.slug)), ranking, make("small", {}, about), ways, drop);
  return item;
}

function show() {
  const found = results
    .filter(({ slug, result }) => (!game.value || slug === game.value) && (!person.value || result.players.some(({ name }) => name === person.value)))
    .sort((one, other) => other.date.localeCompare(one.date) || other.changed - one.changed);
  count.textContent = results.length ? (found.length ? words.count.replace("{count}", found.length) : words.none) : words.empty;
  shown.replaceChildren(...found.slice(0, room).map(card));
  more.hidden = found.length <= room;
}

function offer() {
  const fill = (select, options) => {
    const chosen = select.value;
    select.replaceChildren(select.options[0], ...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  };
  fill(game, [...new Set(results.map(({ slug }) => slug))].map((slug) => [slug, title(slug)]));
  const names = new Set(results.flatMap(({ result }) => result.players.map(({ name }) => name)));
  fill(person, [...names].sort((one, other) => one.localeCompare(other)).map((name) => [name, name]));
}

function save(text, type, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

for (const select of [game, person]) select.addEventListener("change", () => { room = PAGE; show(); });
more.addEventListener("click", () => {
  const at = room;
  room += PAGE;
  show();
  shown.children[at]?.querySelector("a, button").focus();
});
document.getElementById("json").addEventListener("click", () => save(written(results), "application/json", "tally-scorebook.json"));
document.getElementById("csv").addEventListener("click", () => save(table(results, words.columns, title), "text/csv", "tally-scorebook.csv"));
file.addEventListener("change", async () => {
  const come = read(await file.files[0].text());
  file.value = "";
  if (come.fault) {
    heard.textContent = words[come.fault];
    return;
  }
  const kept = fresh(results, come.results);
  try {
    await putAll("results", kept);
  } catch {
    heard.textContent = words.refused;
    return;
  }
  results = await list("results");
  heard.textContent = words.imported.replace("{new}", kept.length).replace("{old}", come.results.length - kept.length);
  offer();
  show();
});

try {
  results = await list("results");
} catch {
  heard.textContent = words.refused;
}
book.hidden = false;
offer();
show();
