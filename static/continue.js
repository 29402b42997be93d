// Sheets that were begun on this device and not finished, the last first: each can be opened again, or deleted.
import { recall } from "./device.js";
import { forget, list, put, settle, showThereAre } from "./keeping.js";
import { LETTERS, make, people, withdraw } from "./lists.js";

const section = document.getElementById("continue");
const words = JSON.parse(section.dataset.words);
const games = JSON.parse(section.dataset.games);
const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

function card(sheet) {
  const { title, address } = games[sheet.slug];
  const link = make("a", { href: `${address}?${sheet.query}&to=sheet#sheet-${sheet.id}` }, title);
  const say = (text) => text.replace("{filled}", sheet.filled).replace("{blank}", sheet.blank);
  const about = make("small", {}, `${when.format(sheet.time)} · ${say(sheet.blank ? words.filled_blank : words.filled)}`);
  const button = make("button", { type: "button", ariaLabel: `${words.delete}: ${title}, ${sheet.names.join(", ")}` }, "✕");
  const item = make("li", { className: "kept" }, make("p", { className: "title" }, link), people(sheet.names, sheet.colours), about, button);
  button.addEventListener("click", () => withdraw(item, words, () => forget("sheets", sheet.id), () => put("sheets", sheet)));
  return item;
}

// There is room for a card before they are listed: nothing on the page moves.
const all = await settle().then(() => list("sheets")).catch(() => []);
const sheets = all.filter((sheet) => !sheet.finished && Object.hasOwn(games, sheet.slug));
showThereAre(all);
if (sheets.length) {
  section.querySelector("ul").replaceChildren(...sheets.sort((one, other) => other.time - one.time).map(card));
  document.documentElement.dataset.kept = "";
} else delete document.documentElement.dataset.kept;

// The last tables: one tap seats the same people in their colours.
const tables = document.getElementById("tables");
if (tables) {
  const { least, most } = tables.dataset;
  const form = document.getElementById("sheet");
  const fitting = JSON.parse(recall("tables") ?? "[]").filter(({ names }) => names.length >= least && names.length <= most);
  tables.append(...fitting.map(({ names, colours }) => {
    const query = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && name !== "n" && !/^\d+\.(name|colour)$/.test(name)));
    query.set("n", names.length);
    names.forEach((name, seat) => {
      if (name !== LETTERS[seat]) query.set(`${seat}.name`, name);
      query.set(`${seat}.colour`, colours[seat]);
    });
    query.set("to", "sheet");
    return make("a", { className: "button", href: `?${query}` }, people(names, colours));
  }));
  if (!fitting.length) delete document.documentElement.dataset.tables;
}
