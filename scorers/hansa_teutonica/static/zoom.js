// Zooms a drawing inside its scroll box: by buttons, two fingers or Ctrl and the wheel. The page itself does not zoom.

const MIN_TARGET = 44; // CSS px of a touch target
const MAX_SCALE = 2.5;

/** Set up the zoom of `svg` in the scroll box `field`; `pitch` is the width of a target in SVG units; data-zoom marks the buttons of `board`. */
export function zoomable(board, field, svg, pitch) {
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  let scale = 0;
  const fit = () => Math.min(field.clientWidth / width, field.clientHeight / height);
  const near = () => Math.max((MIN_TARGET + 1) / pitch, fit());

  /** Scale the drawing around the point at `clientX`, `clientY`, by default the middle of the box. */
  function zoom(to, clientX, clientY) {
    const box = field.getBoundingClientRect();
    const area = svg.getBoundingClientRect();
    const at = [clientX ?? box.x + box.width / 2, clientY ?? box.y + box.height / 2];
    const share = [(at[0] - area.x) / area.width, (at[1] - area.y) / area.height];
    scale = Math.min(MAX_SCALE, Math.max(fit(), to));
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${height * scale}px`;
    svg.classList.toggle("far", scale < 0.6);
    field.classList.toggle("zoomed", scale > fit() + 0.01); // only then does the drawing handle swipes and the wheel
    field.scrollLeft = share[0] * width * scale - (at[0] - box.x);
    field.scrollTop = share[1] * height * scale - (at[1] - box.y);
  }

  const steps = { in: () => (scale < near() - 0.01 ? near() : scale * 1.4), out: () => (scale > near() + 0.01 ? near() : fit()) };
  board.addEventListener("click", (event) => {
    const step = steps[event.target.closest("[data-zoom]")?.dataset.zoom];
    if (step) zoom(step());
  });
  field.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  let before = 0;
  field.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (before) zoom((scale * apart) / before, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    before = apart;
  }, { passive: false });
  for (const end of ["touchend", "touchcancel"]) field.addEventListener(end, () => { before = 0; });
  // Show the whole drawing at first, or on a small screen as much as a thumb can hit.
  const small = matchMedia("(max-width: 49.9rem)");
  const first = () => (small.matches ? near() : 0);
  let isOpen = false;
  new ResizeObserver(() => {
    if (!field.clientWidth) return;
    zoom(isOpen && scale >= near() ? scale : first());
    isOpen = true;
  }).observe(field);

  return {
    /** Whether targets are large enough to touch. */
    get close() { return scale * pitch >= MIN_TARGET; },
    /** Enlarge targets to touch size if they are smaller. */
    approach: (clientX, clientY) => zoom(Math.max(scale, near()), clientX, clientY),
    /** Scroll a point of the drawing to the middle. */
    centre(x, y) {
      field.scrollLeft = (x - left) * scale - field.clientWidth / 2;
      field.scrollTop = (y - top) * scale - field.clientHeight / 2;
    },
  };
}
