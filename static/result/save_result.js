// Saves a result in the scorebook of this device, once for each sheet. Its draft is finished once it is saved or complete; until then the
// draft is marked as scored.
import { entriesOf, finish, idOf, list, newId, put, savePending, update } from "../common/database.js";
import { sessionGet, sessionSet } from "../common/storage.js";

const place = document.querySelector("[data-result]");
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const sheetId = location.hash.match(/^#sheet-(\w+)$/)?.[1]; // set by the home page's link
if (sheetId) {
  sessionSet(`kept ${slug}`, JSON.stringify([sheetId, entriesOf(location.search)]));
  history.replaceState(history.state, "", location.pathname + location.search);
}
const id = idOf(slug);

// After a shared sheet, the next game is opened there, for the same phones.
const shared = sessionGet("together") ?? history.state?.shared;
if (shared) {
  sessionSet("together", null);
  history.replaceState({ ...history.state, shared }, "");
  document.getElementById("again").href = shared;
}

async function showButton() {
  const { query: entries, result } = JSON.parse(place.dataset.result);
  const query = entriesOf(entries); // the same for sheets and short links
  // Links back to this sheet open the tab's draft, with its undo steps.
  for (const link of id ? document.links : []) {
    if (link.pathname !== location.pathname || entriesOf(link.search) !== query) continue;
    link.addEventListener("click", (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) sessionSet("same", slug); });
  }
  const [button, open, note] = place.children;
  const results = await list("results").catch(() => []);
  const same = results.find((one) => one.id === id) ?? results.find((one) => one.slug === slug && one.query === query);
  const resultId = same?.id ?? id ?? newId();
  const close = () => finish(id ?? resultId).catch(() => {});
  const showSaved = () => {
    button.hidden = true;
    open.hidden = false;
    open.hash = `r-${resultId}`;
    close();
  };
  async function saveResult() {
    const day = new Date();
    const date = new Date(day - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    const fresh = { id: resultId, date, place: "", note: "" };
    try {
      await put("results", { ...fresh, ...same, slug, query, result, changed: Date.now() });
      showSaved();
      note.textContent = note.dataset.kept;
    } catch {
      note.textContent = note.dataset.refused;
    }
  }
  // Settling a tie changes the sheet's address; update a result that is already in the scorebook.
  document.querySelector(".settle")?.addEventListener("submit", () => {
    sessionSet(`kept ${slug}`, JSON.stringify([resultId, entriesOf(location.search)]));
    sessionSet("same", slug);
    if (same || button.hidden) sessionSet("settled", resultId);
  });
  const settledId = sessionGet("settled");
  sessionSet("settled", null);
  if (same?.query === query) showSaved();
  else if (same && settledId === same.id) await saveResult();
  else if ("whole" in place.dataset) close();
  else if (id) savePending().then(() => update("sheets", id, (sheet) => sheet && { ...sheet, scored: sheet.query })).catch(() => {});
  button.disabled = false;
  button.addEventListener("click", async () => {
    await saveResult();
    if (!open.hidden) open.focus();
  });
}

if (place) showButton();
