// The result page: copies the link, also over plain http without clipboard access, and highlights the places on the board that a number
// of the table comes from.
import "./share.js";
import { request } from "../common/api.js";
import { sessionGet, sessionSet } from "../common/storage.js";
import { setUpCopying } from "../common/copying.js";
import { loadPage, makeButton } from "../common/dom.js";
import { revealResult } from "../reveal/on_result.js";

setUpCopying(document.querySelector(".share"));

// The reveal: at once where the sheet asked for it, and at a tap. The address is then the result's own.
const reveal = document.getElementById("reveal");
const show = (byKeys) => revealResult(reveal, byKeys).catch(() => document.body.classList.remove("before-reveal"));
if (document.body.matches(".before-reveal")) {
  for (const twin of document.querySelectorAll("[data-twin]")) twin.search = withoutReveal(twin.search);
  history.replaceState(history.state, "", location.pathname + withoutReveal(location.search) + location.hash);
  show(Boolean(sessionGet("by keys")));
}
sessionSet("by keys", null);
reveal.hidden = false;
reveal.addEventListener("click", ({ detail }) => show(!detail)); // no pointer

function withoutReveal(search) {
  const query = new URLSearchParams(search);
  query.delete("to");
  return `?${query}`;
}

// On a screen that the whole table sees, the code that the page of codes shows first.
const pageCode = document.querySelector(".page-code");
const largeScreen = matchMedia("(min-width: 112.5rem) and (min-height: 50rem)");
async function drawCode() {
  if (!largeScreen.matches || pageCode.querySelector("svg")) return;
  const page = await loadPage(pageCode.dataset.code, request);
  const code = page.querySelector("figure");
  if (code && page.querySelectorAll(".chain figure").length < 2) pageCode.prepend(document.importNode(code.querySelector("svg"), true));
}
largeScreen.addEventListener("change", drawCode);
drawCode().catch(() => {}); // without an answer there is no code

const position = document.querySelector(".finished");
const caption = position?.querySelector(".shown");

function highlight(button) {
  const on = button.ariaPressed !== "true";
  for (const other of document.querySelectorAll(".score-pad td > button")) other.ariaPressed = String(on && other === button);
  const { places, of } = button.dataset;
  const lit = new Set(on ? places.split(" ") : []);
  for (const place of position.querySelectorAll("[data-place]")) place.classList.toggle("lit", place.dataset.place.split(" ").some((id) => lit.has(id)));
  for (const net of position.querySelectorAll("[data-light]")) net.classList.toggle("lit", on && net.dataset.light === of);
  for (const drawing of position.querySelectorAll(".drawing")) drawing.classList.toggle("dim", on);
  for (const own of position.querySelectorAll("[data-of]")) own.hidden = on && own.dataset.of !== of.split(".")[0];
  caption.textContent = on ? button.title : "";
  if (!on) return;
  position.scrollIntoView({ block: "nearest" });
  source = button;
  position.focus({ preventScroll: true }); // Tab goes on from what is seen, and Escape goes back
}
let source; // the number whose places are highlighted
if (position) position.tabIndex = -1;
position?.addEventListener("keydown", ({ key }) => { if (key === "Escape") source?.focus(); });

for (const cell of position ? document.querySelectorAll("td[data-places]") : []) {
  const [, seat] = cell.className.match(/seat-(\d+)/);
  const table = cell.closest("table");
  const name = table.tHead.rows[0].cells[cell.cellIndex].querySelector(".name").textContent;
  const line = cell.parentNode.cells[0].textContent.trim();
  const button = makeButton("", () => highlight(button), { title: `${name} · ${line} · ${cell.textContent.trim()}`, ariaPressed: "false" });
  button.dataset.places = cell.dataset.places;
  button.dataset.of = `${seat}.${cell.closest("tbody").dataset.line}`;
  button.replaceChildren(...cell.childNodes);
  cell.append(button);
}

// Scroll a wide drawing to the highlighted places.
const lit = position?.querySelector(".lit");
const frame = lit?.closest(".scroll");
if (frame) frame.scrollLeft += lit.getBoundingClientRect().left - frame.getBoundingClientRect().left - frame.clientWidth / 4;
