// Presents each slot of a text of seats such as "AB-" as a control of its own, which boards read and write.
import { LETTERS } from "../../common/dom.js";

/** Return the seat of a letter or digit as text, or "". */
function seatOf(sign = "-") {
  const at = LETTERS.indexOf(sign.toUpperCase());
  if (at >= 0) return String(at);
  return /\d/.test(sign) ? sign : "";
}

/** Return `count` slots of a text box; each has a `value`, its seat or "", and its `input`. */
export function slots(input, count) {
  const read = (i) => seatOf(input.value[i]);
  return Array.from({ length: count }, (_, i) => ({
    input,
    name: input.name,
    get value() { return read(i); },
    set value(seat) {
      const signs = Array.from({ length: count }, (__, j) => (j === i ? seat : read(j))).map((one) => (one === "" ? "-" : LETTERS[one]));
      input.value = signs.join("").replace(/^-+$/, "");
    },
    dispatchEvent: (event) => input.dispatchEvent(event),
  }));
}

/** Present a group of radio buttons, or of one check box, as one control. */
export function radios(form, name) {
  const group = form.elements[name];
  return {
    name,
    includes: (one) => [...group].includes(one),
    get value() { return [...group].find(({ checked, value }) => checked && value)?.value ?? ""; },
    set value(seat) { for (const one of group) one.checked = one.value === seat; },
  };
}
