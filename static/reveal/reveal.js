// The reveal of a result: tiles turn, bars grow category by category, the deciding one last, and the winner's colour covers the screen.
//
// `start(data, options)` shows it over the page; `data` comes from web/result/reveal.py, including all words. Without options it advances by
// itself and at every tap, or while it is paused only at taps; `byKeys`, it begins paused, unless the reader chose otherwise before. On a shared sheet, the host's phone reports each step through `onStep(step)`; the other phones pass `step`, and
// follow by calling `show(step)` of the object that `start` returns, whose `step()` is the latest that was shown. Step -1 is the tiles, 0 the
// first category, and after the last one comes the result. "See result" ends the reveal on that phone, and on the host's it reports the result,
// to which the others then go; after `letGo()`, taps advance one that was led. `onEnd(cover)` is awaited before the reveal is removed: `cover` is
// the element in the winners' colours that covers the screen, or null.
import { localGet, localSet } from "../common/storage.js";
import { lastOrder, planSteps, planTimes, waitsForTaps } from "./sequence.js";
import { coverScreen, makeStage } from "./stage.js";

const REMINDER = 4000; // milliseconds between a paused leader's repeated steps: the others would take its silence for a lost connection

/** Create waits that a tap can skip; skipping also finishes the animations in `root()`. */
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
export function start(data, { step: ledStep, byKeys = false, onStep = () => {}, onEnd = () => {} } = {}) {
  const isLed = ledStep !== undefined;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const plan = planSteps(data);
  const { steps } = plan;
  const times = planTimes(steps, data.players.length);
  const clock = makeClock(() => stage.dialog);
  const stage = makeStage(data, plan, { times, isLed, isStill, isSkipping: clock.isSkipping });
  const { dialog } = stage;
  let current = -1;
  let isOver = false;
  let waiting = -1; // the step that a pause holds back
  let reminder;
  let canTap = !isLed;
  let run = Promise.resolve(); // settles when the latest step is shown

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
    clearInterval(reminder);
    if (!isLed && current < steps.length) onStep(steps.length);
    clock.skip();
    stage.say(data.result);
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
      if (!isLed && !clock.isSkipping()) setTimeout(goOnAlone, 0, at + 1);
    }
  }

  /** Go to a step, skipping those in between. */
  function show(at) {
    if (isOver || at <= current) return;
    clock.skip();
    run = run.then(() => goTo(at));
  }
  const isPaused = () => stage.pause.ariaPressed === "true";
  function goOnAlone(at) {
    if (isPaused()) waiting = at;
    else show(at);
  }
  function hold() {
    stage.pause.ariaPressed = "true";
    reminder = setInterval(() => onStep(current), REMINDER);
  }
  /** Wait for taps from now on, or go on; the next reveal on this device does the same. */
  function pause() {
    const holds = !isPaused();
    localSet("pace", holds ? "taps" : "itself");
    if (holds) return hold();
    stage.pause.ariaPressed = "false";
    clearInterval(reminder);
    return show(waiting);
  }
  function letGo() {
    canTap = true;
    Object.assign(stage.next, { disabled: false, textContent: data.words.next });
  }
  const goOn = () => (isOver ? clock.skip() : show(current + 1));

  dialog.addEventListener("click", ({ target }) => {
    if (target === stage.end) finish(false);
    else if (target === stage.pause) pause();
    else if (canTap) goOn();
  });
  dialog.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === "p" && !stage.pause.hidden && !ctrlKey && !metaKey && !altKey) pause();
    else if (canTap && (key === "ArrowRight" || ([" ", "Enter"].includes(key) && target === dialog))) goOn();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    finish(false);
  });

  const waits = !isLed && (isStill || waitsForTaps(localGet("pace"), byKeys));
  if (waits) stage.sayHowToGoOn();
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  if (!steps.length) finish(true);
  else if (isStill) show(Math.max(0, ledStep ?? 0));
  else if (isLed) show(ledStep);
  else {
    if (waits) hold();
    onStep(-1);
    run = turnTiles().then(() => goOnAlone(0));
  }
  return { show, letGo, step: () => current };
}
