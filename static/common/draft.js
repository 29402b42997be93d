// A sheet's draft: its entries, what each step changed, for undo and redo, and how it lies on the device.
import { isSame, newDocument, newValue } from "./replica.js";

const MAX_STEPS = 200;

/** Return the fields of entries with their texts, by name. */
function valuesByName(entries) {
  const values = new Map();
  for (const [name, value] of new URLSearchParams(entries)) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

/** Return fields, [name, texts] each, as entries. */
function queryOf(fields) {
  const query = new URLSearchParams([...fields].flatMap(([name, texts]) => texts.map((text) => [name, text])));
  query.sort();
  return String(query);
}

/** Return the entries of a sheet's address, sorted and without blanks, so that equal sheets have equal entries. */
export function entriesOf(query) {
  const entries = new URLSearchParams([...new URLSearchParams(query)].filter(([name, value]) => name !== "to" && value !== ""));
  entries.sort();
  return String(entries);
}

/** Return the differences between two sheets' entries: name -> [values before, values after]. */
export function changes(before, after) {
  const [was, is] = [valuesByName(before), valuesByName(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)));
  return Object.fromEntries(names.map((name) => [name, [was.get(name) ?? [], is.get(name) ?? []]]));
}

/** Return entries with a step undone (`side` 0) or redone (`side` 1). */
export function patch(entries, step, side) {
  const values = valuesByName(entries);
  for (const [name, sides] of Object.entries(step)) values.set(name, sides[side]);
  return queryOf(values);
}

/** The steps of a sheet whose entries are `at`. */
export function stepsOf({ past = [], future = [], at }) {
  let lastCell = ""; // the cell that the last step typed into
  function move(from, to, side, isCurrent) {
    lastCell = "";
    while (from.length) {
      const step = Object.fromEntries(Object.entries(from.pop()).filter(([name, sides]) => isCurrent(name, sides)));
      if (!Object.keys(step).length) continue; // all of it was changed elsewhere since
      to.push(step);
      at = patch(at, step, side);
      return step;
    }
    return null;
  }
  const always = () => true;
  return {
    get at() { return at; },
    get state() { return { past, future, at }; },
    /** Replace the steps by those of another tab. */
    adopt(state) { ({ past, future, at } = state); lastCell = ""; },
    /** Record these entries, and their changes as a step, which is returned. */
    mark(entries, cell = "") {
      const step = changes(at, entries);
      if (!Object.keys(step).length) return null;
      this.add(step, cell);
      at = entries;
      return step;
    },
    /** Add a step that was made. Consecutive changes of one `cell` are one step. */
    add(step, cell = "") {
      const names = Object.keys(step);
      const isOfCell = cell !== "" && names.length === 1 && names[0] === cell;
      const before = isOfCell && lastCell === cell ? past.pop()[cell][0] : null;
      const whole = before ? { [cell]: [before, step[cell][1]] } : step;
      const isChange = Object.values(whole).some(([was, is]) => JSON.stringify(was) !== JSON.stringify(is));
      if (isChange) past.push(whole);
      lastCell = isOfCell && isChange ? cell : "";
      past = past.slice(-MAX_STEPS);
      future = [];
    },
    /** Start a new step with the next change. */
    pause() { lastCell = ""; },
    /** Take the last step back, or do it again, and return it: those of its fields for which `isCurrent(name, sides)`, and steps without any are skipped. */
    undo: (isCurrent = always) => move(past, future, 0, isCurrent),
    redo: (isCurrent = always) => move(future, past, 1, isCurrent),
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
  };
}

// On the device a draft is a document without an address: its values are the fields of the form, its record says the rest, such as the steps. What
// follows happens within one transaction, whose `rows` have the stores.

const documentOf = (id) => `draft ${id}`;

/** Return what the record of a draft says of it. */
export const aboutDraft = ({ about, time }) => ({ ...about, time });

/** Return a draft, with its entries as `at`; undefined if there is none. */
export async function readDraft({ documents, values }, id) {
  const record = await documents.get(documentOf(id));
  if (!record) return undefined;
  const rows = await values.all(record.id);
  return { ...aboutDraft(record), at: queryOf(rows.map(({ name, value }) => [name, value])) };
}

/** Write a draft: exactly these entries. */
export async function writeDraft({ documents, values }, { at, time, ...about }) {
  const id = documentOf(about.id);
  const fields = valuesByName(at);
  const rows = new Map((await values.all(id)).map((row) => [row.name, row]));
  const gone = [...rows.keys()].filter((name) => !fields.has(name));
  const changed = [...fields].filter(([name, value]) => !isSame(rows.get(name)?.value, value));
  await Promise.all([
    ...gone.map((name) => values.delete([id, name])),
    ...changed.map(([name, value]) => values.put(newValue(id, name, value, time))),
    documents.put({ ...newDocument(id, "draft"), about, time }),
  ]);
}

/** Delete a draft. */
export async function deleteDraft({ documents, values }, id) {
  const rows = await values.all(documentOf(id));
  await Promise.all([documents.delete(documentOf(id)), ...rows.map(({ name }) => values.delete([documentOf(id), name]))]);
}
