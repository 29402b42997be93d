// Strokes over the squares of a board: one finger or the mouse draws, two fingers scroll and zoom.

/**
 * Call `begins(place)`, `goes(place)`, `ends(place)` for strokes in `box`, and `stops()` if a second finger touches or the browser
 * takes the finger to move the page. A click without a pointer, as voice control and screen readers send it, is a stroke of one place.
 * `under(event)` returns the place below an event, `at(event)` that of its target, and `on()` whether strokes are enabled. Returns a function that says whether one is being drawn.
 */
export function strokes(box, { on, under, at, begins, goes, ends, stops }) {
  const fingers = new Map();
  let stroke = null;
  let isDrawn = false; // whether a click of a pointer is the end of a stroke

  box.addEventListener("pointerdown", (event) => {
    const place = under(event);
    if (!on() || event.button || !place) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) {
      stroke = new Set([place]);
      isDrawn = true;
      begins(place);
    } else if (stroke) {
      stroke = null;
      stops();
    }
  });
  // Prevent the click after a stroke, which could hit something else.
  box.addEventListener("touchend", (event) => {
    if (!on() || !event.cancelable) return;
    event.preventDefault();
    isDrawn = false;
  });
  box.addEventListener("click", (event) => {
    const place = !(event.detail && isDrawn) && on() && at(event);
    isDrawn = false;
    if (!place) return;
    begins(place);
    ends(place);
  });
  addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) box.scrollBy((before.clientX - event.clientX) / fingers.size, (before.clientY - event.clientY) / fingers.size);
    const place = stroke && under(event);
    if (!place || stroke.has(place)) return;
    stroke.add(place);
    goes(place);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, (event) => {
      if (!fingers.delete(event.pointerId) || !stroke) return;
      const last = [...stroke].at(-1);
      stroke = null;
      if (end === "pointerup") ends(last);
      else stops();
    });
  }
  return () => stroke !== null;
}
