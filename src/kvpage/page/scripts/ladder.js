/* The ladder of questions: what an answer comes to, and where the next question stands. */

import { limits } from "./page_data.js";

/** What has become of a question, as Predict.outcome in views.py. */
export function outcomeOf(answer, tries, givenUp) {
  if (givenUp) return "shown";
  if (tries.includes(answer)) return "right";
  return ["asked", "wrong", "missed"][Math.min(2, tries.length)];
}
export const isOpen = (outcome) => ["right", "missed", "shown"].includes(outcome);

/** The next rung, as climb in quiz.py. */
export function climb(level, streak, firstTry) {
  if (!firstTry) return { level, streak: 0 };
  if (streak + 1 < limits.in_a_row) return { level, streak: streak + 1 };
  return { level: Math.min(level + 1, limits.level), streak: 0 };
}

/** How far the reader has come, kept where storage is allowed. */
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
