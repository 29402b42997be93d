// Keeps the screen on while a sheet is open, where the device can do that; the switch is remembered.
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
      // Refused, as with an empty battery: the screen goes dark as ever.
    }
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    localSet("awake", isWanted() ? "off" : "on");
    updateLock();
  });
  document.addEventListener("visibilitychange", updateLock); // the lock is lost while the page is out of sight
  updateLock();
}
