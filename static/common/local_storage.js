// What this device remembers when a page is left. A browser may refuse to keep anything: then nothing is remembered, and all else works.

/** What is remembered under a name; null where there is nothing. */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember a text under a name. */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Refused: nothing is remembered.
  }
}
