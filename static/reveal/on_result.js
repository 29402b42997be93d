// The reveal on a result page. At its end, the winner's colour becomes the head of the page, and the rest slides in from below.
import { localGet, sessionGet, sessionSet } from "../common/storage.js";
import { revealTogether } from "./at_table.js";
import { start } from "./reveal.js";
import { TIMES } from "./sequence.js";

const hero = document.querySelector(".hero");

/** Show the page: from behind the cover if there is one, else at once. */
async function showPage(cover) {
  document.body.classList.remove("before-reveal", ...[...document.body.classList].filter((name) => name.startsWith("ground-")));
  scrollTo(0, 0);
  const points = hero.querySelector(".points");
  const large = cover?.querySelector(".points");
  const from = large?.getBoundingClientRect();
  const size = large && Number.parseFloat(getComputedStyle(large).fontSize);
  document.querySelector("dialog.reveal").close();
  document.getElementById("main").focus({ preventScroll: true });
  if (!large || cover.children.length > 1) return;
  const to = points.getBoundingClientRect();
  const scale = size / Number.parseFloat(getComputedStyle(points).fontSize);
  document.body.classList.add("settling");
  const options = { duration: TIMES.slide, easing: "ease-out" };
  const moves = [
    points.animate({ transformOrigin: ["0 0", "0 0"], transform: [`translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`, "none"] }, options),
    document.querySelector(".report").animate({ translate: ["0 100dvh", "0 0"] }, options),
  ];
  await Promise.all(moves.map(({ finished }) => finished.catch(() => {})));
  document.body.classList.remove("settling");
}

/**
 * Reveal this page's result from the button's data; if it comes from a shared sheet, in step with the other phones,
 * unless this phone is a guest's who takes reveals one category at a time. `byKeys` says whether a keyboard started it.
 */
export async function revealResult(button, byKeys) {
  const data = JSON.parse(button.dataset.reveal);
  const table = JSON.parse(sessionGet("revealed") ?? "null");
  sessionSet("revealed", null);
  if (!table || (!table.day && localGet("pace") === "taps")) return start(data, { byKeys, onEnd: showPage });
  return revealTogether(data, { ...table, byKeys }, showPage);
}
