// Names of people, as the server reads them: `clean_name` in scorers/entries/text.py does the same.

const EMOJI = "\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u21ff\\u2300-\\u27bf\\u2900-\\u297f\\u2b00-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}";
const JOINED_LETTERS = "\\u0600-\\u0dff"; // Arabic and Indic letters, whose shape a joiner between them changes
const INVISIBLE = "\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800"
  + "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const VISIBLE_IN_COMPANY = [
  `(?:(?<=[${EMOJI}])|(?<=[${EMOJI}]\\ufe0f))\\u200d(?=[${EMOJI}])`, // a family of emoji
  `(?<=[${JOINED_LETTERS}])[\\u200c\\u200d](?=[${JOINED_LETTERS}])`,
  `(?<=[${EMOJI}])[\\ufe0e\\ufe0f]`, // an emoji in colour or black
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)", // a keycap
  "(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007f}]+", // the flag of a region
];
const invisible = new RegExp(`(${VISIBLE_IN_COMPANY.join("|")})|[${INVISIBLE}]`, "gu");
const blanks = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const collapse = (text) => text.replace(blanks, " ").replace(/^ | $/g, "");

/** Return a name as it is kept: composed (NFC), without invisible characters, with single blanks; "" if nothing is visible. */
export const cleanName = (text) => collapse(collapse(text).replace(invisible, "$1")).normalize("NFC");

/** Return a text of several lines as it is kept: each as names are, without blank lines at the ends. `clean_lines` does the same. */
export const cleanLines = (text) => text.split(/\r\n|[\n\r\u2028\u2029]/).map(cleanName).join("\n").replace(/^\n+|\n+$/g, "");

/** Return what names have in common that differ only in case or width. */
export const foldName = (name) => cleanName(name).normalize("NFKC").toLowerCase();

/** Return the groups of names that differ only in case or width, each with two or more. */
export function findAlike(names) {
  const groups = new Map();
  for (const name of names) groups.set(foldName(name), [...(groups.get(foldName(name)) ?? []), name]);
  return [...groups.values()].filter((group) => group.length > 1);
}
