// What nobody has answered besides numbers: its names beside the number of blanks, and the controls that confirm it as it stands.
// The server says with each score what that is.
const form = document.getElementById("sheet");
const note = document.getElementById("unanswered");

/** Show the controls of groups that nobody has answered, and of those that are confirmed, which can be taken back. */
function show(groups) {
  form.dataset.open = groups.length;
  const open = new Set(groups.map(({ sure }) => sure));
  for (const line of form.querySelectorAll(".sure")) {
    const { checked, value } = line.querySelector("input");
    line.hidden = !checked && !open.has(value);
  }
  if (!note) return;
  const names = groups.map(({ label }) => label).join(note.dataset.list);
  const text = names && note.dataset.text.replace("{entries}", () => names);
  if (note.textContent !== text) note.textContent = text;
}

form.addEventListener("scored", ({ detail: { unanswered } }) => unanswered && show(unanswered));
