// Export and import of the scorebook: the JSON file described in docs/scorebook.md, merged without duplicates, and a CSV table.
import { make, makeButton } from "../common/dom.js";
import { cleanName } from "../common/names.js";
import { isResult, split, withCleanTexts } from "./results.js";

const FORMAT = "tally-scorebook";
const VERSION = 1;

/** Return the export file of these results. */
export const toJson = (results) => JSON.stringify({ format: FORMAT, version: VERSION, results });

/** Parse a file's text; return its results, or {fault}: "newer" for a later version of the format, "broken" for any other content. */
export function read(text) {
  try {
    const file = JSON.parse(text);
    if (file.format !== FORMAT || !Number.isInteger(file.version)) return { fault: "broken" };
    if (file.version > VERSION) return { fault: "newer" };
    return file.results.every(isResult) ? { results: file.results.map(withCleanTexts) } : { fault: "broken" };
  } catch {
    return { fault: "broken" };
  }
}

// Spreadsheets evaluate a text that begins like this as a formula; a leading apostrophe prevents that.
// Blanks and invisible characters before it, and full-width signs, hide no formula.
const isFormula = (text) => /^[=+\-@\t\r]/.test(text) || /^[=+\-@]/.test(cleanName(text.slice(0, 1000)).normalize("NFKC"));
const guard = (text) => (isFormula(text) ? `'${text}` : text);
const cell = (value) => (typeof value === "number" ? String(value) : `"${guard(value).replaceAll('"', '""')}"`);

/** Return a CSV table with a row for each player of each result, under these headings; `title` returns a game's name. */
export function table(results, columns, title) {
  const rows = results.flatMap(({ date, slug, place, note, minutes = "", starter, result }) =>
    result.players.map(({ name, total, rank }, seat) => (
      [date, title(slug), place, note, minutes, name, total, rank, result.winners.includes(seat) ? 1 : 0, seat === starter ? 1 : 0])));
  return `\uFEFF${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

async function save(text, type, name) {
  const file = new File([text], name, { type });
  // In an app on the home screen, a downloaded file covers the app, without a way back.
  if (matchMedia("(display-mode: standalone)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const link = make("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Set up the export buttons, which save the results of `current()`, and the file field, whose results `add(results)` adds to the scorebook. */
export function setUpFiles({ words, message, titleOf }, current, add) {
  const saveAs = (id, make) => document.getElementById(id)?.addEventListener("click", make);
  saveAs("json", () => save(toJson(current()), "application/json", "tally-scorebook.json"));
  saveAs("csv", () => save(table(current(), words.columns, titleOf), "text/csv", "tally-scorebook.csv"));
  const file = document.getElementById("file");
  if (!file) return;
  async function addFile() {
    const come = read(await file.files[0].text());
    file.value = "";
    if (come.fault) {
      message.textContent = words[come.fault];
      return;
    }
    const { news, equal } = split(current(), come.results);
    if (!await addAll(news, come.results.length - news.length) || !equal.length) return;
    const also = makeButton(words.add_equal, () => addAll(equal, come.results.length - equal.length));
    message.append(" ", words.equal.replace("{count}", equal.length), " ", also);
  }
  async function addAll(results, old) {
    const isAdded = await add(results);
    message.textContent = isAdded ? words.imported.replace("{new}", results.length).replace("{old}", old) : words.refused;
    return isAdded;
  }
  file.addEventListener("change", addFile);
  if (file.files.length) addFile(); // chosen before this script ran
}
