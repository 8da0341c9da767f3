/* What the reader chose: read from the lengths field and the address, written to the address. */

import { SECTIONS, inFile, limits } from "./page_data.js";
import { say } from "./words.js";

export const SCHEMES = ["naive", "paged"];
export const THEMES = ["light", "dark"];

export class Unreadable extends Error {}
const refuse = (name, facts) => { throw new Unreadable(say(`input.${name}`, facts)); };
const shortened = (text) => text.length > 40 ? `${text.slice(0, 40)}…` : text;

export function readLengths(text) {
  const trimmed = text.trim();
  if (trimmed === "") refuse("empty");
  if (/^[,;]|[,;]\s*[,;]/.test(trimmed)) refuse("gap");
  const pieces = trimmed.split(/\s*[,;]\s*|\s+/).filter((piece) => piece !== "");
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

export function readAnswer(text) {
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

export const CHOICES = {
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

/** Read the address: the choices in it that can be understood, and a word on each that cannot.
    A file has its state behind the #, so that it works from a disk. */
export function readAddress() {
  const query = inFile ? `${location.search}&${location.hash.slice(1)}` : location.search;
  const state = {}, complaints = [];
  for (const [name, text] of new URLSearchParams(query)) {
    try {
      if (!Object.hasOwn(CHOICES, name)) refuse("unknown", { value: shortened(name) });
      state[name] = CHOICES[name](text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      complaints.push(error.message);
    }
  }
  return { state, complaints };
}

/** Write a state as the part of an address that readAddress understands. */
export function asAddress(state) {
  const names = Object.keys(CHOICES).filter((name) => state[name] !== undefined);
  return (inFile ? "#" : "?") + names.map((name) => `${name}=${state[name]}`).join("&");
}

export const same = (one, other) => asAddress(one) === asAddress(other);

