/* Paper: it is light, and has the layout of the screen, scaled to fit: the plots are as wide as they are there. */

import { paintAtOnce } from "../bokeh.js";

/** Prepare the page when it is printed. `drawn` is a promise of all figures. */
export function connectPrinting(figures, theme, drawn) {
  addEventListener("beforeprint", () => {
    const width = document.querySelector("main").clientWidth, { style } = document.documentElement;
    style.setProperty("--screen-width", `${width}px`);
    style.setProperty("--print-zoom", Math.min(1, 700 / width));
    theme.toPaper(true);
    figures.catchUp();
    queueMicrotask(paintAtOnce); // once what has caught up is answered
  });
  addEventListener("afterprint", () => theme.toPaper(false));

  // A browser does not wait for what is still being drawn, but the key that asks it to print can.
  let isDrawn = false, waits = false;
  drawn.then(() => {
    isDrawn = true;
    if (waits) print();
  });
  addEventListener("keydown", (event) => {
    if (isDrawn || event.key !== "p" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    waits = true;
  });
}
