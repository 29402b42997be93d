// Texts stored on this device (localStorage) or in this tab (sessionStorage). If the browser refuses, reading returns null and writing
// does nothing.

/** Return what `act` finds, or null where storage is refused: even looking it up may throw. */
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
const write = (storage, name, text) => (text === null ? storage.removeItem(name) : storage.setItem(name, text));

/** Return the names of this device's texts that begin with `start`. */
export const localNames = (start) => attempt(() => Object.keys(window.localStorage).filter((name) => name.startsWith(start))) ?? [];
/** Return this device's text under a name, or null. */
export const localGet = (name) => attempt(() => window.localStorage.getItem(name));
/** Write a text under a name; null removes it. */
export const localSet = (name, text) => attempt(() => write(window.localStorage, name, text));
/** Return the tab's text under a name, or null. */
export const sessionGet = (name) => attempt(() => window.sessionStorage.getItem(name));
/** Write the tab's text under a name; null removes it. */
export const sessionSet = (name, text) => attempt(() => write(window.sessionStorage, name, text));
