// What nobody has answered besides numbers: its names beside the number of blanks, and the controls that confirm it as it stands.
// The server says with each score what that is.
import { setText } from "../common/dom.js";
import { namesOf } from "./model.js";

/** Show in `form`, whose fields are in `model`, what nobody has answered by its latest score. */
export function setUpUnanswered(form, model) {
  const note = document.getElementById("unanswered");

  // The control of a group that is confirmed stays, so that it can be taken back.
  function show(groups) {
    const open = new Set(groups.map(({ sure }) => sure));
    form.dataset.open = groups.length;
    for (const line of form.querySelectorAll(".sure")) {
      const { checked, value } = line.querySelector("input");
      line.hidden = !checked && !open.has(value);
    }
    if (!note) return;
    const names = groups.map(({ label }) => label).join(note.dataset.list);
    setText(note, names && note.dataset.text.replace("{entries}", () => names));
  }
  // Keys go on before the score of a choice is there, and must not stop at what that choice has answered: `keys` by `0.keys`, `coellen` by `coellen.7`.
  // An answer in one record says nothing of others: `regions.2.threat` is not `regions.threat`.
  form.addEventListener("input", (event) => {
    const answered = new Set(namesOf(event).filter((name) => String(model.get(name))).map((name) => name.match(/^(?:\d+\.)?([^.]*)/)[1]));
    for (const line of form.querySelectorAll(".sure:not([hidden])")) {
      const { checked, value } = line.querySelector("input");
      line.hidden = !checked && value.split(" ").some((name) => answered.has(name));
    }
  });
  form.addEventListener("scored", ({ detail: { unanswered } }) => unanswered && show(unanswered));
}

/** Return how many groups of choices nobody has answered. */
export const countOpen = (form) => Number(form.dataset.open ?? 0);

/** Return number cells together with the controls of what nobody has answered, in the order of the page. */
export function withOpen(form, cells) {
  const open = [...form.querySelectorAll(".sure:not([hidden]) input:not(:checked)")];
  const follows = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
  if (document.documentElement.dataset.by === "player") return [...cells, ...open];
  return [...cells, ...open].sort((one, other) => (follows(one, other) ? 1 : -1));
}
