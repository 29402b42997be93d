// Lists the drafts on this device, newest first: each can be continued or deleted. A draft that was scored opens its result.
import { localGet } from "../common/storage.js";
import { get, list, put, rememberGames, remove, savePending } from "./kept_drafts.js";
import { LETTERS, make, makeButton, people, withdraw } from "../common/dom.js";

const section = document.getElementById("continue");
const words = section && JSON.parse(section.dataset.words);
const games = section && JSON.parse(section.dataset.games);
const { lang } = document.documentElement;
const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const relativeTime = new Intl.RelativeTimeFormat(lang);

/** Format how long ago a time is: minutes, hours, days, and after a week the date. */
function formatAge(time) {
  const minutes = Math.max(1, Math.round((Date.now() - time) / 60_000));
  if (minutes < 60) return relativeTime.format(-minutes, "minute");
  if (minutes < 48 * 60) return relativeTime.format(-Math.round(minutes / 60), "hour");
  return minutes < 7 * 24 * 60 ? relativeTime.format(-Math.round(minutes / (24 * 60)), "day") : date.format(time);
}

function card(sheet) {
  const { title, address } = games[sheet.slug];
  const isScored = sheet.scored === sheet.query; // unchanged since its result was shown
  const link = make("a", { href: `${address}?${sheet.query}${isScored ? "" : "&to=sheet"}#sheet-${sheet.id}` }, title);
  const say = (text) => text.replace("{filled}", sheet.filled).replace("{blank}", sheet.blank);
  const hasNames = sheet.names.some((name, seat) => name !== LETTERS[seat]);
  const hasTotals = sheet.totals?.length === sheet.names.length && sheet.totals.some((total) => total !== "–");
  const players = people(sheet.names, sheet.colours, (seat) => (hasTotals ? make("b", { className: "num" }, sheet.totals[seat]) : ""));
  const detail = hasTotals ? hasNames && sheet.names.join(words.list) : say(sheet.blank ? words.filled_blank : words.filled);
  const status = isScored ? `${words.scored} · ${formatAge(sheet.time)}` : detail ? formatAge(sheet.time) : words.since.replace("{time}", formatAge(sheet.time));
  const about = make("small", {}, [status, detail].filter(Boolean).join(" · "));
  const go = make("span", { className: "button main", ariaHidden: "true" }, isScored ? words.see : words.go);
  let removed;
  const away = makeButton("✕", () => withdraw(item, words, async () => {
    removed = await get(sheet.id);
    await remove(sheet.id);
  }, () => put(removed)), { ariaLabel: words.delete + [title, ...sheet.names].join(words.list) });
  const item = make("li", { className: "kept" }, about, make("p", { className: "title" }, link), players, go, away);
  return item;
}

/** Add the people of a table to a query, and the options that they play with unless `isChosen` says that others were chosen. */
function seat(query, { names, colours, options = {} }, slug, isChosen = () => false) {
  const agreed = (options[slug] ?? []).filter((option) => !isChosen(option));
  for (const [name] of agreed) query.delete(name);
  for (const [name, value] of agreed) query.append(name, value);
  query.set("n", names.length);
  names.forEach((name, at) => {
    if (name !== LETTERS[at]) query.set(`${at}.name`, name);
    query.set(`${at}.colour`, colours[at]);
  });
  query.set("to", "sheet");
  return query;
}

/** Show the drafts, and what may be begun again. */
async function showDrafts() {
  const drafts = await savePending().then(() => list()).catch(() => []);
  const sheets = drafts.filter((sheet) => !sheet.finished && Object.hasOwn(games, sheet.slug));
  rememberGames(drafts);
  if (sheets.length) {
    section.querySelector("ul").replaceChildren(...sheets.sort((one, other) => other.time - one.time).map(card));
    document.documentElement.dataset.kept = "";
  } else delete document.documentElement.dataset.kept;

  // On the first page: the last game again, with the same people.
  const again = document.getElementById("again");
  if (again) {
    const [table] = JSON.parse(localGet("tables") ?? "[]");
    const slug = drafts.find(({ id }) => id === table?.id)?.slug ?? Object.keys(table?.options ?? {}).at(-1);
    if (table && Object.hasOwn(games, slug)) {
      const title = make("b", {}, again.dataset.text.replace("{game}", () => games[slug].title));
      const href = `${games[slug].address}?${seat(new URLSearchParams(), table, slug)}`;
      again.append(make("a", { className: "button", href }, make("span", {}, title, " ", make("small", {}, table.names.join(words.list)))));
    } else delete document.documentElement.dataset.tables;
  }

  // Recent groups of players: one tap starts a sheet with the same names and colours.
  const tables = document.getElementById("tables");
  if (tables) {
    const { least, most } = tables.dataset;
    const form = document.getElementById("sheet");
    const fitting = JSON.parse(localGet("tables") ?? "[]").filter(({ names }) => names.length >= least && names.length <= most);
    const { sheet: slug } = document.querySelector("[data-sheet]").dataset;
    tables.append(...fitting.map((table) => {
      const { names, colours } = table;
      const query = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && name !== "n" && !/^\d+\.(name|colour)$/.test(name)));
      seat(query, table, slug, ([name]) => form.elements[name]?.selectedIndex > 0 || form.elements[name]?.checked);
      return make("a", { className: "button", href: `?${query}` }, people(names, colours));
    }));
    if (!fitting.length) delete document.documentElement.dataset.tables;
  }
}

// A sheet has room for the list only where the device has something to show.
const { kept, tables: recent } = document.documentElement.dataset;
if (section && (!document.getElementById("sheet") || [kept, recent].some((mark) => mark !== undefined))) showDrafts();
