// Chance that comes out the same each time, for tests that try many cases.

/** A source of numbers from 0 up to, not including, 1 (mulberry32). */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `low` to `high`. */
export const between = (random, low, high) => low + Math.floor(random() * (high - low + 1));
/** One of some values. */
export const pick = (random, values) => values[Math.floor(random() * values.length)];
/** The values in another order. */
export const shuffle = (random, values) => values.map((value) => [random(), value]).sort(([one], [other]) => one - other).map(([, value]) => value);
/** `count` results of a function. */
export const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));
