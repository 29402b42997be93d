// The invitation and seat pages: new players appear at once, and their pieces drop onto the mats.
import { after, every } from "../common/clock.js";
import { swap } from "../common/dom.js";

const PARTS = ".digits, .mats, .under p, .under .button, h1, .places-to-sit";
const list = document.querySelector("[data-events]");

/** Return what an element shows: without the token of its form, and without the mark of a piece that drops, which would be cut short. */
const contentOf = (element) => element.innerHTML.replaceAll(/ landed(?=")| value="[^"]*"/g, "");

/** Load the page in the background and show its changes. */
let loading = null;
function refresh() {
  loading ??= (async () => {
    const seated = new Set([...document.querySelectorAll(".mat:not(.free)")].map(({ dataset }) => dataset.mat));
    const page = await swap(location.pathname, PARTS, { isSame: (element, fresh) => contentOf(element) === contentOf(fresh) });
    if (page.address) return location.replace(page.address);
    document.body.className = page.body.className;
    for (const mat of document.querySelectorAll(".mat:not(.free)")) if (!seated.has(mat.dataset.mat)) mat.classList.add("landed");
    return undefined;
  })().catch(() => {}).finally(() => { loading = null; });
  return loading;
}

const { events } = list.dataset;
let source;
let stop = () => {};
function listen() {
  source?.close();
  stop();
  if (document.hidden) return;
  source = window.EventSource ? new EventSource(events) : null;
  if (source) {
    source.onmessage = ({ data }) => {
      if (Object.keys(JSON.parse(data).values).some((name) => name[0] === "@" || name === "n" || /\.(name|colour)$/.test(name))) refresh();
    };
    source.addEventListener("here", refresh);
  }
  stop = every(5000, () => { if (source?.readyState !== 1) refresh(); });
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return source?.close();
  refresh();
  return listen();
});
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => { if (persisted) refresh().then(listen); });
listen();
// The code changes after a while.
if (list.dataset.secondsLeft) after(list.dataset.secondsLeft * 1000 + 500, refresh);
