// The invitation to a shared sheet: its link is sent to a chat, or copied where the browser sends nothing.
import { copyText } from "../common/copying.js";

const button = document.querySelector("[data-link]");
const { link, title, copy, copied, refused } = button.dataset;
button.setAttribute("aria-live", "polite");
button.hidden = false;
if (!navigator.share) button.textContent = copy;
button.addEventListener("click", async () => {
  if (navigator.share) await navigator.share({ title, url: link }).catch(() => {});
  else button.textContent = await copyText(link) ? copied : refused;
});
