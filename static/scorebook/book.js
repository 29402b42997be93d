// The scorebook page: evenings filtered by game, person and month, lists of people and games, and a page for each, named by the address.
// Results can be edited, moved to another scorebook, deleted, exported and imported. The device's own and a group's scorebook are drawn alike.
import { fill, make, makeButton, withdraw } from "../common/dom.js";
import { drawEvenings, titleOf } from "./book_list.js";
import { drawGame, drawGames } from "./game_pages.js";
import { setUpFiles } from "./import_export.js";
import { drawPeople, drawPerson } from "./people_pages.js";
import { correct } from "./results.js";
import { byTime } from "./statistics.js";

const PAGE_SIZE = 12; // more than two screens of a phone

/** Return the number that a field has, or undefined where nothing was entered. */
const wholeNumber = (text) => (text === "" ? undefined : Number(text));

/**
 * Show a scorebook in `section`, whose data has the games and the words. `head` are its last results, which stand there until `load()`
 * has read all. Without `writes` it is only looked at. `places()` returns the scorebooks to which results can be moved, `waysTo(result)`
 * further links of a result, [text, address] each, and `who`, if there is one, has the name for the history. Returns refresh(title), which shows
 * the current results.
 */
export async function showBook(section, book, { head = [], load = book.load, writes = true, places, waysTo, who }) {
  const words = { ...JSON.parse(section.dataset.words), ...JSON.parse(section.dataset.groupWords ?? "{}") };
  const games = Object.assign(Object.create(null), JSON.parse(section.dataset.games)); // any text may be a result's game
  const [game, person, month, count, list, more, page, message] = ["game", "person", "month", "count", "results", "more", "page", "heard"]
    .map((id) => document.getElementById(id));
  const heading = document.querySelector("h1");
  let name = heading.textContent;
  const views = [...section.querySelectorAll("[data-show]")];
  for (const view of views) view.href = `#${view.dataset.show}`;
  const monthly = new Intl.DateTimeFormat(document.documentElement.lang, { year: "numeric", month: "long", timeZone: "UTC" });
  const others = writes ? await places() : [];
  const actions = { edit, ...(others.length ? { move } : {}), delete: drop };
  const data = {
    games, words, waysTo, writes, actions: writes ? actions : {}, joined: book.joined,
    join: (...names) => book.join(...names).then(refresh), part: (one) => book.part(one).then(refresh),
  };
  let isHead = head.length > 0;
  let results = head; // the last first
  let room = PAGE_SIZE;

  function edit(one, item) {
    const open = item.querySelector("form");
    if (open) {
      open.remove();
      return;
    }
    const label = (key, field) => make("label", {}, words[key], " ", Object.assign(field, { className: "in", name: key }));
    const input = (facts) => make("input", facts);
    const seats = one.result.players.map((player, seat) => new Option(player.name, seat, false, seat === one.starter));
    const ownName = input({ className: "in", value: who?.name ?? "", maxLength: 40, autocomplete: "nickname" });
    const form = make("form", { className: "edit" },
      label("date", input({ type: "date", required: true, value: one.date })), label("place", input({ value: one.place, maxLength: 200 })),
      label("minutes_long", input({ type: "number", min: 1, max: 10_000, inputMode: "numeric", value: one.minutes ?? "" })),
      label("starter", make("select", {}, new Option("–", ""), ...seats)), label("note", make("textarea", { value: one.note, maxLength: 1000 })),
      ...(who ? [make("label", {}, words.who, " ", ownName)] : []), make("button", { className: "main" }, words.save));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { minutes_long: minutes, starter, ...texts } = Object.fromEntries(new FormData(form));
      if (who) await who.keep(ownName.value.trim());
      form.remove();
      if (!await write(() => book.put(correct(book.asTyped(one), { ...texts, minutes: wholeNumber(minutes), starter: wholeNumber(starter) })))) return;
      const details = document.getElementById(`r-${one.id}`)?.querySelector("details");
      if (details) details.open = true;
      details?.querySelector("summary").focus();
    });
    item.append(form);
    form.querySelector("input").focus();
  }

  /** Change the scorebook and show it; return whether the browser keeps the change. */
  async function write(act) {
    try {
      await act();
    } catch {
      message.textContent = words.refused;
      return false;
    }
    await refresh();
    return true;
  }

  /** Take a result away, with a button that brings it back. */
  async function takeAway(one, item, text, remove, restore) {
    async function step(act, then) {
      try {
        await act();
      } catch {
        message.textContent = words.refused;
      }
      results = then();
      tell();
    }
    await withdraw(item, { ...words, deleted: text }, () => step(remove, () => results.filter((other) => other.id !== one.id)),
      () => step(restore, () => [...results, one].sort((a, b) => byTime(b, a))));
  }

  /** Offer the other scorebooks; the result goes to the chosen one, from where Undo brings it back. */
  function move(one, item) {
    const open = item.querySelector(".move");
    if (open) {
      open.remove();
      return;
    }
    const kept = book.asTyped(one);
    const buttons = others.map((place) => makeButton(place.title, () => takeAway(one, item, place.kept, async () => {
      await place.put(kept);
      await book.remove(one.id);
      place.send();
    }, async () => {
      await book.put(kept);
      await place.remove(one.id);
      place.send();
    })));
    item.append(make("p", { className: "ways move" }, words.move_to, " ", ...buttons));
    item.querySelector(".move button").focus();
  }

  function drop(one, item) {
    const kept = book.asTyped(one);
    return takeAway(one, item, words.deleted, () => book.remove(one.id), () => book.put(kept));
  }

  /** Return the filtered results and announce their number. */
  function tell() {
    const hits = results.filter(({ slug, date, result }) => (!game.value || slug === game.value) && date.startsWith(month.value)
      && (!person.value || result.players.some((player) => player.name === person.value)));
    const sentence = !results.length ? words.empty : hits.length ? countOf(hits) : words.none;
    const unreadable = book.unreadable ? words.unreadable.replace("{count}", book.unreadable) : "";
    count.textContent = isHead ? "" : [sentence, unreadable].filter(Boolean).join(" ");
    document.getElementById("album").hidden = results.length > 0;
    section.classList.toggle("filled", results.length > 0);
    return hits;
  }

  /** Say how many results there are; in a group's scorebook also on how many evenings. */
  function countOf(hits) {
    if (!words.evenings) return words.count.replace("{count}", hits.length);
    const days = new Set(hits.map(({ date }) => date)).size;
    return [fill(hits.length === 1 ? words.play : words.plays, { count: hits.length }), fill(days === 1 ? words.evening : words.evenings, { count: days })].join(words.list);
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
    game.closest(".filters").hidden ||= !results.length;
    if (!kind) {
      const gone = [...list.querySelectorAll(".gone")]; // what was just deleted can still be restored
      const opened = [...list.querySelectorAll("details[open]")].map((details) => details.closest(".kept").id);
      const focused = document.activeElement.closest(".kept");
      const at = focused && [...focused.querySelectorAll("a, button, summary")].indexOf(document.activeElement);
      list.replaceChildren(...(gone.length ? [make("ol", { className: "kept-list" }, ...gone)] : []), ...drawEvenings(hits.slice(0, room), data));
      for (const id of opened) document.getElementById(id)?.querySelector("details").setAttribute("open", "");
      if (focused && !focused.isConnected) document.getElementById(focused.id)?.querySelectorAll("a, button, summary")[at]?.focus();
      heading.textContent = name;
    } else {
      heading.textContent = { person: query.get("person"), game: titleOf(games, query.get("game") ?? "") }[kind] || name;
      const asked = location.hash;
      const parts = await drawPage(kind, query);
      if (location.hash === asked) page.replaceChildren(...parts);
    }
    const view = kind === "people" || kind === "games" ? [section.querySelector(`[data-show=${kind}]`).textContent] : [];
    document.title = [...view, heading.textContent, ...document.title.split(" · ").slice(-1)].join(" · ");
  }

  async function drawPage(kind, query) {
    if (kind === "person" || kind === "people") {
      return kind === "people" ? drawPeople(results, data) : drawPerson(results, data, query.get("person"));
    }
    return kind === "games" ? drawGames(results, data) : drawGame(results, data, query.get("game"));
  }

  function offer() {
    const setOptions = (select, options) => {
      const choice = select.value;
      select.replaceChildren(select.options[0], ...options.map(([value, text]) => new Option(text, value, false, value === choice)));
    };
    setOptions(game, [...new Set(results.map(({ slug }) => slug))].map((slug) => [slug, titleOf(games, slug)]));
    const names = new Set(results.flatMap(({ result }) => result.players.map((player) => player.name)));
    setOptions(person, [...names].sort((one, other) => one.localeCompare(other)).map((one) => [one, one]));
    const months = [...new Set(results.map(({ date }) => date.slice(0, 7)))].sort().reverse();
    setOptions(month, months.map((one) => [one, monthly.format(new Date(one))]));
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
  setUpFiles({ words, message, titleOf: (slug) => titleOf(games, slug) }, () => book.results, (some) => write(() => book.putAll(some)));

  if (isHead) {
    await take(head);
    section.hidden = false;
    focusAsked();
  }
  try {
    await load();
  } catch {
    message.textContent = words.refused;
  }
  isHead = false;
  await refresh();

  /** Show the current results, unless somebody is typing in a form of the list. */
  async function refresh(title = name) {
    if (heading.textContent === name) heading.textContent = title;
    name = title;
    if (isHead || list.querySelector("form")) return;
    await take(book.results);
    section.hidden = false; // with what belongs above its files, which would move else
    focusAsked();
  }
  return { refresh };
}
