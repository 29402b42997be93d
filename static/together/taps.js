// Taps on a shared sheet: a second tap on a choice clears it, and the buttons next to a number change it by one.

/** Set up the taps on `form`. */
export function setUpTaps(form) {
  let choice = null;
  form.addEventListener("pointerdown", ({ target }) => {
    choice = target.closest(".pick")?.querySelector("input[type=radio]:checked") ?? null;
  });
  form.addEventListener("click", ({ target }) => {
    if (choice && target === choice) {
      form.querySelector(`[name="${CSS.escape(choice.name)}"][value=""]`).checked = true;
      for (const type of ["input", "change"]) choice.dispatchEvent(new Event(type, { bubbles: true }));
      choice = null;
    }
    const cell = target.dataset.step && target.parentNode.querySelector("input");
    const count = Number(cell?.value) + Number(target.dataset.step);
    if (!cell || !(count >= 0)) return;
    cell.value = count;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
