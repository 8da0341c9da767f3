/* A row of buttons for each sequence, and one more to add another. */

import { bar, press } from "./buttons.js";
import { element, limits } from "./page_data.js";

/** Connect the rows: `read` gives the lengths, and `change` is told of others. */
export function connectRows({ read, change }) {
  const rows = [...element("sequences").children];
  rows.forEach((row, index) => {
    const [fewer, more, remove] = row.querySelectorAll("button");
    const grow = (tokens) => {
      const lengths = read();
      change(lengths.with(index, lengths[index] + tokens));
    };
    press(fewer, () => grow(-1));
    press(more, () => grow(1));
    press(remove, () => {
      change(read().toSpliced(index, 1));
      if (row.hidden) rows[index - 1].querySelector("[data-remove]").focus();
    });
  });
  press(element("add"), () => change([...read(), 1]));
  return {
    refresh() {
      const lengths = read();
      rows.forEach((row, index) => {
        const [fewer, more, remove] = row.querySelectorAll("button");
        row.hidden = index >= lengths.length;
        row.querySelector("output").textContent = lengths[index] ?? "";
        bar(fewer, lengths[index] === 0);
        bar(more, lengths[index] === limits.length);
        bar(remove, lengths.length === 1);
      });
      bar(element("add"), lengths.length === limits.sequences);
    },
  };
}
