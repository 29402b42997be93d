// The reveal of a shared sheet: the phone that started it leads, and every phone shows the same category.
import { newId } from "../common/documents.js";
import { start } from "./reveal.js";

const PATIENCE = 8000; // milliseconds without a step of the leading phone, after which the others advance by themselves and by taps
const STEP = /^\S+ (-?\d+)$/; // after the day

/** Lead the reveal of a day: send each step to the other phones. `api` is the shared sheet's address in the API. Lost steps are skipped. */
function lead(api, day, byKeys, data, onEnd) {
  const device = newId();
  let n = 0;
  let since = 0;
  let last = Promise.resolve();
  async function tell(step) {
    n += 1;
    const changes = [{ field: "@reveal", value: `${day} ${step}`, n, base: since, age: 0 }];
    const body = JSON.stringify({ device, since, changes, fields: true });
    const answer = await fetch(`${api}/sync`, { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: true });
    if (answer.ok) since = (await answer.json()).seq;
  }
  return start(data, { byKeys, onStep: (step) => { last = last.then(() => tell(step)).catch(() => {}); }, onEnd });
}

/** Show the leading phone's step, or advance alone if it is silent. */
function follow(api, data, onEnd) {
  let timer;
  let latest = -1;
  const source = new EventSource(`${api}/events?since=0&fields=1`);
  source.onmessage = (event) => {
    const [, step] = STEP.exec(JSON.parse(event.data).fields?.["@reveal"]?.value[0] ?? "") ?? [];
    if (step) go(Number(step));
  };
  function goAlone() {
    led.letGo();
    go(led.step() + 1);
  }
  function go(step) {
    latest = Math.max(latest, step);
    clearTimeout(timer);
    timer = setTimeout(goAlone, PATIENCE);
    led.show(latest);
  }
  const led = start(data, {
    step: -1,
    onEnd(cover) {
      clearTimeout(timer);
      source.close();
      return onEnd(cover);
    },
  });
  go(-1);
}

/** Reveal a shared sheet's result; only the phone that started the reveal has a `day`. */
export const revealTogether = (data, { api, day, byKeys }, onEnd) => (day ? lead(api, day, byKeys, data, onEnd) : follow(api, data, onEnd));
