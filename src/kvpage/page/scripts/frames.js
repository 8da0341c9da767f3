/* What is drawn with the next frame. */

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
