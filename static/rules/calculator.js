// Buttons for entering players' letters: each tap appends one to its text box, and the last can be removed.
for (const taps of document.querySelectorAll(".taps")) {
  const box = document.getElementById(taps.dataset.for);
  const status = taps.querySelector("[role=status]");
  taps.hidden = false;
  taps.addEventListener("click", ({ target }) => {
    const letter = target.closest("button")?.dataset.letter;
    if (letter === undefined) return;
    box.value = letter ? box.value + letter : box.value.slice(0, -1);
    status.textContent = [...box.value].join(" ");
  });
}
