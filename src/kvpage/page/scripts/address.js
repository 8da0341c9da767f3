/* The address: a state read from it, and written into it. */

import { CHOICES } from "./choices.js";
import { inFile } from "./page_data.js";
import { Unreadable, shortened } from "./refusing.js";
import { say } from "./words.js";

/** Tell whether a name becomes another by one letter more, fewer or else, or two that change places. */
function isOneOff(name, other) {
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  if (long.length - short.length > 1) return false;
  const at = long.split("").findIndex((letter, index) => letter !== short[index]);
  const rest = long.slice(at + 1), swapped = long[at + 1] + long[at] + long.slice(at + 2);
  return rest === short.slice(at) || rest === short.slice(at + 1) || swapped === short.slice(at);
}

/** The names that the writer of a name which the page does not know may have meant. */
function namesMeant(name) {
  const lower = name.toLowerCase(), names = Object.keys(CHOICES);
  return names.includes(lower) ? [lower] : names.filter((each) => isOneOff(lower, each));
}

/** Take apart what stands behind ? or #: each parameter as it is written, its name and its text. */
function parametersOf(query) {
  return query.slice(1).split("&").filter((written) => written !== "").map((written) => {
    const [[name, text]] = new URLSearchParams(`&${written}`);
    return { written, name, text };
  });
}
const isKnown = ({ name }) => Object.hasOwn(CHOICES, name);

/** Read the choices in an address that can be understood, and a word on each that cannot.
    A name that the page does not know is somebody else's, unless it is nearly one that it knows. */
function readParameters(...queries) {
  const state = {}, complaints = [], parameters = queries.flatMap(parametersOf);
  for (const { name, text } of parameters.filter(isKnown)) {
    try {
      state[name] = CHOICES[name](text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      complaints.push(error.message);
    }
  }
  const strange = parameters.filter((each) => !isKnown(each)).map(({ name }) => [name, namesMeant(name)]);
  const misspelt = strange.filter(([, names]) => names.length > 0).map(([name, names]) =>
    say("input.misspelt", { value: shortened(name), names: names.join(" or ") }));
  return { state, complaints, misspelt };
}

/** Read the address. A file has its state behind the #, so that it works from a disk. */
export function readAddress() {
  return inFile ? readParameters(location.search, location.hash) : readParameters(location.search);
}

const others = (query) => parametersOf(query).filter((each) => !isKnown(each)).map(({ written }) => written);
const behind = (mark, parameters) => parameters.length > 0 ? mark + parameters.join("&") : "";

/** Write the address that opens on a state: what others have put there, and what differs from
    where the page opens without. A file keeps what stands behind its ?, which it cannot change. */
export function addressOf(state, opening, search = location.search) {
  const page = location.href.split(/[?#]/)[0];
  const given = inFile ? { ...opening, ...readParameters(search).state } : opening;
  const differs = (name) => state[name] !== undefined && String(state[name]) !== String(given[name]);
  const own = Object.keys(CHOICES).filter(differs).map((name) => `${name}=${state[name]}`);
  if (inFile) return page + search + behind("#", [...others(location.hash), ...own]);
  return page + behind("?", [...others(search), ...own]) + location.hash;
}
/** The same to give away: it says all by itself. */
export const linkTo = (state, opening) => addressOf(state, opening, behind("?", others(location.search)));
