// What this tab keeps while pages change. A browser may refuse to keep anything: then nothing is kept, and all else works as before.

/** What is kept under a name; null where there is nothing. */
export function load(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name, or with null forget it. */
export function keep(name, text) {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Refused: nothing is kept.
  }
}
