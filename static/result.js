// The result page with a script: its link is copied, also where the page came over plain http and there is no clipboard to write to.
const link = document.querySelector("[data-share]");
const said = link.nextElementSibling;
link.textContent = link.dataset.share;

link.addEventListener("click", (event) => {
  event.preventDefault();
  addEventListener("copy", (copy) => {
    copy.preventDefault();
    copy.clipboardData.setData("text/plain", link.href);
  }, { once: true });
  if (document.execCommand("copy")) said.textContent = `✓ ${link.dataset.copied}`;
});
