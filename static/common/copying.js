// Copying a text, also over plain http, where browsers offer no clipboard.
import { make } from "./dom.js";

/** Copy a text; return whether the browser did. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, readOnly: true, className: "unseen" });
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    focused?.focus({ preventScroll: true });
    return isCopied;
  }
}

/** Within `root`, let links with data-copied copy their address, and buttons with data-copy that text, also links that are added later; the status beside them says so. */
export function setUpCopying(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  root.addEventListener("click", async (event) => {
    const control = event.target.closest(":is(a, [data-copy])[data-copied]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { copy = control.href, copied, refused = "" } = control.dataset;
    control.parentNode.querySelector("[role=status]").textContent = await copyText(copy) ? `✓ ${copied}` : refused;
  });
}
