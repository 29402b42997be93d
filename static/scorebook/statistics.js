// What the results of the scorebook say about people and games. It knows no game's rules: what it must know of a game (whether the fewest
// points win, whether all win together) comes with `games`, by slug. A result has seats, and a seat has a person if somebody was named.

/** Whether somebody was named at a seat: letters stand in for names that nobody gave, and are nobody. */
export const isNamed = ({ query }, seat) => `&${query}`.includes(`&${seat}.name=`);

const seatCache = new WeakMap();

/** The seats of named people in a result, as [person, seat]; with `name`, theirs alone. They are looked up once. */
function seatsOf(one, name = "") {
  if (!seatCache.has(one)) {
    const seats = one.result.players.map((player, seat) => [player, seat]);
    seatCache.set(one, seats.filter(([, seat]) => isNamed(one, seat)));
  }
  const all = seatCache.get(one);
  return name ? all.filter(([player]) => player.name === name) : all;
}

/** Lowest, highest, average and spread (the standard deviation: most lie no further from the average) of some numbers. */
export function spreadOf(numbers) {
  const average = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const spread = Math.sqrt(numbers.reduce((sum, number) => sum + (number - average) ** 2, 0) / numbers.length);
  const [lowest, highest] = numbers.reduce(([low, high], number) => [Math.min(low, number), Math.max(high, number)], [Infinity, -Infinity]);
  return { lowest, highest, average, spread };
}

const best = (game, { lowest, highest }) => (game?.fewest ? lowest : highest);

/** Everyone who was named, who won most first: plays, wins (a shared one is one), their rate, and the colour that they had last. */
export function people(results) {
  const byName = new Map();
  for (const one of results) {
    for (const [{ name, colour }, seat] of seatsOf(one)) {
      const mine = byName.get(name) ?? { name, plays: 0, wins: 0, colour, last: "" };
      mine.plays += 1;
      mine.wins += one.result.winners.includes(seat);
      if (one.date >= mine.last) Object.assign(mine, { last: one.date, colour });
      byName.set(name, mine);
    }
  }
  return [...byName.values()].map((one) => ({ ...one, rate: one.wins / one.plays }))
    .sort((a, b) => b.wins - a.wins || b.rate - a.rate || a.name.localeCompare(b.name));
}

/** Every game that was played, most often first: plays, and best, average and spread of the totals, of everyone or of one person. */
export function totals(results, games, name = "") {
  const bySlug = new Map();
  for (const one of results) {
    const points = (name ? seatsOf(one, name).map(([player]) => player) : one.result.players).map(({ total }) => total);
    if (!points.length) continue;
    if (!bySlug.has(one.slug)) bySlug.set(one.slug, []);
    bySlug.get(one.slug).push(points);
  }
  return [...bySlug].map(([slug, plays]) => {
    const spread = spreadOf(plays.flat());
    return { slug, plays: plays.length, best: best(games[slug], spread), ...spread };
  }).sort((a, b) => b.plays - a.plays || a.slug.localeCompare(b.slug));
}

/** The lines of one game's score pad: best, average and spread of each, and its share of all points; what costs points has no share. */
export function lines(results, slug, games, name = "") {
  const byLine = new Map();
  for (const one of results) {
    if (one.slug !== slug) continue;
    for (const player of name ? seatsOf(one, name).map(([own]) => own) : one.result.players) {
      for (const [key, points] of Object.entries(player.lines ?? {})) {
        if (!byLine.has(key)) byLine.set(key, []);
        byLine.get(key).push(points);
      }
    }
  }
  const sums = new Map([...byLine].map(([key, points]) => [key, Math.max(0, points.reduce((sum, number) => sum + number, 0))]));
  const all = [...sums.values()].reduce((sum, number) => sum + number, 0);
  return [...byLine].map(([key, points]) => {
    const spread = spreadOf(points);
    return { key, share: all ? sums.get(key) / all : 0, best: best(games[slug], spread), ...spread };
  });
}

/** How often one of two people was placed before the other, and how often they were level; where all win together nobody is. */
export function rivalry(results, games, one, other) {
  const tally = { plays: 0, ahead: [0, 0], level: 0 };
  for (const result of results) {
    const [mine, theirs] = [one, other].map((name) => seatsOf(result, name)[0]?.[0]);
    if (!mine || !theirs || mine === theirs || games[result.slug]?.cooperative) continue;
    tally.plays += 1;
    if (mine.rank === theirs.rank) tally.level += 1;
    else tally.ahead[mine.rank < theirs.rank ? 0 : 1] += 1;
  }
  return tally;
}

/** The two people who met most often, with `name` as one of them where it is given; none where nobody met. */
export function rivals(results, games, name = "") {
  const meetings = new Map();
  for (const result of results) {
    if (games[result.slug]?.cooperative) continue;
    const names = [...new Set(seatsOf(result).map(([player]) => player.name))].sort();
    for (const [at, one] of names.entries()) {
      for (const other of names.slice(at + 1)) {
        if (name && one !== name && other !== name) continue;
        const pair = other === name ? `${other}\n${one}` : `${one}\n${other}`;
        meetings.set(pair, (meetings.get(pair) ?? 0) + 1);
      }
    }
  }
  return [...meetings].sort(([, a], [, b]) => b - a).map(([pair]) => pair.split("\n"))[0] ?? [];
}

/** The best total of each game, which is the lowest where the fewest points win, with who had it first and when. */
export function records(results, games, name = "") {
  const bySlug = new Map();
  const inTime = [...results].sort((a, b) => (a.date === b.date ? a.changed - b.changed : a.date < b.date ? -1 : 1));
  for (const one of inTime) {
    for (const [seat, player] of one.result.players.entries()) {
      if (name && !(player.name === name && isNamed(one, seat))) continue;
      const record = bySlug.get(one.slug);
      const further = record && (games[one.slug]?.fewest ? record.points - player.total : player.total - record.points);
      if (!record || further > 0) {
        bySlug.set(one.slug, { slug: one.slug, points: player.total, name: isNamed(one, seat) ? player.name : "", date: one.date });
      }
    }
  }
  return [...bySlug.values()].sort((a, b) => a.slug.localeCompare(b.slug));
}
