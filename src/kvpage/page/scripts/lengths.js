/* What the lengths field and the address may say of lengths, as lesson/lengths.py has it. */

import { limits } from "./page_data.js";
import { refuse, shortened } from "./refusing.js";

const BRACKETS = { "[": "]", "(": ")", "{": "}" };

/** Read whole numbers between commas, semicolons, spaces, tabs or line breaks, in brackets or not. */
export function readLengths(text) {
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
