// Statistics of the scorebook, beside numbers reckoned by hand.
import assert from "node:assert/strict";
import test from "node:test";
import * as statistics from "../../static/scorebook/statistics.js";

const GAMES = {
  hansa: { fewest: false, cooperative: false, lines: { cities: "Cities", network: "Network" } },
  oxen: { fewest: true, cooperative: false, lines: { heads: "Heads" } },
  lanterns: { fewest: false, cooperative: true, lines: {} },
};

/** A kept result of people [name, colour, rank, lines] in the order of the seats; "" is nobody's name. */
function keptResult(slug, date, seats, winners) {
  const players = seats.map(([name, colour, rank, lines], seat) => {
    const total = Object.values(lines).reduce((one, other) => one + other, 0);
    return { name: name || "ABCD"[seat], colour, total, rank, lines };
  });
  const names = seats.flatMap(([name], seat) => (name ? [`${seat}.name=${name}`] : []));
  const query = [...names, `n=${seats.length}`, `at=${date}`].join("&");
  winners ??= seats.flatMap(([, , rank], seat) => (rank === 1 ? [seat] : []));
  return { id: slug + date, slug, date, place: "", note: "", query, result: { players, winners, decided_by: "total" }, changed: 1 };
}

// Ann has 40, 40 and 20 in Hansa; somebody without a name has 92.
const BOOK = [
  keptResult("hansa", "2026-01-01", [["Ann", "red", 1, { cities: 30, network: 10 }], ["Bo", "blue", 2, { cities: 10, network: 10 }]]),
  keptResult("hansa", "2026-02-01", [["Bo", "blue", 1, { cities: 20, network: 20 }], ["Ann", "green", 1, { cities: 30, network: 10 }]]),
  keptResult("hansa", "2026-03-01", [["Ann", "red", 2, { cities: 0, network: 20 }], ["", "pink", 1, { cities: 50, network: 42 }]]),
  keptResult("oxen", "2026-04-01", [["Ann", "red", 1, { heads: 3 }], ["Bo", "blue", 2, { heads: 9 }]]),
  keptResult("lanterns", "2026-05-01", [["Ann", "red", 1, {}], ["Cy", "grey", 1, {}]], [0, 1]),
];
const assertNear = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
const figuresOf = (name) => Object.fromEntries(statistics.totals(BOOK, GAMES, name).map((game) => [game.slug, game]));

test("plays, wins and win rate of everyone who was named", () => {
  // Ann won three of five alone or with others and one with Cy; Bo one of three; the guest is nobody.
  const people = statistics.people(BOOK);
  assert.deepEqual(people.map(({ name, plays, wins, colour }) => [name, plays, wins, colour]), [
    ["Ann", 5, 4, "red"], ["Cy", 1, 1, "grey"], ["Bo", 3, 1, "blue"],
  ]);
  [4 / 5, 1, 1 / 3].forEach((rate, at) => assertNear(people[at].rate, rate));
});

test("best, average and spread of a game", () => {
  // Hansa: 40, 20, 40, 40, 20 and 92 are 252, on average 42; the squares of 2, 22, 2, 2, 22, 50 are 3480, a sixth is 580.
  const { hansa, oxen, ...others } = figuresOf();
  assert.deepEqual(Object.keys(figuresOf()), ["hansa", "lanterns", "oxen"]);
  assert.deepEqual(Object.keys(others), ["lanterns"]);
  assert.deepEqual([hansa.plays, hansa.best, hansa.lowest, hansa.average], [3, 92, 20, 42]);
  assertNear(hansa.spread, Math.sqrt(580));
  assert.deepEqual([oxen.best, oxen.highest], [3, 9]);
});

test("totals of one person are theirs alone", () => {
  // Ann's Hansa: 40, 40, 20.
  const { hansa } = figuresOf("Ann");
  assert.deepEqual([hansa.plays, hansa.best], [3, 40]);
  assertNear(hansa.average, 100 / 3);
  assert.deepEqual(statistics.totals(BOOK, GAMES, "C"), []);
});

test("a line has a share in someone's points", () => {
  // Ann's cities: 30, 30, 0 of 100 points; her network 10, 10, 20.
  const [cities, network] = statistics.lines(BOOK, "hansa", GAMES, "Ann");
  assert.deepEqual([cities.key, cities.share, cities.best, cities.average], ["cities", 0.6, 30, 20]);
  assertNear(cities.spread, Math.sqrt(200));
  assert.deepEqual([network.share, network.best], [0.4, 20]);
});

test("a line that costs points has no share in them", () => {
  const book = [keptResult("hansa", "2026-01-01", [["Ann", "red", 1, { track: 8, invasion: -3 }]])];
  const lines = statistics.lines(book, "hansa", {});
  assert.deepEqual(lines.map(({ key, share, best }) => [key, share, best]), [["track", 1, 8], ["invasion", 0, -3]]);
});

test("two people are compared by who was placed before whom", () => {
  // Ann before Bo in Hansa and in Oxen, where she has fewer points; once they shared first place. With Cy she won together.
  assert.deepEqual(statistics.rivalry(BOOK, GAMES, "Ann", "Bo"), { plays: 3, ahead: [2, 0], level: 1 });
  assert.deepEqual(statistics.rivalry(BOOK, GAMES, "Bo", "Ann"), { plays: 3, ahead: [0, 2], level: 1 });
  assert.equal(statistics.rivalry(BOOK, GAMES, "Ann", "Cy").plays, 0);
  assert.deepEqual(statistics.rivals(BOOK, GAMES), ["Ann", "Bo"]);
  assert.deepEqual(statistics.rivals(BOOK, GAMES, "Bo"), ["Bo", "Ann"]);
  assert.deepEqual(statistics.rivals(BOOK, GAMES, "Cy"), []);
});

test("records are the highest, and where few points win the lowest", () => {
  const records = statistics.records(BOOK, GAMES).map(({ slug, points, name, date }) => [slug, points, name, date]);
  assert.deepEqual(records, [["hansa", 92, "", "2026-03-01"], ["lanterns", 0, "Ann", "2026-05-01"], ["oxen", 3, "Ann", "2026-04-01"]]);
  const [mine] = statistics.records([...BOOK].reverse(), GAMES, "Ann");
  assert.deepEqual([mine.slug, mine.points, mine.date], ["hansa", 40, "2026-01-01"]);
});

test("an empty scorebook has no statistics", () => {
  for (const name of ["people", "totals", "rivals", "records"]) assert.deepEqual(statistics[name]([], GAMES), []);
});
