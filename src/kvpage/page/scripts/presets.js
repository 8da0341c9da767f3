/* Workloads to try: the presets, back to the first of them, and surprises. */

import { press } from "./buttons.js";
import { same } from "./choices.js";
import { element } from "./page_data.js";

const workloadOf = ({ lengths, block, page }) => ({
  lengths: lengths.split(",").map(Number), block: Number(block), page: Number(page),
});

/** Connect the buttons: `change` is given a workload. */
export function connectPresets(change) {
  const presets = [...document.querySelectorAll("[data-lengths]")], random = makeRandom();
  for (const button of presets) press(button, () => change(workloadOf(button.dataset)));
  press(element("back"), () => presets[0].click());
  press(element("surprise"), () => {
    const block = random(4, 16), page = random(2, Math.min(block, 6));
    const lengths = Array.from({ length: random(2, 6) }, () => random(1, block));
    change({ lengths, block, page });
  });
  return {
    /** Mark the preset that is shown, unless which it is would give the pages away. */
    refresh(workload, covered) {
      for (const button of presets) {
        const shown = !covered && same(workloadOf(button.dataset), workload);
        button.setAttribute("aria-pressed", String(shown));
      }
    },
  };
}

/** A linear congruential generator (Numerical Recipes, 2nd ed., 7.1): the same surprises for all. */
function makeRandom() {
  let seed = 1;
  return (from, to) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return from + Math.floor((seed / 2 ** 32) * (to - from + 1));
  };
}
