/* What the reader may choose: each choice by its name in the address, with what reads it there. */

import { readLengths } from "./lengths.js";
import { SECTIONS, limits } from "./page_data.js";
import { refuse, shortened } from "./refusing.js";

export const SCHEMES = ["naive", "paged"];
export const THEMES = ["light", "dark"];

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

/** Tell whether two states choose the same. */
export const same = (one, other) =>
  Object.keys(CHOICES).every((name) => String(one[name]) === String(other[name]));
