// The reveal of a shared sheet: whoever began it leads, and every phone shows the same category.
import { newId } from "../common/database.js";
import { start } from "./reveal.js";

const PATIENCE = 8000; // milliseconds without a step of the leading phone, after which a phone goes on by itself
const STEP = /^\S+ (-?\d+)$/; // after the day

/** Tell the others where the reveal of a day is: `api` is the address of the shared sheet's entrances. Steps that get lost are passed over. */
function lead(api, day, data, onEnd) {
  const device = newId();
  let n = 0;
  let since = 0;
  let last = Promise.resolve();
  async function tell(step) {
    n += 1;
    const changes = [{ field: "@reveal", value: `${day} ${step}`, n, base: since, age: 0 }];
    const body = JSON.stringify({ device, since, changes, fields: true });
    const answer = await fetch(`${api}/sync`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer.ok) since = (await answer.json()).seq;
  }
  return start(data, { onStep: (step) => { last = last.then(() => tell(step)).catch(() => {}); }, onEnd });
}

/** Show the step that the leading phone shows, or go on alone where nothing is heard of it. */
async function follow(api, data, onEnd) {
  let timer;
  let latest = -1;
  let led;
  const source = new EventSource(`${api}/events?since=0&fields=1`);
  function go(step) {
    clearTimeout(timer);
    timer = setTimeout(() => go(latest + 1), PATIENCE);
    latest = Math.max(latest, step);
    led.show(latest);
  }
  led = await start(data, {
    step: -1,
    onEnd(cover) {
      clearTimeout(timer);
      source.close();
      return onEnd(cover);
    },
  });
  source.onmessage = (event) => {
    const [, step] = STEP.exec(JSON.parse(event.data).fields?.["@reveal"]?.value[0] ?? "") ?? [];
    if (step) go(Number(step));
  };
  go(-1);
}

/** Reveal a result at a shared sheet; the phone that began it has the `day`. */
export const revealTogether = (data, { api, day }, onEnd) => (day ? lead(api, day, data, onEnd) : follow(api, data, onEnd));
