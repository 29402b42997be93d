// The screen stays on while a sheet is open, where the device can do that; a switch, which is remembered, lets it go dark.
import { localGet, localSet } from "../common/storage.js";

/** Sets up the switch, which is hidden until then. */
export function awake(button) {
  if (!navigator.wakeLock) return;
  const isWanted = () => localGet("awake") !== "off";
  let lock = null;
  async function hold() {
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
    hold();
  });
  document.addEventListener("visibilitychange", hold); // the lock is lost while the page is out of sight
  hold();
}
