// Strokes over the squares of a board: one finger or the mouse draws, two fingers move what is seen of it.

/**
 * `begins(place)`, `goes(place)`, `ends(place)` and, where a second finger comes, `stops()` are told of strokes in `box`;
 * `under(event)` is the place that an event is over, `on()` whether strokes are meant at all.
 */
export function strokes(box, { on, under, begins, goes, ends, stops }) {
  const fingers = new Map();
  let stroke = null;

  box.addEventListener("pointerdown", (event) => {
    const place = under(event);
    if (!on() || event.button || !place) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) {
      stroke = new Set([place]);
      begins(place);
    } else if (stroke) {
      stroke = null;
      stops();
    }
  });
  // What a finger did is done: no click is to follow, on whatever has come to lie under it.
  box.addEventListener("touchend", (event) => { if (on() && event.cancelable) event.preventDefault(); });
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
      ends(last);
    });
  }
}
