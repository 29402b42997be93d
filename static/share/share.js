// Shares a result: its text through the phone's share sheet or else the clipboard, its picture likewise or else as a file. A play for BG
// Stats gets the time of the click. The drawing script is loaded when this part of the page is opened.
const text = document.getElementById("chat-text");
const send = document.querySelector("[data-send]");
const picture = document.querySelector("[data-picture]");
const print = document.querySelector("[data-print-page]");
const note = document.querySelector("[data-sent]");

function copy() {
  text.select();
  if (document.execCommand("copy")) note.textContent = `✓ ${send.dataset.copied}`;
}

send.hidden = print.hidden = picture.hidden = false;
picture.closest("details").addEventListener("toggle", () => import("./picture.js"), { once: true });
picture.addEventListener("click", async () => {
  const { drawPicture } = await import("./picture.js");
  const file = await drawPicture(picture.dataset.picture);
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text: text.value });
      return;
    } catch (reason) {
      if (reason.name === "AbortError") return;
    }
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  note.textContent = `✓ ${picture.dataset.saved}`;
});
print.addEventListener("click", () => window.print());
send.addEventListener("click", async () => {
  if (!navigator.share) return copy();
  try {
    await navigator.share({ text: text.value });
  } catch (reason) {
    if (reason.name !== "AbortError") copy();
  }
});

document.querySelector("[data-bg-stats]").addEventListener("click", ({ currentTarget: link }) => {
  const url = new URL(link.href);
  const play = JSON.parse(url.searchParams.get("data"));
  play.playDate = new Date().toISOString().slice(0, 19).replace("T", " ");
  url.search = `data=${encodeURIComponent(JSON.stringify(play))}`;
  link.href = url;
});
