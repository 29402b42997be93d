// A text of seats such as "AB-", one letter a slot, as if each slot were a control of its own: boards read and write them one by one.
import { LETTERS } from "../../boards/board.js";

/** The seat that a letter or a digit stands for, as text; "" where there is none. */
function seatOf(sign = "-") {
  const at = LETTERS.indexOf(sign.toUpperCase());
  if (at >= 0) return String(at);
  return /\d/.test(sign) ? sign : "";
}

/** `count` slots of a text box: each has a `value`, the seat in it or "", and the `input` it belongs to. */
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

/** A group of radio buttons as one control. */
export function radios(form, name) {
  const group = form.elements[name];
  return {
    name,
    includes: (one) => [...group].includes(one),
    get value() { return group.value; },
    set value(seat) { group.value = seat; },
  };
}
