// Trying other rules: each change shows its result at once and updates the address. Without scripts, a button submits the form.
import { request } from "../common/api.js";

const part = document.getElementById("trying");
const status = document.getElementById("tried");
let asked = new AbortController();

/** Return the form's address with its choices and the pressed button's value. */
function addressOf(form, button) {
  const data = new FormData(form, button);
  const query = new URLSearchParams(data);
  if (button?.name) query.set(button.name, button.value);
  return `${new URL(form.action).pathname}?${query}`;
}

async function show(address) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  let fresh;
  try {
    const answer = await request(address, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("trying");
  } catch {
    if (!signal.aborted) location.assign(address);
    return;
  }
  if (signal.aborted) return;
  const focused = document.activeElement?.id;
  part.replaceChildren(...fresh.childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const sentence = document.getElementById("sentence").textContent.trim();
  if (status.textContent !== sentence) status.textContent = sentence;
  const tried = part.querySelector("[data-tried]");
  history.replaceState(history.state, "", `${location.pathname}?${new URL(tried.href).searchParams}`);
}

part.addEventListener("change", ({ target }) => { if (target.form) show(addressOf(target.form)); });
part.addEventListener("submit", (event) => {
  event.preventDefault();
  show(addressOf(event.target, event.submitter));
});
part.addEventListener("click", (event) => {
  const shared = event.target.closest(".share a");
  if (shared) {
    event.preventDefault();
    addEventListener("copy", (copy) => {
      copy.preventDefault();
      copy.clipboardData.setData("text/plain", shared.href);
    }, { once: true });
    if (document.execCommand("copy")) shared.nextElementSibling.textContent = `✓ ${shared.dataset.copied}`;
    return;
  }
  const undo = event.target.closest(".undo");
  if (!undo || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(undo.pathname + undo.search);
});
// The form as it stands: something may have been chosen already.
const changed = [...part.querySelectorAll("input")].find((input) => input.checked !== input.defaultChecked);
if (changed) show(addressOf(changed.form));
