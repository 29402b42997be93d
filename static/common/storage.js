// Texts that this device (localStorage) or this tab (sessionStorage) remembers between pages. A browser may refuse both: then reading gives
// null, writing does nothing, and all else works as before.

// The storage is looked up at each use: where it is refused, already naming it throws.
function read(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

function write(storage, name, text) {
  try {
    if (text === null) window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch {
    // Refused: nothing is remembered.
  }
}

/** The text under a name, or null. */
export const localGet = (name) => read("localStorage", name);
/** Write a text under a name; null removes it. */
export const localSet = (name, text) => write("localStorage", name, text);
/** The tab's text under a name, or null. */
export const sessionGet = (name) => read("sessionStorage", name);
/** Write the tab's text under a name; null removes it. */
export const sessionSet = (name, text) => write("sessionStorage", name, text);
