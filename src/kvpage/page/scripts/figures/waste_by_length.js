/* What a sequence of any length wastes in a block and in pages. */

import { onChange, showWords } from "../answering.js";
import { wasteByLength } from "../facts.js";
import { labelPlot } from "../plots.js";
import { showCurves } from "../waste_curves.js";
import { say } from "../words.js";

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
