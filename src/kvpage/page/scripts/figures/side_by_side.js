/* The same sequences in reserved blocks and in pages. */

import { onChange, showWords } from "../answering.js";
import { bothSides, oneSide, sum } from "../facts.js";
import { limits } from "../page_data.js";
import { labelPlot } from "../plots.js";
import { showPicture } from "../slot_grid.js";
import { Picture, lineWidth, tokensPicture } from "../slot_layout.js";
import { say } from "../words.js";

/** Answer what is set, as `SideBySide` in Python does. */
export function answerSideBySide(model, { naive, paged }) {
  const drawn = {}; // what each grid shows, so that one that stays is left alone
  onChange(model, { lengths: "value", block: "value", page: "value", covered: "active" }, () => {
    const lengths = model("lengths").value.split(",").map(Number), covered = model("covered").active;
    const reserve = naive(lengths, model("block").value), pages = paged(lengths, model("page").value);
    const facts = factsOf(reserve, pages, covered);
    const width = lineWidth(Math.max(...reach(reserve), ...reach(pages)));
    for (const [side, allocation] of [["reserve", reserve], ["paged", pages]]) {
      const hidden = covered && side === "paged", grid = model(`${side}_grid`);
      const content = [lengths, allocation.unit, width, facts[side].free, hidden].join(" ");
      if (drawn[side] !== content) {
        showPicture(grid, hidden ? tokensPicture(lengths, width) : sidePicture(allocation, facts[side].cache, width));
      }
      drawn[side] = content;
      labelPlot(grid, say(hidden ? "side.covered_label" : `${side}.label`, facts[side]));
      const words = hidden ? say("side.covered_words", facts[side]) : numbers(side, facts[side]);
      showWords(model(`${side}_words`), words);
    }
    showWords(model("comparison"), say("side.comparison", facts.compared));
    showWords(model("side_table"), say(covered ? "side.covered_table" : "side.table", facts.compared));
  });
}

/** Count either side, in caches of the same size, and compare them. */
function factsOf(reserve, pages, covered) {
  const { lengths } = reserve, blocks = lengths.length * reserve.unit;
  const cache = covered ? blocks : Math.max(blocks, sum(pages.allocated));
  const shown = {
    shows: `${lengths} ${reserve.unit} ${pages.unit}`,
    more: cache - blocks,
    covered,
    cut_off: sum(reserve.turnedAway),
  };
  const sides = [reserve, pages].map((allocation) => ({ ...oneSide(allocation, cache), ...shown }));
  return { reserve: sides[0], paged: sides[1], compared: { ...bothSides(...sides), ...shown } };
}

function numbers(scheme, facts) {
  const parts = { sentence: say(`${scheme}.sentence`, facts), lines: say(`${scheme}.lines`, facts) };
  return say("side.numbers", { ...facts, ...parts });
}

function sidePicture(allocation, cache, width) {
  const picture = new Picture(width, width / 16);
  reach(allocation).forEach((end, row) => picture.addRow(allocation, row, end));
  picture.addFree(cache - sum(allocation.allocated));
  return picture;
}

/** Count, for each row, the slots that can be clicked: one unit beyond those drawn. */
const reach = ({ unit, lengths, allocated }) => lengths.map((length, row) => {
  const drawn = Math.max(allocated[row], length);
  return Math.max(drawn, Math.min(drawn + unit, limits.length));
});
