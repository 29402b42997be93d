// The end of a reveal: the winner's lane grows until its colour covers the screen. Tied winners share the screen, in seat order.
import { chip, make, minus } from "../common/dom.js";

const sizeOf = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

function drawWinner(data, seat, isAlone) {
  const { name, total } = data.players[seat];
  const points = minus(total);
  return make("section", { className: `winner seat-${seat}` },
    make("p", { className: "who" }, chip(seat), " ", make("span", {}, isAlone ? data.headline : name)),
    make("p", { className: `points num digits-${points.length}` }, points), make("i", { className: "edge" }));
}

function move(part, { lane, number }, duration) {
  const points = part.querySelector(".points");
  const [from, to, small, large] = [lane, part, number, points].map((element) => element.getBoundingClientRect());
  const [top, bottom] = [from.top - to.top, to.bottom - from.bottom];
  const shift = `translate(${small.left - large.left}px, ${small.top - large.top}px) scale(${sizeOf(number) / sizeOf(points)})`;
  const options = { duration, easing: "cubic-bezier(.3, 0, .1, 1)", fill: "both" };
  return [
    part.animate({ clipPath: [`inset(${top}px 0 ${bottom}px 0 round 12px)`, "inset(0 0 0 0 round 0px)"] }, options),
    part.querySelector(".edge").animate({ translate: [`0 ${top}px`, "0 0"], opacity: [1, 1, 0] }, options),
    points.animate({ transformOrigin: ["0 0", "0 0"], transform: [shift, "none"] }, options),
  ];
}

/** Cover the screen of `stage` with the winners' colours; return the cover when the animation has ended. */
export async function coverScreen(stage, data, duration) {
  const { winners } = data;
  const isAlone = winners.length === 1;
  const cover = make("div", { className: "winners", ariaHidden: "true" }, ...winners.map((seat) => drawWinner(data, seat, isAlone)));
  const emblem = document.querySelector(".hero > .game-emblem");
  cover.lastChild.append(make("p", { className: "margin" }, isAlone ? data.margin : data.headline), make("p", { className: "reason" }, isAlone ? data.reason : ""));
  if (emblem && isAlone) cover.lastChild.append(emblem.cloneNode(true));
  stage.dialog.append(cover);
  const moves = [...cover.children].flatMap((part, at) => move(part, stage.lanes[winners[at]], duration));
  await Promise.all(moves.map(({ finished }) => finished.catch(() => {})));
  return cover;
}
