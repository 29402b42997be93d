// Finds a place on a board by a few letters of any of its names, ignoring accents, case and ae/oe/ue.

const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1").replace(/ß/g, "ss");
const SHOWN = 4;

/**
 * `places` have a `name` to show and `spellings`. `hit(places)` gets the matches while the user types, or null for an empty query;
 * `go(place)` gets the choice, made by Enter (the first match) or by the buttons in `list`.
 */
export function finder(input, list, places, { hit, go }) {
  function findPlaces() {
    const text = fold(input.value.trim());
    if (!text) return null;
    const fitting = (test) => places.filter((place) => place.spellings.some((spelling) => test(fold(spelling))));
    const first = fitting((spelling) => spelling.startsWith(text));
    return first.length ? first : fitting((spelling) => spelling.includes(text));
  }
  function choose(place) {
    input.value = "";
    list.hidden = true;
    hit(null);
    go(place);
  }
  input.addEventListener("input", (event) => {
    event.stopPropagation(); // not an entry of the sheet
    const places = findPlaces();
    list.hidden = !places?.length;
    list.replaceChildren(...(places ?? []).slice(0, SHOWN).map((place) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: place.name });
      button.addEventListener("click", () => choose(place));
      return button;
    }));
    hit(places);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [place] = findPlaces() ?? [];
    if (place) choose(place);
  });
}
