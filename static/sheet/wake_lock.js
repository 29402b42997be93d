// Keeps the screen on while a sheet is open, if the device supports it; the switch is remembered, and shows whether the screen is kept on.
import { localGet, localSet } from "../common/storage.js";

/** Set up the switch, which is hidden until then. */
export function setUpWakeLock(button) {
  if (!navigator.wakeLock) return;
  let lock = null;
  const isHeld = () => Boolean(lock && !lock.released);
  const show = () => { button.ariaPressed = String(isHeld()); };
  async function hold() {
    if (localGet("awake") === "off" || document.hidden || isHeld()) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener?.("release", show); // a hidden page loses it
    } catch {
      // Refused, for example because of a low battery.
    }
    show();
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isOff = isHeld();
    localSet("awake", isOff ? "off" : "on");
    if (!isOff) return hold();
    await lock.release();
    return show();
  });
  document.addEventListener("visibilitychange", hold);
  show();
  hold();
}
