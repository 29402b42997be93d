// The end of a reveal: the winner's lane grows until its colour covers the screen. Tied winners share the screen, in seat order.
import { make } from "../common/dom.js";
import { chip, text } from "./stage.js";

const sizeOf = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

function drawWood(data, seat, isAlone) {
  const { name, total } = data.players[seat];
  const points = text(total);
  return make("section", { className: `wood seat-${seat}` },
    make("p", { className: "who" }, chip(seat), " ", make("span", {}, isAlone ? data.headline : name)),
    make("p", { className: `points num digits-${points.length}` }, points), make("i", { className: "edge" }));
}

function move(wood, { lane, number }, duration) {
  const points = wood.querySelector(".points");
  const [from, to, small, large] = [lane, wood, number, points].map((element) => element.getBoundingClientRect());
  const [top, bottom] = [from.top - to.top, to.bottom - from.bottom];
  const shift = `translate(${small.left - large.left}px, ${small.top - large.top}px) scale(${sizeOf(number) / sizeOf(points)})`;
  const options = { duration, easing: "cubic-bezier(.3, 0, .1, 1)", fill: "both" };
  return [
    wood.animate({ clipPath: [`inset(${top}px 0 ${bottom}px 0 round 12px)`, "inset(0 0 0 0 round 0px)"] }, options),
    wood.querySelector(".edge").animate({ translate: [`0 ${top}px`, "0 0"], opacity: [1, 1, 0] }, options),
    points.animate({ transformOrigin: ["0 0", "0 0"], transform: [shift, "none"] }, options),
  ];
}

/** Cover the screen of `stage` with the winners' colours; return the cover when the animation has ended. */
export async function coverScreen(stage, data, duration) {
  const { winners } = data;
  const isAlone = winners.length === 1;
  const woods = make("div", { className: "woods", ariaHidden: "true" }, ...winners.map((seat) => drawWood(data, seat, isAlone)));
  const crest = document.querySelector(".hero > .crest");
  woods.lastChild.append(make("p", { className: "margin" }, isAlone ? data.margin : data.headline), make("p", { className: "reason" }, isAlone ? data.reason : ""));
  if (crest && isAlone) woods.lastChild.append(crest.cloneNode(true));
  stage.dialog.append(woods);
  const moves = [...woods.children].flatMap((wood, at) => move(wood, stage.lanes[winners[at]], duration));
  await Promise.all(moves.map(({ finished }) => finished.catch(() => {})));
  return woods;
}
