// The reveal of a shared sheet: the phone that started it leads, and every phone shows the same category.
import { after } from "../common/clock.js";
import { documents } from "../common/device.js";
import { connect } from "../common/sync.js";
import { start } from "./reveal.js";

const PATIENCE = 8000; // milliseconds without a step of the leading phone, after which the others advance by themselves and by taps
const STEP = /^\S+ (-?\d+)$/; // after the day

/** Lead the reveal of a day: the other phones hear each step, the latest where one could not be sent. `id` is the shared sheet's document. */
function lead(id, day, byKeys, data, onEnd) {
  const connection = connect(documents, id);
  let telling = Promise.resolve();
  const tell = (step) => connection.enter([["@reveal", [`${day} ${step}`]]]).then(connection.send);
  return start(data, {
    byKeys,
    onStep: (step) => { telling = tell(step); },
    onEnd(cover) {
      telling.then(connection.close);
      return onEnd(cover);
    },
  });
}

/** Show the leading phone's step, or advance alone if it is silent. */
function follow(id, data, onEnd) {
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
      return onEnd(cover);
    },
  });
  go(-1);
  onValues(["@reveal"]); // the sheet's page may have heard of the first step
}

/** Reveal a shared sheet's result; only the phone that started the reveal has a `day`. */
export const revealTogether = (data, { id, day, byKeys }, onEnd) => (day ? lead(id, day, byKeys, data, onEnd) : follow(id, data, onEnd));
