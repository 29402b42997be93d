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

/** Let each button with data-copy copy that text, and say so in the status beside it. */
export function setUpCopying(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const { copy, copied, refused = "" } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", async () => { button.parentNode.querySelector("[role=status]").textContent = await copyText(copy) ? copied : refused; });
  }
}
