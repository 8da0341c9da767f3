/* Answering what a reader changes where there is no Python: of a document's models, when and into which. */

/** Answer once for all that changes together: Bokeh takes data in steps, and two at a time mix.
    `names` has a property for each model. */
export function onChange(model, names, answer) {
  let due = false;
  const answerSoon = () => {
    if (!due) queueMicrotask(() => { due = false; answer(); });
    due = true;
  };
  for (const [name, property] of Object.entries(names)) {
    model(name).properties[property].change.connect(answerSoon);
  }
}

/** Write into a pane: Bokeh would make all of it anew, its style sheets included. */
export function showWords(pane, html) {
  if (pane.text === html) return;
  pane.setv({ text: html }, { silent: true });
  Bokeh.index.find_one(pane).shadow_el.querySelector(".bk-clearfix").innerHTML = html;
}
