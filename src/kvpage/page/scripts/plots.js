/* Any plot of Bokeh's: what it shows in words, and when it is drawn. */

/** Say in words what a plot shows. Left to do it, Bokeh would style and paint the whole plot anew. */
export function labelPlot(plot, label) {
  plot.setv({ html_attributes: { role: "img", "aria-label": label } }, { silent: true });
  Bokeh.index.get(plot)?.el.setAttribute("aria-label", label);
}

/** Draw a figure with the next frame, and of several times only the last: Bokeh takes data in steps, two at a
    time mix, and each change beside the data would be a repaint of its own. */
const awaited = new Map();
export function drawSoon(figure, draw) {
  if (!awaited.size) requestAnimationFrame(drawAwaited);
  awaited.set(figure, draw);
}
export function drawAwaited() {
  const draws = [...awaited.values()];
  awaited.clear();
  for (const draw of draws) draw();
}
