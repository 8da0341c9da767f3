/* Questions to answer before the picture opens. */

import { onChange, showWords } from "../answering.js";
import { sum } from "../facts.js";
import { labelPlot } from "../plots.js";
import { climb, inTurn, isOpen, outcomeOf } from "../quiz.js";
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
