// Shares a result: its text through the phone's share sheet or else the clipboard, its picture likewise or else as a file. A play for BG
// Stats gets the time of the click. The picture is drawn when this part of the page is opened: Safari opens no share sheet for a
// tap that is over by the time something is drawn.
import { copyText } from "../common/copying.js";
import { make } from "../common/dom.js";

const text = document.getElementById("chat-text");
const send = document.querySelector("[data-send]");
const picture = document.querySelector("[data-picture]");
const print = document.querySelector("[data-print-page]");
const note = document.querySelector("[data-sent]");

async function copy() {
  note.textContent = await copyText(text.value) ? `✓ ${send.dataset.copied}` : send.dataset.refused;
}

send.hidden = print.hidden = picture.hidden = false;
const panel = picture.closest("details");
const draw = async () => (await import("./picture.js")).drawPicture(picture.dataset.picture);
let drawing = null;
panel.addEventListener("toggle", () => {
  drawing = panel.open ? draw().catch(() => null) : null; // each time in the colours of the moment
});
picture.addEventListener("click", async () => {
  const file = await drawing ?? await draw();
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] }); // alone: with a text, some apps take only that
      return;
    } catch (reason) {
      if (reason.name === "AbortError") return;
    }
  }
  showPicture(file);
});

/** Show the picture to press and hold, and offer it as a file, which not every browser saves; none says whether it did. */
function showPicture(file) {
  const address = URL.createObjectURL(file);
  const link = make("a", { href: address, download: file.name }, make("img", { src: address, alt: picture.dataset.alt }));
  document.querySelector(".drawn")?.remove();
  picture.closest(".share-actions").after(make("figure", { className: "drawn" }, link, make("figcaption", {}, picture.dataset.held)));
  note.textContent = picture.dataset.held;
  link.click();
}
print.addEventListener("click", () => window.print());
send.addEventListener("click", async () => {
  if (!navigator.share) return copy();
  try {
    await navigator.share({ text: text.value });
  } catch (reason) {
    if (reason.name !== "AbortError") copy();
  }
});

// A tap beside the open panel only closes it.
document.addEventListener("click", (event) => {
  if (!panel.open || panel.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  panel.open = false;
}, true);

document.querySelector("[data-bg-stats]").addEventListener("click", ({ currentTarget: link }) => {
  const url = new URL(link.href);
  const play = JSON.parse(url.searchParams.get("data"));
  play.playDate = new Date().toISOString().slice(0, 19).replace("T", " ");
  url.search = `data=${encodeURIComponent(JSON.stringify(play))}`;
  link.href = url;
});
