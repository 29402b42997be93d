// Colours of the seats, chosen at the name or in the panel. Choosing another player's colour swaps the two.
import { report } from "../model.js";
import { colourOf } from "../seats.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Set up the colours of `form`. */
export function setUpColours(form) {
  const names = [...form.querySelectorAll(".names .in")];
  const radios = names.map((_, seat) => [...form.querySelectorAll(`[name="${seat}.colour"]`)].filter(({ value }) => value));
  const colourNames = new Map(radios[0].map((radio) => [radio.value, radio.ariaLabel]));
  const nameOf = (seat) => names[seat].value.trim() || names[seat].placeholder;
  const early = radios.map((group) => group.find((radio) => radio.checked && !radio.defaultChecked)); // chosen before this script ran
  let isChosen = radios.flat().some((radio) => radio.checked);
  const { told } = document.getElementById("totals").dataset; // "name: total" in this language
  let row; // the colour buttons next to the focused name
  let pending; // the colour reached by arrow keys

  // Default colours are checked but not sent until one is chosen; then all are sent, so that no other player's default changes.
  form.addEventListener("formdata", ({ formData }) => {
    if (!isChosen) names.forEach((_, seat) => formData.delete(`${seat}.colour`));
  });

  function describeColour(pick, seat, colour) {
    const owner = names.findIndex((_, at) => colourOf(form, at) === colour);
    const isTaken = owner >= 0 && owner !== seat;
    pick.dataset.owner = isTaken ? names[owner].placeholder : "";
    if (!isTaken) return colourNames.get(colour);
    return told.replace("{name}", colourNames.get(colour)).replace("{total}", () => nameOf(owner));
  }
  function updateColours() {
    radios.forEach((group, seat) => {
      for (const radio of group) {
        radio.checked = radio.value === colourOf(form, seat);
        radio.ariaLabel = describeColour(radio.parentNode, seat, radio.value);
      }
    });
    if (row) showSwatches(row.seat);
  }

  function setColour(seat, colour) {
    form.classList.replace(`c${seat}-${colourOf(form, seat)}`, `c${seat}-${colour}`);
  }
  function chooseColour(seat, colour) {
    const before = colourOf(form, seat);
    const other = names.findIndex((_, at) => at !== seat && colourOf(form, at) === colour);
    if (other >= 0) setColour(other, before);
    setColour(seat, colour);
    isChosen = true;
    pending = null;
    updateColours();
    report(...radios.flat());
  }
  form.addEventListener("input", (event) => {
    const { target, detail } = event;
    if (detail?.names || !target.matches(".swatches input")) return;
    event.stopPropagation(); // the choice and what it swaps are one step
    chooseColour(parseInt(target.name, 10), target.value);
  }, true);

  // Arrow keys would choose, and so swap, at every step; here they only move until Space or blur.
  form.addEventListener("keydown", (event) => {
    if (!event.target.matches(".swatches input")) return;
    if (event.key === "Escape") pending = null;
    if (event.key === "Tab" && pending) chooseColour(parseInt(pending.name, 10), pending.value); // else Tab would go to the checked one
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const group = radios[parseInt(event.target.name, 10)];
    pending = group.at((group.indexOf(event.target) + STEPS[event.key]) % group.length);
    pending.focus();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (pending && relatedTarget?.name !== pending.name) chooseColour(parseInt(pending.name, 10), pending.value);
  });

  // Colours next to the focused name can be tapped while the name keeps the focus. For the keyboard they are one stop after the name.
  function showSwatches(seat) {
    if (row?.seat !== seat) {
      row?.element.remove();
      const element = Object.assign(document.createElement("div"), { className: "shades swatches", role: "toolbar" });
      element.append(...radios[seat].map(({ value }) => Object.assign(document.createElement("button"), { type: "button", className: `pick in-${value}`, value })));
      names[seat].closest(".cell").after(element);
      row = { seat, element };
    }
    row.element.ariaLabel = document.getElementById(`w-${seat}`).textContent;
    [...row.element.children].forEach((button, i) => {
      const { value, checked } = radios[seat][i];
      button.ariaLabel = describeColour(button, seat, value);
      button.ariaPressed = String(checked);
      button.tabIndex = checked ? 0 : -1;
    });
  }
  function updateSwatches(target) {
    const seat = names.indexOf(target);
    if (seat >= 0) showSwatches(seat);
    else if (!row?.element.contains(target)) row = row?.element.remove();
  }
  form.addEventListener("focusin", ({ target }) => updateSwatches(target));
  form.querySelector(".names").addEventListener("focusout", ({ relatedTarget }) => { updateSwatches(relatedTarget ?? document.activeElement); });
  form.addEventListener("keydown", (event) => {
    if (!event.target.matches(".shades button")) return;
    const buttons = [...row.element.children];
    if (event.key === "Escape") names[row.seat].focus();
    else if (event.key in STEPS) buttons.at((buttons.indexOf(event.target) + STEPS[event.key]) % buttons.length).focus();
    else return;
    event.preventDefault();
  });
  form.addEventListener("pointerdown", (event) => { if (event.target.closest(".shades")) event.preventDefault(); });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest(".shades button");
    if (button) chooseColour(row.seat, button.value);
  });

  form.addEventListener("change", ({ target }) => { if (names.includes(target)) updateColours(); });
  form.addEventListener("stepped", updateColours);
  updateColours();
  early.forEach((radio, seat) => { if (radio && radio.value !== colourOf(form, seat)) chooseColour(seat, radio.value); });
  if (document.activeElement) updateSwatches(document.activeElement);
}
