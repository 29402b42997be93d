// The rules page: the contents follow the reading, columns of other numbers of players can be hidden, and the reference card prints alone.
import { makeButton } from "../common/dom.js";
import { sessionGet, sessionSet } from "../common/storage.js";

const wide = matchMedia("(min-width: 60rem)");
const sections = [...document.querySelectorAll("main section[id]")];
const contents = document.querySelector(".contents");
const box = contents.querySelector("details");
const list = contents.querySelector("ol");
const links = new Map([...list.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
const elsewhere = [...document.querySelectorAll("[data-twin], [data-place]")];
const inBand = new Set();
const EDGE = 72; // px below the page's top bar where a section begins that was navigated to
let current;

function mark(section) {
  const link = links.get(section.id);
  if (link === current) return;
  current?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "location");
  current = link;
  contents.querySelector(".now").textContent = link.textContent;
  contents.querySelector("summary").classList.add("within"); // Safari does not follow :has(:empty)
  for (const page of elsewhere) page.hash = section === sections[0] ? "" : section.id;
  if (wide.matches) centre();
}

function centre() {
  if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

// The current section is the one at the top of the screen, or the one that was navigated to, while it is in view and too near the end of
// the page to reach the top.
function read() {
  const goal = document.querySelector("section:target");
  const rest = document.documentElement.scrollHeight - scrollY - innerHeight;
  const top = goal?.getBoundingClientRect().top;
  const here = top > rest + EDGE && top < innerHeight ? goal : sections.find((section) => inBand.has(section));
  if (here) mark(here);
}
const reading = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) inBand[isIntersecting ? "add" : "delete"](target);
    read();
  },
  { rootMargin: "-72px 0px -65% 0px" },
);
for (const section of sections) reading.observe(section);
addEventListener("hashchange", read);
addEventListener("scrollend", read);

// A rule within a folded module unfolds it; not every browser does that by itself.
function unfold() {
  const goal = document.getElementById(location.hash.slice(1));
  const module = goal?.closest("details.module");
  if (!module || module.open) return;
  module.open = true;
  goal.scrollIntoView();
}
unfold();
addEventListener("hashchange", unfold);

function fold() {
  box.open = wide.matches;
}
fold();
wide.addEventListener("change", fold);
box.addEventListener("toggle", centre);
document.addEventListener("click", ({ target }) => {
  if (!wide.matches && (target.closest("a") || !contents.contains(target))) box.open = false;
});

// Tables wider than the screen get a tab stop for scrolling; measured after layout and on resize.
const widths = new ResizeObserver((changes) => {
  for (const { target } of changes) if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
});
for (const scroll of document.querySelectorAll("main .scroll")) widths.observe(scroll);

const card = document.querySelector(".card");
const numbers = [...(card?.querySelectorAll("thead tr") ?? [])].find(
  ({ cells: [, ...counts] }) => counts.length && counts.every(({ textContent }) => /^\d+([–+]\d*)?$/.test(textContent.replaceAll("\u2060", ""))),
);
if (numbers) {
  const word = numbers.cells[0].textContent;
  const tables = [...document.querySelectorAll("main table")].filter((table) => table.rows[0].cells[0].textContent === word);
  const buttons = [...numbers.cells].slice(1).map((cell) => {
    const press = () => choose(button.ariaPressed === "true" ? "" : button.textContent);
    const button = makeButton("", press, { ariaLabel: `${word}: ${cell.textContent}` });
    button.replaceChildren(...cell.childNodes);
    cell.append(button);
    return button;
  });

  const choose = (players) => {
    sessionSet("players", players);
    for (const button of buttons) button.ariaPressed = String(button.textContent === players);
    for (const table of tables) {
      const column = [...table.rows[0].cells].findIndex((cell) => cell.textContent === players);
      for (const row of table.rows) {
        const whole = row.cells[0].textContent === players;
        [...row.cells].forEach((cell, at) => cell.classList.toggle("chosen", whole || (column > 0 && at === column)));
      }
    }
  };
  choose(sessionGet("players") ?? "");
}

if (card) {
  const print = card.querySelector(".print");
  const paper = new CSSStyleSheet();
  paper.replaceSync("@page { size: 105mm 148mm; margin: 6mm; }");
  print.hidden = false;
  print.addEventListener("click", () => {
    document.documentElement.dataset.print = "card";
    document.adoptedStyleSheets = [paper];
    window.print();
  });
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset.print;
    document.adoptedStyleSheets = [];
  });
}
