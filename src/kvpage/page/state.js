/* What the reader chose: read from the lengths field and the address, written to the address. */

const limits = data("limits");
const inFile = element("answers") !== null;
const SCHEMES = ["naive", "paged"], THEMES = ["light", "dark"];
const SECTIONS = data("sections");

class Unreadable extends Error {}
const refuse = (name, facts) => { throw new Unreadable(say(`input.${name}`, facts)); };
const shortened = (text) => text.length > 40 ? `${text.slice(0, 40)}…` : text;

const BRACKETS = { "[": "]", "(": ")", "{": "}" };

/** Read whole numbers between commas, semicolons, spaces, tabs or line breaks, in brackets or not. */
function readLengths(text) {
  const written = text.replace(/[\s\x1c-\x1f\x85]+/g, " ").trim();
  const bracketed = BRACKETS[written[0]] === written.at(-1);
  const list = bracketed ? written.slice(1, -1).trim() : written;
  if (list === "") refuse("empty");
  if (/^[,;]|[,;] ?[,;]/.test(list)) refuse("gap");
  const pieces = list.split(/[,; ]+/).filter((piece) => piece !== "");
  const lengths = pieces.map((piece) => {
    const value = shortened(piece);
    if (/^[-−][0-9]+$/.test(piece)) refuse("negative", { value, limit: limits.length });
    if (!/^[0-9]+$/.test(piece)) refuse("not_a_number", { value });
    if (Number(piece) > limits.length) refuse("too_long", { value, limit: limits.length });
    return Number(piece);
  });
  if (lengths.length > limits.sequences) {
    refuse("too_many", { count: lengths.length, limit: limits.sequences });
  }
  return lengths;
}

function readSize(text, what, limit) {
  const digits = text.trim();
  const size = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  if (size < 1 || size > limit) refuse("size", { value: shortened(text), what, limit });
  return size;
}

function readNumber(text, what, least, limit) {
  const digits = text.trim();
  const number = /^[0-9]+$/.test(digits) ? Number(digits) : Infinity;
  if (number < least || number > limit) refuse(what, { value: shortened(text), limit });
  return number;
}

function readAnswer(text) {
  if (text.trim() === "") refuse("no_answer", {});
  return readNumber(text, "answer", 0, limits.answer);
}

function readSwitch(text, what) {
  if (!["0", "1"].includes(text)) refuse("off_or_on", { value: shortened(text), what });
  return text === "1" ? "1" : undefined;
}

function readChoice(text, what, choices) {
  if (!choices.includes(text)) {
    refuse("choice", { value: shortened(text), what, choices: choices.join(", ") });
  }
  return text;
}

function readOneOf(text, what, sizes) {
  if (!sizes.map(String).includes(text)) refuse(what, { value: shortened(text), choices: sizes.join(", ") });
  return Number(text);
}

const CHOICES = {
  lengths: readLengths,
  block: (text) => readSize(text, "block", limits.block),
  page: (text) => readSize(text, "page", limits.page),
  length: (text) => readNumber(text, "length", 0, limits.length),
  level: (text) => readNumber(text, "level", 1, limits.level),
  question: (text) => readNumber(text, "question", 0, limits.question),
  scheme: (text) => readChoice(text, "scheme", SCHEMES),
  scenario: (text) => readChoice(text, "scenario", limits.scenarios),
  layout: (text) => readChoice(text, "layout", SCHEMES),
  step: (text) => readNumber(text, "step", 0, limits.step),
  cache: (text) => readOneOf(text, "cache", limits.serving.cache),
  blocks: (text) => readOneOf(text, "blocks", limits.serving.block),
  pages: (text) => readOneOf(text, "pages", limits.serving.page),
  load: (text) => readChoice(text, "load", limits.serving.load),
  mix: (text) => readChoice(text, "mix of lengths", limits.serving.mix),
  draw: (text) => Number(readChoice(text, "draw", limits.serving.draw.map(String))),
  time: (text) => readNumber(text, "time", 0, limits.time),
  theme: (text) => readChoice(text, "theme", THEMES),
  only: (text) => readChoice(text, "section", SECTIONS),
  lock: (text) => readSwitch(text, "lock"),
  ask: (text) => readSwitch(text, "ask"),
};

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
function readAddress() {
  return inFile ? readParameters(location.search, location.hash) : readParameters(location.search);
}

const others = (query) => parametersOf(query).filter((each) => !isKnown(each)).map(({ written }) => written);
const behind = (mark, parameters) => parameters.length > 0 ? mark + parameters.join("&") : "";

/** Write the address that opens on a state: what others have put there, and what differs from
    where the page opens without. A file keeps what stands behind its ?, which it cannot change. */
function addressOf(state, opening, search = location.search) {
  const page = location.href.split(/[?#]/)[0];
  const given = inFile ? { ...opening, ...readParameters(search).state } : opening;
  const differs = (name) => state[name] !== undefined && String(state[name]) !== String(given[name]);
  const own = Object.keys(CHOICES).filter(differs).map((name) => `${name}=${state[name]}`);
  if (inFile) return page + search + behind("#", [...others(location.hash), ...own]);
  return page + behind("?", [...others(search), ...own]) + location.hash;
}
/** The same to give away: it says all by itself. */
const linkTo = (state, opening) => addressOf(state, opening, behind("?", others(location.search)));

const same = (one, other) =>
  Object.keys(CHOICES).every((name) => String(one[name]) === String(other[name]));
