// The time: what scripts wait for and read. Tests set a clock of their own.

const REAL = {
  now: () => Date.now(),
  setTimeout: (act, milliseconds) => setTimeout(act, milliseconds),
  clearTimeout: (id) => clearTimeout(id),
};
let clock = REAL;

/** Use another clock, with these three functions; without one, the real clock again. */
export function setClock(other = REAL) {
  clock = other;
}

/** Return the time in milliseconds. */
export const now = () => clock.now();

/** Call `act` after so many milliseconds. Returns a function that cancels it. */
export function after(milliseconds, act) {
  const id = clock.setTimeout(act, milliseconds);
  return () => clock.clearTimeout(id);
}

/** Call `act` every so many milliseconds. Returns a function that ends it. */
export function every(milliseconds, act) {
  let cancel;
  const wait = () => {
    cancel = after(milliseconds, () => {
      wait();
      act();
    });
  };
  wait();
  return () => cancel();
}
