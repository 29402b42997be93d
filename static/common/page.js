// What every page does.

// Safari resets a form with autocomplete="off" when a page comes back from its back/forward cache: it may do so only while the page is shown.
for (const form of document.querySelectorAll('form[autocomplete="off"]')) {
  addEventListener("pagehide", () => form.removeAttribute("autocomplete"));
  addEventListener("pageshow", () => form.setAttribute("autocomplete", "off"));
}
