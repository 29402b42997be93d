// Sheets that were begun on this device and not finished, the last first: each can be opened again, or deleted.
import { forget, list, put } from "./keeping.js";
import { make, people, withdraw } from "./lists.js";

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

const sheets = (await list("sheets").catch(() => [])).filter((sheet) => !sheet.finished && Object.hasOwn(games, sheet.slug));
if (sheets.length) {
  section.querySelector("ul").replaceChildren(...sheets.sort((one, other) => other.time - one.time).map(card));
  section.hidden = false;
}
