// Collects the pieces of a sheet from several QR codes, and opens the sheet when all have arrived.
import { localGet, localSet } from "../common/storage.js";

const place = document.getElementById("gather");
const { name, part, parts, sum, piece, address, missing, refused } = place.dataset;

function keptPieces() {
  try {
    const record = JSON.parse(localGet(name));
    return record.sum === sum ? record.pieces : {};
  } catch {
    return {}; // nothing stored, or invalid
  }
}

const pieces = { ...keptPieces(), [part]: piece };
localSet(name, JSON.stringify({ sum, pieces }));
const all = Array.from({ length: Number(parts) }, (_, at) => at + 1);
const rest = all.filter((at) => !pieces[at]);
if (!rest.length) {
  localSet(name, "");
  location.replace(`${address}?z=${all.map((at) => pieces[at]).join("")}&to=sheet`);
} else if (!localGet(name)) place.textContent = refused;
else place.textContent = missing.replace("{left}", new Intl.ListFormat(document.documentElement.lang).format(rest.map(String)));
