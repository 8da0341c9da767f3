/* The same sequences in reserved blocks and in pages. */

import { onChange } from "../answering.js";
import { labelPlot, showHandOver, showWords, slotAt } from "../bokeh.js";
import { bar } from "../buttons.js";
import { bothSides, oneSide, sum } from "../facts.js";
import { makeLengthsField } from "../lengths_field.js";
import { element, limits } from "../page_data.js";
import { connectPresets } from "../presets.js";
import { connectRows } from "../rows.js";
import { showPicture } from "../slot_grid.js";
import { Picture, lineWidth, tokensPicture } from "../slot_layout.js";
import { say } from "../words.js";
import { readWorkload, showWorkload, workloadShown } from "../workload.js";

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

/** Connect the figure: its field, rows, presets, sliders and slots. */
export function connectSideBySide(model, page) {
  const workload = { lengths: model("lengths"), block: model("block"), page: model("page") };
  const read = () => readWorkload(workload), readLengths = () => read().lengths;
  function set(some) {
    page.change(some);
    write();
  }
  const setLengths = (lengths) => set({ lengths });
  function applyLengths(lengths) {
    workload.lengths.value = lengths.join(",");
    page.follow();
  }
  const field = makeLengthsField({ apply: applyLengths, change: setLengths, restore: page.restore });
  const write = () => field.write(readLengths());
  const rows = connectRows({ read: readLengths, change: setLengths }), presets = connectPresets(set);
  for (const name of ["block", "page"]) page.heedSlider(name);
  for (const name of ["reserve_grid", "paged_grid"]) {
    connectGrid(model(name), element(name), (slot) => { if (!page.locked) setLengths(reaching(slot, readLengths())); });
  }
  return {
    workload,
    read,
    show: (state) => showWorkload(workload, state),
    expected: () => [workloadShown(workload)],
    write,
    refresh() {
      rows.refresh();
      presets.refresh(read(), page.covered());
      if (page.locked) barWorkload();
    },
    lock() {
      field.lock();
      workload.block.disabled = workload.page.disabled = true;
    },
    cover(covered) { model("covered").active = covered; },
  };
}

function barWorkload() {
  const buttons = document.querySelectorAll("#side-by-side .presets button, .rows button:not(#undo)");
  for (const button of buttons) bar(button, true);
}

/** Let a sequence reach as far as a slot or, if its last token is in it, not quite so far. */
function reaching({ row, slot }, lengths) {
  const reached = Math.min(slot + 1, limits.length);
  return lengths.with(row, slot + 1 === lengths[row] ? slot : reached);
}

/** Tell which slot of a grid is clicked; a drag is no click. */
function connectGrid(plot, node, clicked) {
  showHandOver(node);
  let pressed = null;
  node.addEventListener("pointerdown", (event) => { pressed = event; });
  node.addEventListener("click", (event) => {
    const dragged = Math.hypot(event.clientX - pressed?.clientX, event.clientY - pressed?.clientY);
    if (dragged > 10) return;
    const slot = slotAt(plot, node, event);
    if (slot) clicked(slot);
  });
}
