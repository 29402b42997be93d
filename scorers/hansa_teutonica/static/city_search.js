// Finding a place of a board by a few letters of any of its names: accents, case and ae/oe/ue make no difference.

const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/([aou])e/g, "$1").replace(/ß/g, "ss");
const SHOWN = 4;

/**
 * `places` have a `name` to show and `spellings`. While somebody types, `hit(places)` hears what fits so far, or null when nothing is asked;
 * `go(place)` hears what was chosen, by Enter (the first) or from the buttons that are put into `list`.
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
    event.stopPropagation(); // it is no entry of the sheet
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
