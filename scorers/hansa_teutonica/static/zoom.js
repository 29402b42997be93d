// A drawing that grows and shrinks inside its own scroll box: by buttons, two fingers or Ctrl and the wheel. The page stays as it is.

const TOUCH = 44; // CSS px that a thumb needs
const MOST = 2.5;

/** `field` scrolls, `svg` lies in it; `pitch` is how wide a target is in the drawing's units; data-zoom marks the buttons of `board`. */
export function zoomable(board, field, svg, pitch) {
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  let scale = 0;
  const fit = () => Math.min(field.clientWidth / width, field.clientHeight / height);
  const near = () => Math.max((TOUCH + 1) / pitch, fit());

  /** Scale the drawing, the point at `clientX`, `clientY` (or the middle of the box) staying where it is. */
  function zoom(to, clientX, clientY) {
    const box = field.getBoundingClientRect();
    const area = svg.getBoundingClientRect();
    const at = [clientX ?? box.x + box.width / 2, clientY ?? box.y + box.height / 2];
    const share = [(at[0] - area.x) / area.width, (at[1] - area.y) / area.height];
    scale = Math.min(MOST, Math.max(fit(), to));
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${height * scale}px`;
    svg.classList.toggle("far", scale < 0.6);
    field.classList.toggle("zoomed", scale > fit() + 0.01); // only then are swipes and the wheel the drawing's own
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
  // At first the whole is shown; where the screen is small, so much of it that its names can be read.
  const small = matchMedia("(max-width: 49.9rem)");
  const first = () => (small.matches ? Math.min(near(), Math.max(field.clientWidth / width, field.clientHeight / height)) : 0);
  let isOpen = false;
  new ResizeObserver(() => {
    if (!field.clientWidth) return;
    zoom(isOpen && scale >= near() ? scale : first());
    isOpen = true;
  }).observe(field);

  return {
    /** Whether a thumb can hit what is `pitch` wide. */
    get close() { return scale * pitch >= TOUCH; },
    /** Bring targets to a thumb's size, if they are smaller. */
    approach: (clientX, clientY) => zoom(Math.max(scale, near()), clientX, clientY),
    /** Scroll so that a point of the drawing lies in the middle. */
    centre(x, y) {
      field.scrollLeft = (x - left) * scale - field.clientWidth / 2;
      field.scrollTop = (y - top) * scale - field.clientHeight / 2;
    },
  };
}
