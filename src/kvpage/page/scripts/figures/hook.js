/* The first figure: the example in one small cache, in blocks or in pages. */

import { onChange } from "../answering.js";
import { heed, inside, labelPlot, showWords } from "../bokeh.js";
import { press } from "../buttons.js";
import { SCHEMES } from "../choices.js";
import { element } from "../page_data.js";
import { showPicture } from "../slot_grid.js";

/** Answer the switch and the guess, with the words and pictures that Python recorded. */
export function answerHook(model, { hook, guesses }) {
  let answered = false;
  onChange(model, { scheme: "active", guess: "active" }, () => {
    const scheme = SCHEMES[model("scheme").active], guess = model("guess").active;
    answered ||= scheme === "paged" || guess !== null;
    const shown = `${scheme} ${answered ? "answered" : "asked"}`;
    const words = hook.words[`${shown} ${guess === null ? "none" : guesses[guess]}`];
    for (const [name, picture] of Object.entries(hook.pictures[shown])) {
      showPicture(model(name), picture);
      labelPlot(model(name), words.labels[name]);
    }
    showWords(model("hook_numbers"), words.hook_numbers);
    showWords(model("hook_table"), words.hook_table);
  });
}

/** Connect the figure: a guess, then the switch. */
export function connectHook(model, { change, settle, heard }) {
  const scheme = model("scheme"), guess = model("guess");
  function showQuestion() {
    const answered = guess.active !== null || scheme.active === 1;
    element("question").hidden ||= answered;
  }
  function reveal() {
    change({ scheme: "paged" });
    inside(document.querySelector(".switch"), ".bk-active")[0]?.focus();
  }
  const read = () => ({ scheme: SCHEMES[scheme.active] });
  heed(scheme, "active", showQuestion);
  heed(scheme, "active", heard(settle));
  heed(guess, "active", () => { showQuestion(); reveal(); });
  press(element("skip"), reveal);
  showQuestion();
  return {
    read,
    show(state) { scheme.active = SCHEMES.indexOf(state.scheme); },
    expected: () => [read().scheme],
  };
}
