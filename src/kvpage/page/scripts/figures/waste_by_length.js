/* What a sequence of any length wastes in a block and in pages. */

import { onChange } from "./answering.js";
import { heed, labelPlot, showHandOver, showWords } from "../bokeh.js";
import { wasteByLength } from "../lesson/facts.js";
import { element, limits } from "../page_data.js";
import { showCurves } from "../drawing/waste_curves.js";
import { say } from "../lesson/words.js";
import { readWorkload, showWorkload, workloadShown } from "./workload.js";

/** Answer what is set, as `WasteByLength` in Python does. */
export function answerWasteByLength(model, allocators) {
  const names = ["curves_lengths", "curves_block", "curves_page", "length", "reach"];
  onChange(model, Object.fromEntries(names.map((name) => [name, "value"])), () => {
    const [text, block, page, length, reach] = names.map((name) => model(name).value);
    const lengths = text.split(",").map(Number);
    const said = {
      ...wasteByLength(allocators, lengths, block, page, length, reach),
      shows: `${lengths} ${block} ${page} ${length}`,
    };
    showCurves(model, said);
    labelPlot(model("waste_curves"), say("claims.label", said));
    showWords(model("claims"), say("claims.words", said));
    showWords(model("claims_table"), say("claims.table", said));
  });
}

/** Connect the figure. Its workload is the one side by side, where the page has that. */
export function connectWasteByLength(model, page) {
  const own = { lengths: model("curves_lengths"), block: model("curves_block"), page: model("curves_page") };
  const shared = page.workload(), length = model("length");
  for (const name of ["curves_block", "curves_page", "length"]) page.heedSlider(name);
  const catchUp = shared ? followWorkload(own, shared, page) : () => {};
  const lock = () => { own.block.disabled = own.page.disabled = true; };
