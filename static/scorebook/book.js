// The scorebook page: evenings filtered by game, person and month, lists of people and games, and a page for each, named by the address.
// Results can be edited, deleted, exported and imported. Everything is drawn from a list of results, whichever store provides them.
import { drawGame, drawGames } from "./game_pages.js";
import { drawPeople, drawPerson } from "./people_pages.js";
import { make, withdraw } from "../common/dom.js";
import { localGet } from "../common/storage.js";
import { drawEvenings, titleOf } from "./book_list.js";
import { say } from "./charts.js";
import { correct } from "./results.js";
import { byTime } from "./statistics.js";

const PAGE_SIZE = 12; // more than two screens of a phone

/**
 * Show the results of a `store` in `book`, the section of the page whose data has the games and the words. A read-only store lacks put() and
 * remove(). Optionally, its waysTo(result) returns further links of a result, [text, address] each, and `who` is the name to record in the
 * history. While a store has a `head`, it has loaded only some of its results. Returns refresh(title), which shows the store's current results.
 */
export async function showBook(book, store) {
  const words = { ...JSON.parse(book.dataset.words), ...JSON.parse(book.dataset.groupWords ?? "{}") };
  const games = JSON.parse(book.dataset.games);
  const [game, person, month, count, list, more, page, message] = ["game", "person", "month", "count", "results", "more", "page", "heard"]
    .map((id) => document.getElementById(id));
  const heading = document.querySelector("h1");
  let name = heading.textContent;
  const views = [...book.querySelectorAll("[data-show]")];
  for (const view of views) view.href = `#${view.dataset.show}`;
  const monthly = new Intl.DateTimeFormat(document.documentElement.lang, { year: "numeric", month: "long", timeZone: "UTC" });
  const data = { games, words, actions: store.put ? { edit, ...(store.places && localGet("groups") ? { move } : {}), delete: drop } : {}, store, waysTo: store.waysTo };
  let results = []; // the last first
  let room = PAGE_SIZE;

  function edit(one, item) {
    const open = item.querySelector("form");
    if (open) {
      open.remove();
      return;
    }
    const field = (key, type) => {
      const input = make(type, { className: "in", name: key, value: one[key] });
      if (key === "date") Object.assign(input, { type: "date", required: true });
      return make("label", {}, words[key], " ", input);
    };
    const who = make("input", { className: "in", value: store.who ?? "", maxLength: 40, autocomplete: "nickname" });
    const form = make("form", { className: "edit" }, field("date", "input"), field("place", "input"), field("note", "textarea"),
      ...("who" in store ? [make("label", {}, words.who, " ", who)] : []), make("button", { className: "main" }, words.save));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if ("who" in store) store.who = who.value.trim();
      Object.assign(one, correct(one, Object.fromEntries(new FormData(form))));
      await store.put(one);
      await take(results);
      const details = document.getElementById(`r-${one.id}`)?.querySelector("details");
      if (details) details.open = true;
      details?.querySelector("summary").focus();
    });
    item.append(form);
    form.querySelector("input").focus();
  }

  /** Offer the groups' scorebooks; the result goes to the chosen one, from where Undo brings it back. */
  async function move(one, item) {
    const open = item.querySelector(".move");
    if (open) {
      open.remove();
      return;
    }
    const places = await store.places({ keep: "", open: "", kept: words.moved });
    const buttons = places.map((place) => {
      const button = make("button", { type: "button" }, place.title);
      button.addEventListener("click", async () => {
        await withdraw(item, { ...words, deleted: place.kept }, async () => {
          await place.put(store.asTyped(one));
          await store.remove(one.id);
          results = results.filter((other) => other !== one);
          tell();
          place.send();
        }, async () => {
          await store.put(one);
          await place.remove(one.id);
          results = [...results, one].sort((a, b) => byTime(b, a));
          tell();
          place.send();
        });
      });
      return button;
    });
    item.append(make("p", { className: "ways move" }, words.move_to, " ", ...buttons));
    item.querySelector(".move button")?.focus();
  }

  function drop(one, item) {
    return withdraw(item, words, async () => {
      await store.remove(one.id);
      results = results.filter((other) => other !== one);
      tell();
    }, async () => {
      await store.put(one);
      results = [...results, one].sort((a, b) => byTime(b, a));
      tell();
    });
  }

  /** Return the filtered results and announce their number. */
  function tell() {
    const hits = results.filter(({ slug, date, result }) => (!game.value || slug === game.value) && date.startsWith(month.value)
      && (!person.value || result.players.some((player) => player.name === person.value)));
    count.textContent = !results.length ? words.empty : hits.length ? countOf(hits) : words.none;
    if (store.head?.length) count.textContent = "";
    document.getElementById("album").hidden = results.length > 0;
    book.classList.toggle("filled", results.length > 0);
    return hits;
  }

  /** Say how many results there are; in a group's scorebook also on how many evenings. */
  function countOf(hits) {
    if (!words.evenings) return words.count.replace("{count}", hits.length);
    const days = new Set(hits.map(({ date }) => date)).size;
    return [say(hits.length === 1 ? words.play : words.plays, { count: hits.length }), say(days === 1 ? words.evening : words.evenings, { count: days })].join(words.list);
  }

  /** Show the view in the address: the evenings, all people or games, or one of them. */
  async function show() {
    const query = new URLSearchParams(location.hash.slice(1));
    const [kind] = ["person", "game", "people", "games"].filter((one) => query.has(one));
    const hits = tell();
    for (const view of views) {
      const shows = { results: [undefined], people: ["people", "person"], games: ["games", "game"] }[view.dataset.show].includes(kind);
      if (shows) view.setAttribute("aria-current", "page");
      else view.removeAttribute("aria-current");
    }
    list.hidden = count.hidden = game.closest(".filters").hidden = kind !== undefined;
    more.hidden = kind !== undefined || hits.length <= room;
    page.hidden = kind === undefined;
    for (const part of book.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== kind;
    game.closest(".filters").hidden ||= !results.length;
    if (!kind) {
      const gone = [...list.querySelectorAll(".gone")]; // what was just deleted can still be restored
      const opened = [...list.querySelectorAll("details[open]")].map((details) => details.closest(".kept").id);
      list.replaceChildren(...(gone.length ? [make("ol", { className: "kept-list" }, ...gone)] : []), ...drawEvenings(hits.slice(0, room), data));
      for (const id of opened) document.getElementById(id)?.querySelector("details").setAttribute("open", "");
      heading.textContent = name;
    } else {
      heading.textContent = { person: query.get("person"), game: titleOf(games, query.get("game") ?? "") }[kind] || name;
      const asked = location.hash;
      const parts = await drawPage(kind, query);
      if (location.hash === asked) page.replaceChildren(...parts);
    }
    const view = kind === "people" || kind === "games" ? [book.querySelector(`[data-show=${kind}]`).textContent] : [];
    document.title = [...view, heading.textContent, ...document.title.split(" · ").slice(-1)].join(" · ");
  }

  async function drawPage(kind, query) {
    if (kind === "person" || kind === "people") {
      return kind === "people" ? drawPeople(results, data) : drawPerson(results, data, query.get("person"));
    }
    return kind === "games" ? drawGames(results, data) : drawGame(results, data, query.get("game"));
  }

  function offer() {
    const fill = (select, options) => {
      const choice = select.value;
      select.replaceChildren(select.options[0], ...options.map(([value, text]) => new Option(text, value, false, value === choice)));
    };
    fill(game, [...new Set(results.map(({ slug }) => slug))].map((slug) => [slug, titleOf(games, slug)]));
    const names = new Set(results.flatMap(({ result }) => result.players.map((player) => player.name)));
    fill(person, [...names].sort((one, other) => one.localeCompare(other)).map((one) => [one, one]));
    const months = [...new Set(results.map(({ date }) => date.slice(0, 7)))].sort().reverse();
    fill(month, months.map((one) => [one, monthly.format(new Date(one))]));
  }

  function take(some) {
    results = [...some].sort((a, b) => byTime(b, a));
    offer();
    return show();
  }

  let isAsked = location.hash.startsWith("#r-");
  /** Focus the result in the address, once it is in the list. */
  function focusAsked() {
    const item = isAsked && document.getElementById(location.hash.slice(1));
    if (!item) return;
    isAsked = false;
    if (document.activeElement === document.body) item.querySelector("a, summary").focus();
  }

  for (const select of [game, person, month]) select.addEventListener("change", () => { room = PAGE_SIZE; show(); });
  more.addEventListener("click", () => {
    const at = room;
    room *= 2;
    show();
    list.querySelectorAll(".kept")[at]?.querySelector("a, summary").focus();
  });
  addEventListener("hashchange", async () => {
    await show();
    scrollTo(0, 0);
    heading.tabIndex = -1;
    heading.focus();
  });
  const files = document.getElementById("file") && import("./import_export.js").then(({ setUpFiles }) => setUpFiles({ words, message, titleOf: (slug) => titleOf(games, slug) }, store, () => results, take));

  try {
    results = await store.list();
  } catch {
    message.textContent = words.refused;
  }
  book.hidden = false;
  await take(results);
  focusAsked();
  await files;

  /** Show the store's current results, unless somebody is typing in a form of the list. */
  async function refresh(title = name) {
    if (heading.textContent === name) heading.textContent = title;
    name = title;
    if (list.querySelector("form")) return;
    const item = document.activeElement.closest(".kept");
    const at = item && [...item.querySelectorAll("a, button, summary")].indexOf(document.activeElement);
    await take(await store.list());
    if (item && !item.isConnected) document.getElementById(item.id)?.querySelectorAll("a, button, summary")[at]?.focus();
    focusAsked();
  }
  return { refresh };
}
