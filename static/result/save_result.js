// Saves a result in the scorebook of this device, or in that of a group, once for each sheet: equal numbers of two sheets are two games. Of a link
// alone nobody knows the sheet; if a kept result has the same entries, people are asked whether it is that game. The draft is finished once its
// result is saved or complete; until then the draft is marked as scored.
import { makeButton } from "../common/dom.js";
import { upgraded } from "../common/device.js";
import { newId } from "../common/documents.js";
import { entriesOf } from "../common/draft.js";
import { localGet, sessionGet, sessionSet } from "../common/storage.js";
import { drawPlaces, groupPlaces, lastPlace, makePlace, ownPlace } from "../groups/keep.js";
import { correct, findEqual, hasEntries } from "../scorebook/results.js";
import { finish, idOf, savePending, update } from "../sheet/kept_drafts.js";
import { rememberTable, tableOfResult } from "../together/tables.js";

const place = document.querySelector("[data-result]");
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const sheetId = location.hash.match(/^#sheet-(\w+)$/)?.[1]; // set by the home page's link
if (sheetId) {
  sessionSet(`kept ${slug}`, JSON.stringify([sheetId, entriesOf(location.search)]));
  history.replaceState(history.state, "", location.pathname + location.search);
}
const id = idOf(slug);

// After a shared sheet, the next game is opened there, for the same phones, from wherever its result was opened.
const table = tableOfResult(id);
const shared = sessionGet("together") ?? history.state?.shared ?? table?.address;
sessionSet("together", null);
if (table) rememberTable({ ...table, isOver: true });
if (shared) {
  history.replaceState({ ...history.state, shared }, "");
  document.getElementById("again").href = `${shared}/next#next`;
}

const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" });

async function showButton() {
  const { query: entries, result } = JSON.parse(place.dataset.result);
  const query = entriesOf(entries); // the same for sheets and short links
  // Links back to this sheet open the tab's draft, with its undo steps.
  for (const link of id ? document.links : []) {
    if (link.pathname !== location.pathname || entriesOf(link.search) !== query) continue;
    link.addEventListener("click", (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) sessionSet("same", slug); });
  }
  const [button, open, note] = place.children;
  const choice = document.querySelector(".places");
  const words = JSON.parse(choice.dataset.words);
  await upgraded;
  const device = ownPlace({ title: words.device, kept: note.dataset.kept, address: open.href, openLabel: open.textContent });
  const hasGroups = Boolean(localGet("groups"));
  const places = [device, ...hasGroups ? await groupPlaces(words) : []];
  const [lastId, lastQuery] = JSON.parse(sessionGet(`result ${slug}`)) ?? [];
  let resultId = id ?? (lastQuery === query ? lastId : null); // null for a link that this tab did not keep
  let where = device;
  let same;
  async function findKept() {
    for (const one of places) {
      where = one;
      same = await one.find(resultId);
      if (same) return;
    }
  }
  await findKept();
  if (!same && shared) { // a group's game keeps itself
    await Promise.all(places.map((one) => one.list().catch(() => [])));
    await findKept();
  }
  if (!same) where = (hasGroups && lastPlace(places)) || device;
  const close = () => device.ids().then((kept) => finish(resultId, kept)).catch(() => {});
  const showSaved = () => {
    button.hidden = true;
    open.hidden = false;
    open.href = where.address;
    open.hash = `r-${resultId}`;
    open.textContent = where.openLabel;
    sessionSet(`result ${slug}`, JSON.stringify([resultId, query]));
    close();
  };
  const showPlace = () => { if (where.label) button.lastChild.textContent = where.label; };
  async function saveResult() {
    const date = new Date().toLocaleDateString("sv"); // the local date, which Swedish writes as ISO 8601 does
    resultId ??= newId();
    const fresh = { id: resultId, date, place: "", note: "" };
    try {
      await where.put(correct({ ...fresh, ...same }, { slug, query, result }));
      showSaved();
      note.textContent = where.kept;
      navigator.storage?.persist?.().catch(() => {}); // what people keep is not for the browser to clear
      const { kept } = where;
      delete place.dataset.sent;
      const sending = where.send().then((rest) => { if (rest) note.textContent = [kept, rest].join(" · "); }, () => {});
      sending.then(() => { place.dataset.sent = ""; });
    } catch {
      note.textContent = note.dataset.refused;
    }
  }
  /** Save the result, unless it may be a game that is there: then ask, and save it if it is another. */
  async function saveOrAsk() {
    same = await where.find(resultId);
    const equal = resultId ? null : findEqual(await where.list().catch(() => []), { slug, query });
    if (!equal) {
      await saveResult();
      if (!open.hidden) open.focus();
      return;
    }
    const answer = (text, act) => makeButton(text, async () => {
      note.textContent = "";
      await act();
      open.focus();
    });
    const [yes, no] = [answer(words.same, () => {
      ({ id: resultId } = same = equal);
      showSaved();
    }), answer(words.another, saveResult)];
    button.hidden = true;
    note.replaceChildren(words.is_same.replace("{date}", day.format(new Date(equal.date))), " ", yes, " ", no);
    yes.focus();
  }
  async function saveIn(chosen) {
    where = chosen;
    more.open = false;
    showPlace();
    await saveOrAsk();
  }
  async function begin() {
    try {
      await saveIn(await makePlace(choice.dataset.new, words));
    } catch {
      note.textContent = words.away;
    }
  }
  // Settling a tie changes the sheet's address; update a result that is already in the scorebook.
  document.querySelector(".settle")?.addEventListener("submit", () => {
    resultId ??= newId();
    sessionSet(`kept ${slug}`, JSON.stringify([resultId, entriesOf(location.search)]));
    sessionSet("same", slug);
    if (same || !open.hidden) sessionSet("settled", resultId);
  });
  const settledId = sessionGet("settled");
  sessionSet("settled", null);
  showPlace();
  if (same && hasEntries(same, query)) {
    showSaved();
    if (shared && where !== device) note.textContent = where.kept;
  }
  else if (same && settledId === same.id) await saveResult();
  else if (id && "whole" in place.dataset) close();
  else if (id) savePending().then(() => update(id, (sheet) => sheet && { ...sheet, scored: sheet.query })).catch(() => {});
  const more = document.querySelector(".share-menu");
  const drawChoice = () => drawPlaces(choice, places, words, saveIn, "new" in choice.dataset && begin);
  if (hasGroups) drawChoice();
  else if ("new" in choice.dataset) more.addEventListener("toggle", drawChoice, { once: true });
  button.disabled = false;
  button.addEventListener("click", async () => {
    if (places.length > 1 && !localGet("keep in")) {
      more.open = true;
      choice.querySelector("button").focus();
      return;
    }
    await saveOrAsk();
  });
}

if (place) showButton();
