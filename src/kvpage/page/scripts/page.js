/* The page: its parts, and what each is handed of the others. They read and set the values of Bokeh's models, so
   what they do reaches Python like any widget's change, and none of them computes an allocation. */

import { readAddress } from "./address.js";
import { gatherFigures } from "./all_figures.js";
import { drawFigures } from "./arriving.js";
import { allDocuments, findModel, furnish } from "./bokeh.js";
import { makeClassroom } from "./classroom.js";
import { connectHost } from "./embedding.js";
import { connectEnlarging } from "./enlarging.js";
import { connectAdmission } from "./figures/admission.js";
import { connectBlockTables } from "./figures/block_tables.js";
import { answerHook, connectHook } from "./figures/hook.js";
import { answerPredict, connectPredict } from "./figures/predict.js";
import { answerSideBySide, connectSideBySide } from "./figures/side_by_side.js";
import { answerWasteByLength, connectWasteByLength } from "./figures/waste_by_length.js";
import { makeGestures } from "./gestures.js";
import { History } from "./history.js";
import { makeLinks } from "./links.js";
import { makeNote } from "./note.js";
import { data, element, handIn, inFile, limits } from "./page_data.js";
import { connectPrinting } from "./printing.js";
import { inflated, readAnswers, readRuns, readStories } from "./recordings.js";
import { makeTheme, paint } from "./theme.js";
import { say } from "./words.js";

/** The figures, each by a model that no other has: what connects it to the page, and answers it where there is no
    Python, or what was recorded for it to play. */
const FIGURES = [
  { has: "scheme", connect: connectHook, answer: answerHook },
  { has: "lengths", connect: connectSideBySide, answer: answerSideBySide },
  { has: "length", connect: connectWasteByLength, answer: answerWasteByLength },
  { has: "turn", connect: connectPredict, answer: answerPredict },
  {
    has: "pages_rows",
    connect: connectBlockTables,
    recorded: async () => readStories(await inflated(element("stories").textContent)),
  },
  {
    has: "serving_running",
    connect: connectAdmission,
    recorded: async () => readRuns(await inflated(element("runs").textContent), limits.serving),
  },
];

/** Make the parts of the page; the figures come to them one by one. */
function begin(theme) {
  const address = readAddress(), { state: asked } = address;
  const figures = gatherFigures(), note = makeNote();
  const history = new History(figures, {
    asked, theme, complain: note.complain, written: () => links.follow(),
  });
  const gestures = makeGestures(figures, history), classroom = makeClassroom(figures, asked);
  const settle = () => history.settle();
  const links = makeLinks({ asked, linkTo: (choices) => history.linkTo(choices), settle });
  const { heard, quietly, workload } = figures, { covered, locked } = classroom;
  const page = { ...gestures, settle, restore: () => history.rest(), heard, quietly, workload, covered, locked };
  const answers = inFile ? readAnswers(data("answers")) : null;

  async function arrive(bokeh) {
    const own = (name) => bokeh.get_model_by_name(name);
    const news = [];
    for (const { has, connect, answer, recorded } of FIGURES) {
      if (!own(has)) continue;
      const recording = await recorded?.();
      if (answers) answer?.(own, answers);
      const figure = connect(findModel, page, recording);
      figures.add(figure);
      news.push(figure);
    }
    furnish(bokeh);
    bokeh.on_event("connection_lost", () => note.show(say("input.connection_lost")));
    paint(bokeh.all_models); // the theme may have changed since it was JSON
    history.arrived(news);
    figures.joined();
    classroom.arrived();
  }
  theme.follow({
    chosen: () => history.write(),
    repaint: () => paint(allDocuments().flatMap((each) => [...each.all_models])),
  });
  note.complain(address);
  connectHost();
  connectEnlarging();
  connectPrinting();
  drawFigures(figures, arrive);
}

handIn({
  words: data("words"),
  limits: data("limits"),
  sections: data("sections"),
  drawing: data("drawing"),
  inFile: element("answers") !== null,
});
const theme = makeTheme(readAddress().state.theme);
if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => begin(theme));
else begin(theme);
