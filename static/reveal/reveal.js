// The reveal of a result: tiles turn, then category by category the bars grow, the deciding one last, and the winner's wood covers the screen.
//
// `start(data, options)` shows it over the page. `data` is what web/result/reveal.py writes, its words included. Without options it goes on by
// itself, and at every tap. On a shared sheet the host's phone tells the others where it is, through `onStep(step)`, and the others pass `step`
// and are led by `show(step)` of what `start` returns: -1 is the tiles, 0 the first category, and after the last comes the result. On every
// phone "See result" ends it there. `onEnd(cover)` is awaited before the reveal is removed: `cover` is the winners' wood, or null.
import { make } from "../common/dom.js";
import { coverScreen } from "./cover.js";
import { lastOrder, planSteps, planTimes } from "./sequence.js";
import { makeStage } from "./stage.js";

function loadStyle() {
  const { href } = new URL("reveal.css", import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(make("link", { rel: "stylesheet", href, onload: resolve, onerror: reject }));
  });
}

/** Waits that a tap cuts short: all that moves in `root()` is then where it would have come to. */
function makeClock(root) {
  let isSkipping = false;
  let goOn = () => {};
  return {
    isSkipping: () => isSkipping,
    begin() { isSkipping = false; },
    skip() {
      isSkipping = true;
      for (const animation of root().getAnimations({ subtree: true })) animation.finish();
      goOn();
    },
    wait(length) {
      if (isSkipping) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, length);
        goOn = () => { clearTimeout(timer); resolve(); };
      });
    },
  };
}

/** Show the reveal of a result. */
export async function start(data, { step: ledStep, onStep = () => {}, onEnd = () => {} } = {}) {
  const isLed = ledStep !== undefined;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const plan = planSteps(data);
  const { steps } = plan;
  const times = planTimes(steps, data.players.length);
  await loadStyle();
  const clock = makeClock(() => stage.dialog);
  const stage = makeStage(data, plan, { times, isLed, isStill, isSkipping: clock.isSkipping });
  const { dialog } = stage;
  let current = -1;
  let isOver = false;
  let run = Promise.resolve(); // settles when what was begun last is shown

  async function playStep(at) {
    const step = steps[at];
    const isLast = at === steps.length - 1;
    if (at === 0) stage.place(step.order);
    stage.title(at);
    stage.category.animate({ opacity: [0, 1], translate: ["0 8px", "0 0"] }, { duration: times.title, easing: "ease-out" });
    await clock.wait(times.title);
    const groups = isLast ? lastOrder(step).map((seat) => [seat]) : [step.order];
    for (const [nth, seats] of groups.entries()) {
      const length = !isLast ? times.grow : nth === groups.length - 1 ? times.winnerGrow : times.lastGrow;
      for (const seat of seats) stage.grow(seat, step, length);
      await clock.wait(length);
    }
    if (step.rises.length) await clock.wait(times.beforeSwap);
    stage.rank(step);
    if (step.rises.length) await clock.wait(times.swap);
    if (!isLast) await clock.wait(times.rest);
  }

  async function turnTiles() {
    clock.begin();
    const turn = { duration: times.turn, easing: "cubic-bezier(.6, 0, .3, 1)", fill: "both" };
    for (const [seat, { firstChild: tile }] of [...stage.tiles.children].entries()) {
      tile.animate({ transform: ["rotateY(0deg)", "rotateY(180deg)"] }, { ...turn, delay: seat * times.turnGap });
    }
    await clock.wait(times.turn + times.turnGap * (data.players.length - 1) + times.turned);
  }

  async function finish(isWhole) {
    if (isOver) return;
    isOver = true;
    clock.skip();
    stage.alert.textContent = data.result;
    let cover = null;
    if (isWhole && !isStill && data.winners.length) {
      clock.begin();
      await clock.wait(times.beat);
      cover = await coverScreen(stage, data, times.cover);
      clock.begin();
      await clock.wait(times.covered);
    }
    await onEnd(cover);
    dialog.close();
    dialog.remove();
  }

  async function goTo(at) {
    if (isOver || at <= current) return;
    const passed = current;
    current = at;
    if (!isLed) onStep(at);
    if (isStill || passed < 0 || at - passed > 1) for (let one = Math.max(0, passed + 1); one < Math.min(at, steps.length); one += 1) stage.showStill(one);
    if (at >= steps.length) finish(true);
    else if (isStill) stage.showStill(at);
    else {
      clock.begin();
      if (passed < 0 && isLed && at === 0) await turnTiles();
      await playStep(at);
      if (!isLed && !clock.isSkipping()) setTimeout(show, 0, at + 1);
    }
  }

  /** Go to a step; those between are passed over. */
  function show(at) {
    if (isOver || at <= current) return;
    clock.skip();
    run = run.then(() => goTo(at));
  }
  const goOn = () => (isOver ? clock.skip() : show(current + 1));

  dialog.addEventListener("click", ({ target }) => {
    if (target === stage.end) finish(false);
    else if (!isLed) goOn();
  });
  dialog.addEventListener("keydown", ({ key, target }) => {
    if (!isLed && (key === "ArrowRight" || ([" ", "Enter"].includes(key) && target === dialog))) goOn();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    finish(false);
  });

  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  if (!steps.length) finish(true);
  else if (isStill) show(Math.max(0, ledStep ?? 0));
  else if (isLed) show(ledStep);
  else {
    onStep(-1);
    run = turnTiles().then(() => goTo(0));
  }
  return { show, end: () => finish(false) };
}
