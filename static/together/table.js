// The invitation and seat pages: new players appear at once, and their pieces drop onto the mats.
const list = document.querySelector("[data-events]");
const address = location.pathname;

/** Load the page in the background and show its changes. */
let loading = null;
async function refresh() {
  loading ??= (async () => {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) return;
    if (answer.redirected) {
      location.replace(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page);
  })().catch(() => {}).finally(() => { loading = null; });
  return loading;
}

/** Return what an element shows: without the token of its form, and without the mark of a piece that drops, which would be cut short. */
const contentOf = (element) => element.innerHTML.replaceAll(/ landed(?=")| value="[^"]*"/g, "");

function show(page) {
  const seated = new Set([...document.querySelectorAll(".mat:not(.free)")].map(({ dataset }) => dataset.mat));
  document.body.className = page.body.className;
  for (const part of [".digits", ".mats", ".under p", ".under .button", "h1"]) {
    const [before, after] = [document, page].map((one) => [...one.querySelectorAll(part)]);
    before.forEach((element, at) => { if (after[at] && contentOf(element) !== contentOf(after[at])) element.replaceWith(after[at]); });
  }
  for (const mat of document.querySelectorAll(".mat:not(.free)")) if (!seated.has(mat.dataset.mat)) mat.classList.add("landed");
  const form = document.querySelector(".places-to-sit");
  const next = page.querySelector(".places-to-sit");
  if (!form || !next || next.textContent === form.textContent) return;
  const { name, value } = document.activeElement;
  form.replaceWith(next);
  if (name) next.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`)?.focus();
}

const { events } = list.dataset;
let source;
let timer;
function listen() {
  source?.close();
  clearInterval(timer);
  if (document.hidden) return;
  source = window.EventSource ? new EventSource(events) : null;
  if (source) {
    source.onmessage = ({ data }) => {
      if (Object.keys(JSON.parse(data).fields ?? {}).some((name) => name[0] === "@" || name === "n" || /\.(name|colour)$/.test(name))) refresh();
    };
    source.addEventListener("here", refresh);
  }
  timer = setInterval(() => { if (source?.readyState !== 1) refresh(); }, 5000);
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
if (list.dataset.secondsLeft) setTimeout(refresh, list.dataset.secondsLeft * 1000 + 500);
document.body.dataset.ready = "";
