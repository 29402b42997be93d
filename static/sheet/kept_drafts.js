// The drafts of sheets on this device. If the browser refuses to store anything or storage is full, these functions fail, and their callers
// continue without them.
import { documents, upgraded } from "../common/device.js";
import { aboutDraft, changes, deleteDraft, entriesOf, readDraft, writeDraft } from "../common/draft.js";
import { localGet, localNames, localSet, sessionGet, sessionSet } from "../common/storage.js";

const MAX_FINISHED = 50; // finished sheets that can still be continued

/** Return a draft, with its entries as `at`, or undefined. */
export const get = (id) => documents.inspect((rows) => readDraft(rows, id));
/** Return all drafts, without their entries. */
export const list = async () => (await documents.list("draft")).map(aboutDraft);
/** Save a draft. */
export const put = (draft) => documents.transact((rows) => writeDraft(rows, draft));
/** Delete a draft. */
export const remove = (id) => documents.transact((rows) => deleteDraft(rows, id));
/** Replace a draft by `change(draft)`, in one transaction; `draft` may be undefined, and null as the result changes nothing. */
export const update = (id, change) => documents.transact(async (rows) => {
  const draft = change(await readDraft(rows, id));
  if (draft) await writeDraft(rows, draft);
});

/** The name of what a page has not saved of a draft yet: each has its own, as other tabs save other drafts. */
const pendingName = (id) => `unwritten ${id}`;
/** Remember a draft until it is saved, as the page may be left at any moment. */
export const setPending = (sheet) => localSet(pendingName(sheet.id), JSON.stringify(sheet));
/** Return what was not saved of a draft, if anything. */
export const getPending = (id) => JSON.parse(localGet(pendingName(id)));
/** Forget what was not saved of a draft. */
export const clearPending = (id) => localSet(pendingName(id), null);

/** Save the drafts that pages could not save before they were left. */
export async function savePending() {
  await upgraded;
  for (const name of localNames(pendingName(""))) {
    const text = localGet(name);
    const sheet = JSON.parse(text);
    await update(sheet.id, (record) => {
      if (record?.time > sheet.time || record?.at === sheet.at) return null;
      return { ...record, ...sheet, past: record?.at ? [...record.past, changes(record.at, sheet.at)] : sheet.past ?? [], future: [] };
    });
    if (localGet(name) === text) localSet(name, null); // else a tab is just saving more
  }
}

/** Mark a draft as finished. The oldest finished drafts are deleted, unless the scorebook has their results, which have the ids `kept`. */
export async function finish(id, kept) {
  await update(id, (sheet) => (sheet ? { ...sheet, finished: true, scored: sheet.query } : null));
  const sheets = await list();
  rememberGames(sheets);
  const oldSheets = sheets.filter((sheet) => sheet.finished && !kept.includes(sheet.id));
  for (const sheet of oldSheets.sort((one, other) => other.time - one.time).slice(MAX_FINISHED)) await remove(sheet.id);
}

/** Remember which games have unfinished drafts among `sheets`, so that pages reserve space for the list. */
export const rememberGames = (sheets) => localSet("kept", [...new Set(sheets.filter((one) => !one.finished).map((one) => one.slug))].join(" "));

/** Return the id of this tab's draft of a game if this page shows it (it was opened from the draft, or with its entries), else null. */
export function idOf(slug, opened = entriesOf(location.search)) {
  const same = sessionGet("same") === slug;
  sessionSet("same", null);
  const [id, entries] = JSON.parse(sessionGet(`kept ${slug}`)) ?? [];
  return id && (same || opened === entries) ? id : null;
}
