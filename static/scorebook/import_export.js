// Export and import of the scorebook: the JSON file described in docs/scorebook.md, merged without duplicates, and a CSV table.
import { make } from "../common/dom.js";
import { split, withCleanNames } from "./results.js";

const FORMAT = "tally-scorebook";
const VERSION = 1;

/** Return the export file of these results. */
export const toJson = (results) => JSON.stringify({ format: FORMAT, version: VERSION, results });

const isText = (value, longest = 1000) => typeof value === "string" && value.length <= longest;
const isPlayer = (player) => isText(player?.name) && isText(player.colour, 20) && Number.isInteger(player.total) && Number.isInteger(player.rank)
  && Object.values(player.lines ?? {}).every(Number.isInteger);
const isResult = (one) => isText(one?.id, 64) && one.id !== "" && isText(one.slug, 64) && isText(one.query, 16_384)
  && /^\d{4}-\d\d-\d\d$/.test(one.date) && !Number.isNaN(Date.parse(one.date)) && isText(one.place) && isText(one.note, 10_000) && Number.isFinite(one.changed)
  && Array.isArray(one.result?.players) && one.result.players.length > 0 && one.result.players.length <= 12
  && one.result.players.every(isPlayer) && Array.isArray(one.result.winners) && one.result.winners.every(Number.isInteger);

/** Parse a file's text; return its results, or {fault}: "newer" for a later version of the format, "broken" for any other content. */
export function read(text) {
  try {
    const file = JSON.parse(text);
    if (file.format !== FORMAT || !Number.isInteger(file.version)) return { fault: "broken" };
    if (file.version > VERSION) return { fault: "newer" };
    return file.results.every(isResult) ? { results: file.results.map(withCleanNames) } : { fault: "broken" };
  } catch {
    return { fault: "broken" };
  }
}

// Spreadsheets evaluate a text that begins like this as a formula; a leading apostrophe prevents that.
const guard = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value) => (typeof value === "number" ? String(value) : `"${guard(value).replaceAll('"', '""')}"`);

/** Return a CSV table with a row for each player of each result, under these headings; `title` returns a game's name. */
export function table(results, columns, title) {
  const rows = results.flatMap(({ date, slug, place, note, result }) =>
    result.players.map(({ name, total, rank }, seat) => [date, title(slug), place, note, name, total, rank, result.winners.includes(seat) ? 1 : 0]));
  return `\uFEFF${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

async function save(text, type, name) {
  const file = new File([text], name, { type });
  // In an app on the home screen, a downloaded file covers the app, without a way back.
  if (matchMedia("(display-mode: standalone)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Set up the export buttons, which save the results of `current()`, and the file field, which imports into `store`; `take` then updates the page. */
export function setUpFiles({ words, message, titleOf }, store, current, take) {
  document.getElementById("json").addEventListener("click", () => save(toJson(current()), "application/json", "tally-scorebook.json"));
  document.getElementById("csv").addEventListener("click", () => save(table(current(), words.columns, titleOf), "text/csv", "tally-scorebook.csv"));
  const file = document.getElementById("file");
  async function addFile() {
    const come = read(await file.files[0].text());
    file.value = "";
    if (come.fault) {
      message.textContent = words[come.fault];
      return;
    }
    const { news, equal } = split(current(), come.results);
    if (!await add(news, come.results.length - news.length) || !equal.length) return;
    const button = make("button", { type: "button" }, words.add_equal);
    button.addEventListener("click", () => add(equal, come.results.length - equal.length));
    message.append(" ", words.equal.replace("{count}", equal.length), " ", button);
  }
  async function add(results, old) {
    try {
      await store.putAll(results);
    } catch {
      message.textContent = words.refused;
      return false;
    }
    await take(await store.list());
    message.textContent = words.imported.replace("{new}", results.length).replace("{old}", old);
    return true;
  }
  file.addEventListener("change", addFile);
  if (file.files.length) addFile(); // chosen before this script ran
}
