// Trying other rules: each change shows its result at once and updates the address. Without scripts, a button submits the form.
import { request } from "../common/api.js";
import { setUpCopying } from "../common/copying.js";
import { setText, swap } from "../common/dom.js";

const main = document.getElementById("main");
const status = document.getElementById("tried");
let asked = new AbortController();

/** Return the form's address with its choices and the pressed button's value. */
function addressOf(form, button) {
  const query = new URLSearchParams(new FormData(form, button));
  if (button?.name) query.set(button.name, button.value);
  return `${new URL(form.action).pathname}?${query}`;
}

async function show(address) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    await swap(address, "#trying", { ask: request, signal });
  } catch {
    if (!signal.aborted) location.assign(address);
    return;
  }
  setText(status, document.getElementById("sentence").textContent.trim());
  const tried = document.querySelector("#trying [data-tried]");
  history.replaceState(history.state, "", `${location.pathname}?${new URL(tried.href).searchParams}`);
}

main.addEventListener("change", ({ target }) => { if (target.form) show(addressOf(target.form)); });
main.addEventListener("submit", (event) => {
  event.preventDefault();
  show(addressOf(event.target, event.submitter));
});
main.addEventListener("click", (event) => {
  const undo = event.target.closest(".undo");
  if (!undo || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(undo.pathname + undo.search);
});
setUpCopying(main);
// The form as it stands: something may have been chosen already.
const changed = [...document.querySelectorAll("#trying input")].find((input) => input.checked !== input.defaultChecked);
if (changed) show(addressOf(changed.form));
