// Texts stored on this device (localStorage) or in this tab (sessionStorage). If the browser refuses, reading returns null and writing
// does nothing.

// The storage is looked up at each use, since even accessing the property may throw.
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
    // Refused: nothing is stored.
  }
}

/** Return the names of this device's texts that begin with `start`. */
export function localNames(start) {
  try {
    return Object.keys(window.localStorage).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

/** Return this device's text under a name, or null. */
export const localGet = (name) => read("localStorage", name);
/** Write a text under a name; null removes it. */
export const localSet = (name, text) => write("localStorage", name, text);
/** Return the tab's text under a name, or null. */
export const sessionGet = (name) => read("sessionStorage", name);
/** Write the tab's text under a name; null removes it. */
export const sessionSet = (name, text) => write("sessionStorage", name, text);
