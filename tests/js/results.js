// Results as a file of the scorebook has them, and the way to add them to its page.
import { settle } from "./page.js";

/** A result: each player has a name, or "", a colour, a rank, and the points of each line; without `winners`, those of rank 1 have won. */
export function makeResult(slug, date, players, winners) {
  const rows = players.map(([name, colour, rank, lines], seat) => ({
    name: name || "ABCD"[seat], colour, rank, lines, total: Object.values(lines).reduce((sum, points) => sum + points, 0),
  }));
  const names = players.map(([name], seat) => [name, `${seat}.name=${name}`]).filter(([name]) => name).map(([, pair]) => pair);
  return {
    id: `${slug}${date}`, slug, date, place: "", note: "", changed: 1,
    query: [...names, `n=${players.length}`, `at=${date}`].join("&"),
    result: { players: rows, winners: winners ?? rows.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : [])), decided_by: "total" },
  };
}

/** A result of Qin, which Ann has won by 9 to 4. */
export function qinResult(number, changes = {}) {
  const day = `2026-0${(number % 9) + 1}-1${number % 10}`;
  const players = [["Ann", "red", 1, { provinces: 9 }], [`P${number % 7}`, "blue", 2, { provinces: 4 }]];
  return { ...makeResult("qin", day, players), id: `r${number}`, query: `0.left=1&1.left=${number}&n=2`, ...changes };
}

/** Add a file with these results to the scorebook that the page shows. */
export async function addResults(results, changes = {}) {
  const input = document.getElementById("file");
  const text = JSON.stringify({ format: "tally-scorebook", version: 1, results, ...changes });
  Object.defineProperty(input, "files", { configurable: true, value: [new File([text], "book.json")] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}
