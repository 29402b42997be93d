// The stand-in for an unreachable shared sheet: the page as this device last saw it, with everything typed on it.
import { list } from "../common/drafts.js";

const id = location.pathname.match(/\/together\/([\w-]{22})/)?.[1];
const records = (await list("shared").catch(() => [])).filter(({ shared, page }) => shared === id && page);
const [latest] = records.sort((one, other) => other.time - one.time);
if (latest) {
  const { page } = latest;
  for (const href of page.styles) {
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
  document.title = page.title;
  document.documentElement.dataset.game = page.game;
  document.body.className = page.classes;
  document.body.dataset.shell = "";
  document.querySelector(".masthead").innerHTML = page.head;
  document.getElementById("main").innerHTML = page.main;
  await import("./together.js");
} else {
  const note = document.getElementById("away");
  note.textContent = note.dataset.none;
}
