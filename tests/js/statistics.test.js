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

test("plays, wins and win rate of everyone who was named", () => {
  // Ann won three of five alone or with others and one with Cy; Bo one of three; the guest is nobody.
  const people = statistics.people(BOOK);
  assert.deepEqual(people.map(({ name, plays, wins, colour }) => [name, plays, wins, colour]), [
    ["Ann", 5, 4, "red"], ["Cy", 1, 1, "grey"], ["Bo", 3, 1, "blue"],
  ]);
  [4 / 5, 1, 1 / 3].forEach((rate, at) => assertNear(people[at].rate, rate));
});

test("plays and average of each game", () => {
  // Hansa: 40, 20, 40, 40, 20 and 92 are 252, on average 42; oxen 3 and 9.
  const figures = statistics.totals(BOOK).map(({ slug, plays, average }) => [slug, plays, average]);
  assert.deepEqual(figures, [["hansa", 3, 42], ["lanterns", 1, 0], ["oxen", 1, 6]]);
});

test("a line has a share in all points", () => {
  // Cities: 30, 10, 20, 30, 0 and 50 of 252 points; network 10, 10, 20, 10, 20 and 42.
  const [cities, network] = statistics.lines(BOOK, "hansa");
  assert.deepEqual([cities.key, network.key], ["cities", "network"]);
  assertNear(cities.share, 140 / 252);
  assertNear(cities.average, 140 / 6);
  assertNear(network.share, 112 / 252);
});

test("a line that costs points has no share in them", () => {
  const book = [keptResult("hansa", "2026-01-01", [["Ann", "red", 1, { track: 8, invasion: -3 }]])];
  const lines = statistics.lines(book, "hansa");
  assert.deepEqual(lines.map(({ key, share, average }) => [key, share, average]), [["track", 1, 8], ["invasion", 0, -3]]);
});

test("two people are compared by who was placed before whom", () => {
  // Ann before Bo in Hansa and in Oxen, where she has fewer points; once they shared first place. With Cy she won together.
  assert.deepEqual(statistics.rivalry(BOOK, GAMES, "Ann", "Bo"), { plays: 3, ahead: [2, 0], level: 1 });
  assert.deepEqual(statistics.rivalry(BOOK, GAMES, "Bo", "Ann"), { plays: 3, ahead: [0, 2], level: 1 });
  assert.equal(statistics.rivalry(BOOK, GAMES, "Ann", "Cy").plays, 0);
  assert.deepEqual(statistics.opponents(BOOK, GAMES, "Ann"), ["Bo"]);
  assert.deepEqual(statistics.opponents(BOOK, GAMES, "Bo"), ["Ann"]);
  assert.deepEqual(statistics.opponents(BOOK, GAMES, "Cy"), []);
});

test("records are the highest, and where few points win the lowest", () => {
  const records = statistics.records(BOOK, GAMES).map(({ slug, points, name, date }) => [slug, points, name, date]);
  assert.deepEqual(records, [["hansa", 92, "", "2026-03-01"], ["lanterns", 0, "Ann", "2026-05-01"], ["oxen", 3, "Ann", "2026-04-01"]]);
  const [first] = statistics.records(BOOK.slice(0, 2).reverse(), GAMES); // 40 points three times
  assert.deepEqual([first.points, first.name, first.date], [40, "Ann", "2026-01-01"]);
});

test("an empty scorebook has no statistics", () => {
  for (const name of ["people", "totals", "opponents", "records", "evenings"]) assert.deepEqual(statistics[name]([], GAMES), []);
  assert.equal(statistics.personOf([], GAMES, "Ann").plays, 0);
  assert.equal(statistics.gameOf([], GAMES, "hansa").plays, 0);
});

test("results of one day are one evening", () => {
  const days = statistics.evenings([{ date: "2026-02-02" }, { date: "2026-02-02" }, { date: "2026-01-01" }]);
  assert.deepEqual(days.map(({ date, results }) => [date, results.length]), [["2026-02-02", 2], ["2026-01-01", 1]]);
});

test("a margin is how far the next best is behind", () => {
  // Ann 40 to 20; 40 each; the guest 92 to Ann's 20; in Oxen Ann has 6 fewer; all win together.
  assert.deepEqual(BOOK.map((one) => statistics.marginOf(one, GAMES[one.slug])), [
    { kind: "ahead", points: 20, seats: [1] }, { kind: "tied" }, { kind: "ahead", points: 72, seats: [0] },
    { kind: "fewer", points: 6, seats: [1] }, { kind: "together" },
  ]);
  const broken = keptResult("hansa", "2026-06-01", [["Ann", "red", 2, { cities: 5 }], ["Bo", "blue", 1, { cities: 5 }]]);
  assert.deepEqual(statistics.marginOf(broken, GAMES.hansa), { kind: "broken", seats: [0] });
  assert.deepEqual(statistics.marginOf(keptResult("hansa", "2026-06-01", [["Ann", "red", 1, { cities: 5 }]]), GAMES.hansa), { kind: "alone" });
});

test("the line with the widest lead decided", () => {
  // First game: cities 30 to 10, network 10 to 10. Third: the guest's cities 50 to 0, network 42 to 20.
  assert.deepEqual(BOOK.map((one) => statistics.decidingLine(one, GAMES[one.slug])), ["cities", null, "cities", null, null]);
  const few = keptResult("oxen", "2026-06-01", [["Ann", "red", 2, { heads: 9, tails: 1 }], ["Bo", "blue", 1, { heads: 2, tails: 3 }]]);
  assert.equal(statistics.decidingLine(few, GAMES.oxen), "heads");
});

test("a person has every game in time and the figures of each", () => {
  // Ann's Hansa: 40 won, 40 shared, 20 lost, so on average 33 1/3; her 3 of Oxen is her best, the fewest.
  const ann = statistics.personOf(BOOK, GAMES, "Ann");
  assert.deepEqual([ann.plays, ann.wins, ann.colour, ann.marks], [5, 4, "red", [true, true, false, true, true]]);
  const [hansa, , oxen] = ann.games;
  assert.deepEqual([hansa.slug, hansa.plays, hansa.wins, hansa.scores, hansa.best, hansa.date], ["hansa", 3, 2, [40, 40, 20], 40, "2026-01-01"]);
  assertNear(hansa.average, 100 / 3);
  assert.deepEqual([oxen.slug, oxen.best], ["oxen", 3]);
  assert.equal(statistics.personOf(BOOK, GAMES, "A").plays, 0);
});

test("a game has its closest result and what decided", () => {
  const hansa = statistics.gameOf(BOOK, GAMES, "hansa");
  assert.deepEqual([hansa.plays, hansa.tied, hansa.broken, hansa.decided], [3, 1, 0, [{ key: "cities", count: 2 }]]);
  assert.deepEqual([hansa.closest.one.date, hansa.closest.margin.points], ["2026-01-01", 20]);
});
