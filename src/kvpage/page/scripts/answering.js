/* When to answer what a reader changes, where there is no Python. */

import { heed } from "./bokeh.js";

/** Answer once for all that changes together: Bokeh takes data in steps, and two at a time mix.
    `names` has a property for each model. */
export function onChange(model, names, answer) {
  let due = false;
  const answerSoon = () => {
    if (!due) queueMicrotask(() => { due = false; answer(); });
    due = true;
  };
  for (const [name, property] of Object.entries(names)) {
    heed(model(name), property, answerSoon);
  }
}
