// The result page with a script: copy the link.
const link = document.querySelector("[data-share]");

if (link && navigator.clipboard) {
  link.hidden = false;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    await navigator.clipboard.writeText(link.href);
    link.append(" ✓");
  });
}
