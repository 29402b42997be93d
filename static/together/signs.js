// Typing indicators: three dots in the empty field that somebody else has focused. They are not stored, and losing one does no harm.
import { after, now } from "../common/clock.js";
import { documents } from "../common/device.js";
import { controlOf } from "../sheet/controller.js";

const DELAY_MILLISECONDS = 500; // in an empty field, before the others are told: somebody who types at once shows it by the number itself
const PAUSE_MILLISECONDS = 3000; // between two signs of this device
const SIGN_MILLISECONDS = 10_000; // how long a sign is shown

const isEmptyField = (element) => element.matches?.("input.in[placeholder]") && element.name && !element.value;
const placeOf = (form, name) => {
  const control = controlOf(form, name);
  return control?.matches("input.in[placeholder]") ? control.closest(".cell, .tile, .row") : null;
};

/** Send this device's typing indicators to `api`, the shared sheet's address; return a function that shows those of others. */
export function setUpSigns(form, api) {
  let cancel = () => {};
  let last = 0;
  form.addEventListener("focusin", ({ target }) => {
    cancel();
    if (!isEmptyField(target)) return;
    cancel = after(DELAY_MILLISECONDS, () => {
      if (target !== document.activeElement || !isEmptyField(target) || now() - last < PAUSE_MILLISECONDS) return;
      last = now();
      const body = JSON.stringify({ device: documents.device, name: target.name });
      fetch(`${api}/typing`, { method: "POST", headers: { "Content-Type": "application/json" }, body, credentials: "omit" }).catch(() => {});
    });
  });
  form.addEventListener("focusout", () => cancel());

  const shown = new Map(); // device -> the element with its dots, and the timer that removes them
  function hide(from) {
    const { place, end } = shown.get(from) ?? {};
    end?.();
    shown.delete(from);
    if (![...shown.values()].some((one) => one.place === place)) place?.classList.remove("being-typed");
  }
  return ({ device: from, name }) => {
    hide(from);
    const place = placeOf(form, name);
    if (!place) return;
    place.classList.add("being-typed");
    shown.set(from, { place, end: after(SIGN_MILLISECONDS, () => hide(from)) });
  };
}
