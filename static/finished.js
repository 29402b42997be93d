// A result: its sheet is no longer one to continue, and one tap keeps it in the scorebook of this device.
import { entriesOf, list, newId, put } from "./keeping.js";
import { finish, idOf } from "./unfinished.js";

const place = document.querySelector("[data-result]");
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const query = entriesOf(location.search);
const id = idOf(slug, location.search);
if (id) finish(id).catch(() => {});

if (place) {
  const [button, open, said] = place.children;
  const kept = await list("results").catch(() => []);
  const same = kept.find((one) => one.id === id) ?? kept.find((one) => one.slug === slug && one.query === query);
  const show = () => {
    button.hidden = true;
    open.hidden = false;
  };
  if (same?.query === query) show();
  button.disabled = false;
  button.addEventListener("click", async () => {
    const day = new Date();
    const date = new Date(day - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    const fresh = { id: same?.id ?? id ?? newId(), date, place: "", note: "" };
    const result = { ...fresh, ...same, slug, query, result: JSON.parse(place.dataset.result), changed: Date.now() };
    try {
      await put("results", result);
      show();
      open.focus();
      said.textContent = said.dataset.kept;
    } catch {
      said.textContent = said.dataset.refused;
    }
  });
}
