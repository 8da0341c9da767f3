/* Questions to answer before the picture opens. */

import { onChange } from "../answering.js";
import { heed, labelPlot, showWords } from "../bokeh.js";
import { press } from "../buttons.js";
import { readAnswer } from "../choices.js";
import { sum } from "../facts.js";
import { element, limits } from "../page_data.js";
import { storeProgress, storedProgress } from "../progress.js";
import { climb, inTurn, isOpen, outcomeOf } from "../quiz.js";
import { Unreadable } from "../refusing.js";
import { showPicture } from "../slot_grid.js";
import { Picture, lineWidth, tokensPicture } from "../slot_layout.js";
import { say } from "../words.js";

/** Answer the reader's turn, as `Predict` in Python does. */
export function answerPredict(model, answers) {
  let drawn = "";
  onChange(model, { turn: "value" }, () => {
    const turn = JSON.parse(model("turn").value), { level, seed, tries, given_up } = turn;
    const question = inTurn(answers, level, seed);
    const outcome = outcomeOf(question.answer, tries, given_up), open = isOpen(outcome);
    const said = factsOfTurn(question, turn, outcome, answers.quiz);
    const drawing = `${level} ${seed} ${open}`;
    if (drawn !== drawing) showPicture(model("predict_grid"), questionPicture(question, open));
    drawn = drawing;
    const side = question.layout.scheme === "naive" ? "reserve" : "paged";
    labelPlot(model("predict_grid"), say(open ? `${side}.label` : "predict.label", said));
    for (const name of ["asked", "reply", "table"]) showWords(model(`predict_${name}`), say(`predict.${name}`, said));
    model("verdict").value = outcome;
  });
}

function factsOfTurn(question, { level, seed, streak, tries, given_up }, outcome, { levels }) {
  const open = isOpen(outcome), recorded = levels[level - 1].length;
  return {
    ...question.facts(),
    shows: `${level} ${seed} ${tries} ${outcome}`,
    level,
    levels: levels.length,
    streak,
    over: seed < recorded ? 0 : recorded,
    question: question.text,
    reply: tries.length && !given_up ? question.reply(tries.at(-1)) : "",
    right: outcome === "right",
    open,
    explanation: open ? question.explanation : "",
    climbs: open && climb(level, streak, outcome === "right" && tries.length === 1).level > level,
    unknown: question.kind === "which_length",
    in_percent: question.kind === "fragmentation",
  };
}

/** Draw the tokens of the question or, once it is open, the answer's layout. */
function questionPicture({ kind, lengths, layout, cache }, open) {
  const width = lineWidth(Math.max(...layout.allocated));
  if (!open) return tokensPicture(kind === "which_length" ? [0] : lengths, width);
  const picture = new Picture(width, width / 16);
  layout.lengths.forEach((_, row) => picture.addRow(layout, row));
  picture.addFree(cache - sum(layout.allocated));
  return picture;
}

/** The figure: whose turn it is, and what has come of the reader's. */
class Predict {
  constructor(model) {
    this.turns = model("turn");
    this.verdict = model("verdict");
    this.field = element("answer-field");
    this.answering = false; // the reader is at it: the focus goes where the next step is
    this.shownAt = 0;
  }

  get turn() { return JSON.parse(this.turns.value); }
  set turn(next) { this.turns.value = JSON.stringify(next); }

  read() {
    const { level, seed } = this.turn;
    return { level, question: seed };
  }
  /** Ask the question of a state, unless it is the one that is being asked. */
  show({ level, question: seed }) {
    const now = this.turn;
    if (level === now.level && seed === now.seed) return;
    const stored = storedProgress(), goesOn = stored?.level === level && stored.seed === seed;
    this.turn = { level, seed, streak: goesOn ? stored.streak : 0, tries: [], given_up: false };
    this.showOutcome("asked");
  }
  /** Go on where the reader was, unless the address asks for a question. */
  starts({ level, question }) {
    const stored = level === undefined && question === undefined ? storedProgress() : null;
    return stored ? { level: stored.level, question: stored.seed } : this.read();
  }
  expected() {
    const { level, seed, tries } = this.turn;
    return [`${level} ${seed} ${tries} ${this.verdict.value}`];
  }

  act(next) {
    this.answering = true;
    this.turn = next;
    const atFirstTry = next.tries.length <= 1 && !next.given_up;
    storeProgress({ ...next, streak: atFirstTry ? next.streak : 0 });
  }
  answer() {
    try {
      const answer = readAnswer(this.field.value), now = this.turn;
      this.complain("");
      this.act({ ...now, tries: [...now.tries, answer] });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.complain(error.message);
    }
  }
  askNext() {
    const { level, streak, seed, tries } = this.turn;
    const rung = climb(level, streak, this.verdict.value === "right" && tries.length === 1);
    this.act({ ...rung, seed: Math.min(seed + 1, limits.question), tries: [], given_up: false });
  }
  complain(text) {
    element("answer-complaint").textContent = text;
    this.field.setAttribute("aria-invalid", String(text !== ""));
  }
  showOutcome(outcome) {
    const { field } = this;
    element("predict").dataset.outcome = outcome;
    field.disabled = isOpen(outcome);
    if (outcome === "asked" || outcome === "again") field.value = "";
    this.complain("");
    const next = { asked: field, again: field, wrong: element("try-again") };
    if (this.answering) (next[outcome] ?? element("next-question")).focus();
    this.answering = false;
    this.shownAt = performance.now();
  }
}

/** Connect the figure; `settle` ends a gesture. */
export function connectPredict(model, { settle }) {
  const figure = new Predict(model), { verdict } = figure;
  heed(verdict, "value", () => {
    if (verdict.value === "wrong") storeProgress({ ...figure.turn, streak: 0 });
    figure.showOutcome(verdict.value);
  });
  element("answer-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!figure.answering) figure.answer();
  });
  press(element("try-again"), () => { figure.answering = true; figure.showOutcome("again"); });
  press(element("show-me"), () => figure.act({ ...figure.turn, given_up: true }));
  element("next-question").addEventListener("click", ({ detail: byPointer }) => {
    const mistaken = !byPointer && performance.now() - figure.shownAt < 500; // an Enter too many
    if (mistaken || figure.answering || !isOpen(verdict.value)) return;
    figure.askNext();
    settle();
  });
  figure.showOutcome(verdict.value);
  return figure;
}
