/* Questions on pages and blocks, the replies to their answers, and the ladder that they stand on, as
   lesson/quiz.py has them. */

import { ofSide, oneSide } from "./facts.js";
import { limits } from "./page_data.js";
import { say } from "./words.js";

/** A question that Python recorded, with the allocators of `readAnswers` to lay it out. */
export class Question {
  constructor(recorded, { naive, paged, quiz }) {
    const [kind, lengths, blockSize, pageSize, answer, slips, cache, ...laidOut] = recorded;
    Object.assign(this, { kind, lengths, blockSize, pageSize, answer, slips, cache, paged });
    const [scheme, unit, sequences] = laidOut.length ? laidOut : ["paged", pageSize, lengths];
    this.layout = (scheme === "naive" ? naive : paged)(sequences, unit);
    this.askedSizes = quiz.asked_sizes;
  }

  get text() { return this.#say("text"); }
  get hint() { return this.#say("hint"); }
  get explanation() { return this.#say("explanation"); }

  /** Say what is to be said to a number: why it is right, how one gets it, or the hint. */
  reply(number) {
    if (number === this.answer) return this.#say("right");
    const [, name] = this.slips.find(([slip]) => slip === number) ?? [];
    if (this.kind === "which_page" && this.askedSizes.includes(number)) {
      const { wasted } = oneSide(this.paged(this.lengths, number), this.cache);
      if (wasted !== this.answer) return this.#say(name ?? "tried", { guess: number, guess_wasted: wasted });
    }
    return name ? this.#say(name, { guess: number }) : this.hint;
  }

  /** Count what the sentences may say. */
  facts() {
    const { blockSize: block, pageSize: page, answer, cache } = this;
    const facts = oneSide(this.layout, cache), hundredfold = 100 * facts.wasted;
    return {
      ...facts,
      ...ofSide("now", oneSide(this.paged(this.lengths, page), cache)),
      block,
      page,
      answer,
      percent: hundredfold % facts.allocated ? 0 : hundredfold / facts.allocated,
    };
  }

  #say(name, more = {}) {
    return say(`quiz_${this.kind}.${name}`, { ...this.facts(), ...more });
  }
}

/** Return the question that is asked at a seed; past the last that was recorded they come again. */
export function inTurn(answers, level, seed) {
  const { first, levels } = answers.quiz, ofLevel = levels[level - 1], nth = seed % ofLevel.length;
  return new Question(level === 1 && nth < first.length ? first[nth] : ofLevel[nth], answers);
}

/** What has become of a question. */
export function outcomeOf(answer, tries, givenUp) {
  if (givenUp) return "shown";
  if (tries.includes(answer)) return "right";
  return ["asked", "wrong", "missed"][Math.min(2, tries.length)];
}
export const isOpen = (outcome) => ["right", "missed", "shown"].includes(outcome);

/** The next rung: the level, and the right answers in a row on it, after a question is closed. */
export function climb(level, streak, firstTry) {
  if (!firstTry) return { level, streak: 0 };
  if (streak + 1 < limits.in_a_row) return { level, streak: streak + 1 };
  return { level: Math.min(level + 1, limits.level), streak: 0 };
}
