// The shared sheets that this phone sits at, until they expire: the way back to them, and from their results to the next game.
import { localGet, localSet } from "../common/storage.js";

const KEY = "tables joined";
const MAX_TABLES = 8;

/** Return the shared sheets that have not expired, the last visited first: {id, slug, address, result, expires, names, isOver}. */
export function listTables(now = Date.now()) {
  return JSON.parse(localGet(KEY) ?? "[]").filter(({ expires }) => expires * 1000 > now);
}

/** Remember a shared sheet, or what is new about it. */
export function rememberTable(table) {
  const known = listTables();
  const whole = { ...known.find(({ id }) => id === table.id), ...table };
  localSet(KEY, JSON.stringify([whole, ...known.filter(({ id }) => id !== table.id)].slice(0, MAX_TABLES)));
}

/** Forget a shared sheet. */
export const forgetTable = (gone) => localSet(KEY, JSON.stringify(listTables().filter(({ id }) => id !== gone)));

/** Return the shared sheet that a result came from, if this phone sat there. */
export const tableOfResult = (resultId) => listTables().find(({ result }) => result === resultId);
