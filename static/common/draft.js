// A draft of a sheet as a document without an address: its values are the fields of the form, its record says the rest, such as the steps.
// Everything here happens within one transaction, whose `rows` have the stores.
import { queryOf, valuesByName } from "./history.js";
import { isSame, newDocument, newValue } from "./replica.js";

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
