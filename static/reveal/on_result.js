// The reveal on a result page. At its end, the winner's colour becomes the head of the page, and the rest slides in from below. Of a shared sheet, the
// phone that started it leads, and every phone shows the same category.
import { after } from "../common/clock.js";
import { documents } from "../common/device.js";
import { localGet, sessionGet, sessionSet } from "../common/storage.js";
import { connect } from "../common/sync.js";
import { start } from "./reveal.js";
import { TIMES } from "./sequence.js";

const PATIENCE = 8000; // milliseconds without a step of the leading phone, after which the others advance by themselves and by taps
const STEP = /^\S+ (-?\d+)$/; // after the day
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
  // Behind a cover there is time to say who won. Without one, the dialog is gone too soon, and the heading says it.
  const heading = hero.querySelector("h1");
  heading.tabIndex = -1;
  (cover ? document.getElementById("main") : heading).focus({ preventScroll: true });
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

/** Lead the reveal of a day: the other phones hear each step, the latest where one could not be sent. `id` is the shared sheet's document. */
function lead({ id, day }, byKeys, data) {
  const connection = connect(documents, id);
  let telling = Promise.resolve();
  const tell = (step) => connection.enter([["@reveal", [`${day} ${step}`]]]).then(connection.send);
  return start(data, {
    byKeys,
    onStep: (step) => { telling = tell(step); },
    onEnd(cover) {
      telling.then(connection.close);
      return showPage(cover);
    },
  });
}

/** Show the leading phone's step, or advance alone if it is silent. */
function follow({ id }, data) {
  let cancel = () => {};
  let latest = -1;
  async function onValues(names) {
    if (!names.includes("@reveal")) return;
    const [, step] = STEP.exec((await documents.values(id, ["@reveal"])).get("@reveal")?.[0] ?? "") ?? [];
    if (step) go(Number(step));
  }
  const connection = connect(documents, id, { onValues });
  function goAlone() {
    led.letGo();
    go(led.step() + 1);
  }
  function go(step) {
    latest = Math.max(latest, step);
    cancel();
    cancel = after(PATIENCE, goAlone);
    led.show(latest);
  }
  const led = start(data, {
    step: -1,
    onEnd(cover) {
      cancel();
      connection.close();
      return showPage(cover);
    },
  });
  go(-1);
  onValues(["@reveal"]); // the sheet's page may have heard of the first step
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
  return table.day ? lead(table, byKeys, data) : follow(table, data); // only the phone that started the reveal has a day
}
