// The head of a print: the day, and the address that leads back to the page.
const head = document.querySelector(".printed");
const address = head.querySelector("[data-address]");

head.querySelector("time").textContent = `· ${new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format()}`;
address.textContent = new URL(address.dataset.address, location);
