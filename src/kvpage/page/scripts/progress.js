/* How far the reader has come with the questions, kept where storage is allowed. */

import { limits } from "./page_data.js";

export function storedProgress() {
  try {
    const { level, streak, seed } = JSON.parse(localStorage.getItem("kvpage-progress"));
    const within = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;
    const known = within(level, 1, limits.level) && within(streak, 0, limits.in_a_row - 1)
      && within(seed, 0, limits.question);
    return known ? { level, streak, seed } : null;
  } catch { return null; } // nothing is stored, or storage is refused
}

export function storeProgress({ level, streak, seed }) {
  if (seed < storedProgress()?.seed) return; // a link back, or another tab that has gone further
  try {
    localStorage.setItem("kvpage-progress", JSON.stringify({ level, streak, seed }));
  } catch { /* it lasts for this visit */ }
}
