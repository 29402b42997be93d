// Statistics of the scorebook's results by person and game. It contains no rules: `games`, by slug, says whether the fewest points win and
// whether a game is cooperative. A result has seats; a seat has a person if it was named.

/** Return whether a seat has a name; a letter stands for a missing one. */
const isNamed = ({ query }, seat) => `&${query}`.includes(`&${seat}.name=`);

/** Sort results from oldest to newest. */
export const byTime = (a, b) => (a.date === b.date ? a.changed - b.changed : a.date < b.date ? -1 : 1);

const seatCache = new WeakMap();

/** Return the named seats of a result as [person, seat]; with `name`, only that person's. Cached per result. */
function seatsOf(one, name = "") {
  if (!seatCache.has(one)) {
    const seats = one.result.players.map((player, seat) => [player, seat]);
    seatCache.set(one, seats.filter(([, seat]) => isNamed(one, seat)));
  }
  const all = seatCache.get(one);
  return name ? all.filter(([player]) => player.name === name) : all;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers) => sum(numbers) / numbers.length;

/** Add an element to the list that a map has under a key. */
function append(lists, key, element) {
  if (!lists.has(key)) lists.set(key, []);
  lists.get(key).push(element);
}

/** Return all named people, most wins first: plays, wins (a shared win counts as one), win rate, and most recent colour. */
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

/** Return all played games, most plays first, with the mean of the totals. */
export function totals(results) {
  const bySlug = new Map();
  for (const { slug, result } of results) append(bySlug, slug, result.players.map(({ total }) => total));
  return [...bySlug].map(([slug, plays]) => ({ slug, plays: plays.length, average: mean(plays.flat()) }))
    .sort((a, b) => b.plays - a.plays || a.slug.localeCompare(b.slug));
}

/** Return the lines of a game's score pad: the mean, and the share of all points; a negative line has no share. */
export function lines(results, slug) {
  const byLine = new Map();
  for (const player of results.filter((one) => one.slug === slug).flatMap(({ result }) => result.players)) {
    for (const [key, points] of Object.entries(player.lines ?? {})) append(byLine, key, points);
  }
  const shareOf = (points) => Math.max(0, sum(points));
  const all = sum([...byLine.values()].map(shareOf));
  return [...byLine].map(([key, points]) => ({ key, share: all ? shareOf(points) / all : 0, average: mean(points) }));
}

/** Return how often each of two people beat the other, and how often they tied; cooperative games do not count. */
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

/** Return a person's opponents, the most frequent first; cooperative games do not count. */
export function opponents(results, games, name) {
  const meetings = new Map();
  for (const result of results) {
    if (games[result.slug]?.cooperative || !seatsOf(result, name).length) continue;
    const others = new Set(seatsOf(result).map(([player]) => player.name));
    for (const other of others) if (other !== name) meetings.set(other, (meetings.get(other) ?? 0) + 1);
  }
  return [...meetings].sort(([one, a], [other, b]) => b - a || one.localeCompare(other)).map(([other]) => other);
}

/** Return the record of each game (the lowest total if the fewest points win), with who reached it first and when. */
export function records(results, games) {
  const bySlug = new Map();
  for (const one of [...results].sort(byTime)) {
    for (const [seat, player] of one.result.players.entries()) {
      const record = bySlug.get(one.slug);
      const further = record && (games[one.slug]?.fewest ? record.points - player.total : player.total - record.points);
      if (!record || further > 0) {
        bySlug.set(one.slug, { slug: one.slug, points: player.total, name: isNamed(one, seat) ? player.name : "", date: one.date });
      }
    }
  }
  return [...bySlug.values()].sort((a, b) => a.slug.localeCompare(b.slug));
}

/** Group results, which are sorted newest first, by day. */
export function evenings(results) {
  const days = [];
  for (const one of results) {
    if (days.at(-1)?.date !== one.date) days.push({ date: one.date, results: [] });
    days.at(-1).results.push(one);
  }
  return days;
}

/** Return the seats ranked right after a sole winner; none without a sole winner. */
function seconds({ players, winners }) {
  if (winners.length !== 1) return [];
  const others = players.map((_, seat) => seat).filter((seat) => seat !== winners[0]);
  const best = Math.min(...others.map((seat) => players[seat].rank));
  return others.filter((seat) => players[seat].rank === best);
}

/** Return how a result was won: {kind, points, seats}; "ahead" and "fewer" have points, and these and "broken" the runners-up's seats. */
export function marginOf({ result }, game) {
  const { players, winners } = result;
  if (game?.cooperative) return { kind: winners.length ? "together" : "lost" };
  if (winners.length > 1) return { kind: "tied" };
  const seats = seconds(result);
  if (!seats.length) return { kind: "alone" };
  const points = Math.abs(players[winners[0]].total - players[seats[0]].total);
  if (!points) return { kind: "broken", seats };
  return { kind: game?.fewest ? "fewer" : "ahead", points, seats };
}

/** Return the line with a sole winner's largest lead over the runner-up; null if totals did not decide or there is only one line. */
export function decidingLine({ result }, game) {
  const [second] = seconds(result);
  if (second === undefined || game?.cooperative) return null;
  const [mine, theirs] = [result.players[result.winners[0]], result.players[second]];
  const turn = game?.fewest ? -1 : 1;
  if (turn * (mine.total - theirs.total) <= 0 || Object.keys(mine.lines ?? {}).length < 2) return null;
  const leads = Object.entries(mine.lines).map(([key, points]) => [key, turn * (points - (theirs.lines?.[key] ?? 0))]);
  const [key, lead] = leads.reduce((best, one) => (one[1] > best[1] ? one : best));
  return lead > 0 ? key : null;
}

/** Return a person's plays, wins, all games in order (won or not), and for each game plays, wins, scores, mean, and best with its day. */
export function personOf(results, games, name) {
  const person = { name, plays: 0, wins: 0, colour: "grey", marks: [], games: new Map() };
  for (const one of [...results].sort(byTime)) {
    const seat = seatsOf(one, name)[0]?.[1];
    if (seat === undefined) continue;
    const { total, colour } = one.result.players[seat];
    const won = one.result.winners.includes(seat);
    const mine = person.games.get(one.slug) ?? { slug: one.slug, plays: 0, wins: 0, scores: [], best: null, date: "" };
    const isBest = mine.best === null || (games[one.slug]?.fewest ? total < mine.best : total > mine.best);
    Object.assign(mine, { plays: mine.plays + 1, wins: mine.wins + won }, isBest ? { best: total, date: one.date } : {});
    mine.scores.push(total);
    person.games.set(one.slug, mine);
    Object.assign(person, { plays: person.plays + 1, wins: person.wins + won, colour });
    person.marks.push(won);
  }
  const played = [...person.games.values()].map((one) => ({ ...one, average: mean(one.scores) }));
  return { ...person, games: played.sort((a, b) => b.plays - a.plays || a.slug.localeCompare(b.slug)) };
}

/** Return a game's plays, its closest win by points, how often each line decided, and how often a tie-break or nothing did. */
export function gameOf(results, games, slug) {
  const game = { plays: 0, closest: null, decided: new Map(), broken: 0, tied: 0 };
  for (const one of [...results].sort(byTime)) {
    if (one.slug !== slug) continue;
    game.plays += 1;
    const margin = marginOf(one, games[slug]);
    if (margin.kind === "broken") game.broken += 1;
    if (margin.kind === "tied") game.tied += 1;
    if (margin.points && margin.points < (game.closest?.margin.points ?? Infinity)) game.closest = { one, margin };
    const key = decidingLine(one, games[slug]);
    if (key) game.decided.set(key, (game.decided.get(key) ?? 0) + 1);
  }
  return { ...game, decided: [...game.decided].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count) };
}
