// Keeps the screen on while a sheet is open, if the device supports it; the switch is remembered.
import { localGet, localSet } from "../common/storage.js";

/** Set up the switch, which is hidden until then. */
export function setUpWakeLock(button) {
  if (!navigator.wakeLock) return;
  const isWanted = () => localGet("awake") !== "off";
  let lock = null;
  async function updateLock() {
    button.ariaPressed = String(isWanted());
    if (!isWanted()) return lock?.release();
    if (document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // Refused, for example because of a low battery.
    }
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    localSet("awake", isWanted() ? "off" : "on");
    updateLock();
  });
  document.addEventListener("visibilitychange", updateLock); // the lock is lost while the page is hidden
  updateLock();
}
