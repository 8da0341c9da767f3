/* A picture of slots in a Bokeh plot of drawing/slot_grid.py. */

/** Show a picture; what the browser draws by itself is not sent to a server. */
export function showPicture(plot, { width, margin, height, marks }) {
  const here = { sync: false };
  plot.setv({ aspect_ratio: (width + margin) / height }, here);
  plot.x_range.setv({ start: -margin, end: width }, here);
  plot.y_range.setv({ start: height }, here);
  plot.renderers[0].data_source.setv({ data: marks }, here);
}
