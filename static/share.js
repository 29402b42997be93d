// Handing a result on with a script: its text goes to the phone's share sheet, or else to the clipboard; a play takes the time of the click.
const text = document.getElementById("chat-text");
const send = document.querySelector("[data-send]");
const print = document.querySelector("[data-print-page]");
const said = document.querySelector("[data-sent]");

function copy() {
  text.select();
  if (document.execCommand("copy")) said.textContent = `✓ ${send.dataset.copied}`;
}

send.hidden = print.hidden = false;
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
