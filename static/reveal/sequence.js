// The steps of a reveal as data: the categories in order, the ranking after each, who overtakes whom, and the duration of each movement.
// Results come from web/result/reveal.py; only running totals are calculated here.
import { fill, minus } from "../common/dom.js";

/** Duration of each movement in milliseconds. */
export const TIMES = {
  turn: 360, turnGap: 120, turned: 300, title: 160, grow: 700, beforeSwap: 300, swap: 450, rest: 900, shortRest: 500,
  lastGrow: 500, winnerGrow: 900, beat: 500, cover: 600, covered: 900, slide: 400,
};
export const MAX_DURATION = 20_000;
const MANY_CATEGORIES = 7; // with more, the pauses between them are shorter

/**
 * Return whether a reveal waits for a tap before each category: if that was chosen last (`pace`, "taps" or "itself"), or if nothing was chosen
 * and it was started by keyboard, as by those who listen to it.
 */
export const waitsForTaps = (pace, byKeys) => (pace ? pace === "taps" : byKeys);

/** Sort seats by running totals; tied seats keep their order. */
function rank(order, totals, fewest) {
  const turn = fewest ? -1 : 1;
  return [...order].sort((one, other) => turn * (totals[other] - totals[one]));
}

/** Return the seats that rose, best first, as {seat, from, to, passed}; places count from 0. */
export function findRises(before, after) {
  return after.flatMap((seat, to) => {
    const from = before.indexOf(seat);
    const passed = before.slice(0, from).filter((other) => after.indexOf(other) > to);
    return from > to && passed.length ? [{ seat, from, to, passed }] : [];
  });
}

/**
 * Return the categories of a result in the order of the reveal, that of the score pad with the deciding one last, as
 * {key, label, gains, before, after, order, rises}: points by seat, and the seats in ranking `order`. Categories in which nobody has points
 * are only listed in `silent`. All bars share one scale, from `low` to `high`.
 */
export function planSteps({ players, lines, unused = [], deciding = null, fewest = false, ranked = true }) {
  const scored = lines.map(({ key, label }, at) => ({ key, label, gains: players.map(({ points }) => points[at]) }));
  const told = scored.filter(({ gains }) => gains.some((points) => points !== 0));
  const silent = scored.filter((line) => !told.includes(line) && !unused.includes(line.key)).map(({ label }) => label);
  const inOrder = [...told.filter(({ key }) => key !== deciding), ...told.filter(({ key }) => key === deciding)];
  let before = players.map(() => 0);
  let order = players.map((_, seat) => seat);
  const steps = inOrder.map((line, at) => {
    const after = before.map((points, seat) => points + line.gains[seat]);
    const isLast = at === inOrder.length - 1;
    let next = order;
    if (ranked && isLast) next = [...order].sort((one, other) => players[one].rank - players[other].rank);
    else if (ranked) next = rank(order, after, fewest);
    const step = { ...line, before, after, order: next, rises: at ? findRises(order, next) : [] };
    [before, order] = [after, next];
    return step;
  });
  const totals = steps.flatMap(({ after }) => after);
  return { steps, silent, low: Math.min(0, ...totals), high: Math.max(0, ...totals) };
}

/** Return the order in which bars grow in the last category: last place first, winner last. */
export const lastOrder = ({ order }) => [...order].reverse();

/** Return the milliseconds from the first tile to the result if nobody taps. */
function duration(steps, seats, times) {
  const swap = ({ rises }) => (rises.length ? times.beforeSwap + times.swap : 0);
  const tiles = times.turn + times.turnGap * (seats - 1) + times.turned;
  const each = steps.slice(0, -1).map((step) => times.title + times.grow + swap(step) + times.rest);
  const last = steps.slice(-1).map((step) => times.title + times.lastGrow * (seats - 1) + times.winnerGrow + swap(step));
  const end = times.beat + times.cover + times.covered + times.slide;
  return [...each, ...last].reduce((sum, part) => sum + part, tiles + end);
}

/** Return the durations for these steps: shorter pauses if there are many, and all movements faster if it would take too long. */
export function planTimes(steps, seats) {
  const times = { ...TIMES, rest: steps.length > MANY_CATEGORIES ? TIMES.shortRest : TIMES.rest };
  const total = duration(steps, seats, times);
  const pace = Math.min(1, MAX_DURATION / total);
  const paced = Object.fromEntries(Object.entries(times).map(([name, length]) => [name, Math.floor(length * pace)]));
  return { ...paced, total: duration(steps, seats, paced) };
}

/** Return a bar's position as shares of the scale: its `start`, `length`, and the latest `gain` at its end; `below` if it is left of zero. */
export function barOf(before, after, low, high) {
  const share = (points) => points / (high - low || 1);
  if (after < 0) return { start: share(after - low), length: share(-after), gain: 0, below: true };
  const gain = Math.max(0, after - Math.max(0, before));
  return { start: share(0 - low), length: share(after), gain: share(gain), below: false };
}

const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** Say who overtook whom. */
export const sayRise = ({ seat, passed }, { players }, words) =>
  fill(words.passes, { name: players[seat].name, others: passed.map((other) => players[other].name).join(words.list) });
/** Say the same on the lane of the player who rose, without the name. */
export const sayAhead = ({ passed }, { players }, words) => fill(words.ahead, { others: passed.map((other) => players[other].name).join(words.list) });
/** Say in which categories nobody has points. */
export const saySilent = (labels, words) => fill(words.silent, { lines: labels.join(words.list) });
/** Say from which place to which a player rose. */
export const sayPlaces = ({ seat, from, to }, { players }, words) => fill(words.places, { name: players[seat].name, from: from + 1, to: to + 1 });

/** Describe a category to screen readers: everybody's points and totals in ranking order, and who overtook whom. */
export function sayStep({ label, gains, after, order, rises }, data, words) {
  const parts = order.map((seat) =>
    fill(words.gain, { name: data.players[seat].name, points: signed(gains[seat]), total: minus(after[seat]) }));
  return fill(words.step, { line: label, gains: [...parts, ...rises.map((rise) => sayRise(rise, data, words))].join(words.clauses) });
}
