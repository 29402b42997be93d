// Replaces a page while offline: the engine starts and renders it, and a navigation shows it, so that its scripts run. Without a service
// worker, as on the first visit to a static site, the page is written into this document.
import { start } from "./engine.js";
import { isPage, keep, render } from "./render.js";
import { sessionGet, sessionSet } from "../common/storage.js";

const note = document.getElementById("shell");

async function write({ path, answer }) {
  const { site } = document.documentElement.dataset;
  const text = await answer.text();
  history.replaceState(history.state, "", path);
  document.open();
  document.write(text);
  Object.assign(document.documentElement.dataset, { engine: "ready", ...(site === undefined ? {} : { site }) });
  document.close();
}

async function save({ path, answer }) {
  const name = answer.headers.get("Content-Disposition")?.match(/filename="?([^";]+)/)?.[1] ?? path.split(/[/?]/).findLast((part) => part.includes("."));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer.blob()), download: name ?? "tally", textContent: name });
  link.click();
  note.replaceChildren(`${note.dataset.saved} `, link);
}

async function show(how) {
  await start(how);
  const page = await render(location.href);
  if (!isPage(page.answer)) return save(page);
  const again = sessionGet("shell") === location.href; // it was stored, but not found
  sessionSet("shell", location.href);
  try {
    if (again) throw new Error("It was not found.");
    await keep(page);
  } catch {
    return write(page);
  }
  if (new URL(page.path, location).href === location.href) location.reload();
  else location.replace(page.path);
}

// A browser that is short of memory may refuse the worker once.
show().catch(() => show({ again: true })).catch((reason) => {
  console.warn(reason);
  note.textContent = note.dataset.none;
});
