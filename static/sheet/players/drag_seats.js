// Reorders seats by dragging; dropping one presses its move button, so every entry follows its player.

/** Let each seat of `form` be dragged by its grip; dropping it submits the move. */
export function setUpDragging(form) {
  const places = [...form.querySelectorAll(".place")];
  places.forEach((place, from) => {
    const grip = place.querySelector(".grip");
    grip.addEventListener("pointerdown", (down) => {
      down.preventDefault();
      grip.setPointerCapture(down.pointerId);
      const tops = places.map((other) => other.getBoundingClientRect().top);
      let to = from;
      const move = ({ clientY }) => {
        const top = tops[from] + clientY - down.clientY;
        to = tops.reduce((best, one, at) => (Math.abs(one - top) < Math.abs(tops[best] - top) ? at : best), from);
        place.style.translate = `0 ${clientY - down.clientY}px`;
        places.forEach((other, at) => other.classList.toggle("onto", at === to && to !== from));
      };
      const end = ({ type }) => {
        grip.removeEventListener("pointermove", move);
        place.style.translate = "";
        for (const other of places) other.classList.remove("onto");
        if (type === "pointercancel" || to === from) return;
        const button = place.querySelector('[name="move"]:enabled');
        button.value = `${from}.${to}`;
        button.click();
      };
      grip.addEventListener("pointermove", move);
      grip.addEventListener("pointerup", end, { once: true });
      grip.addEventListener("pointercancel", end, { once: true });
    });
  });
}
