// Export and import of the scorebook: the JSON file described in docs/scorebook.md, merged without duplicates, and a CSV table.
import { cleanName } from "../common/names.js";

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

/** Return a result whose names are as sheets keep them. */
export function withCleanNames(one) {
  const players = one.result.players.map((player) => ({ ...player, name: cleanName(player.name) }));
  return { ...one, result: { ...one.result, players } };
}

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

/** Return the imported results (`come`) to store: new ones, and newer versions of those that are `here`. */
export function fresh(here, come) {
  const same = ({ slug, date, query }) => JSON.stringify([slug, date, query]);
  const [byId, bySheet] = [new Map(here.map((one) => [one.id, one])), new Set(here.map(same))];
  const news = [];
  for (const one of come) {
    const mine = byId.get(one.id);
    if (mine ? one.changed <= mine.changed : bySheet.has(same(one))) continue;
    byId.set(one.id, one);
    bySheet.add(same(one));
    news.push(one);
  }
  return [...new Map(news.map((one) => [one.id, one])).values()];
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

function save(text, type, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: name });
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
    const news = fresh(current(), come.results);
    try {
      await store.putAll(news);
    } catch {
      message.textContent = words.refused;
      return;
    }
    await take(await store.list());
    message.textContent = words.imported.replace("{new}", news.length).replace("{old}", come.results.length - news.length);
  }
  file.addEventListener("change", addFile);
  if (file.files.length) addFile(); // chosen before this script ran
}
