/* Counts against time in the Bokeh plots of drawing/timelines.py. */

/** Give each count for a whole step, from its number to the next; after the last, none. */
export const stairs = (values, end) =>
  Array.from({ length: 2 * (end + 1) }, (_, edge) => values[Math.floor(edge / 2)] ?? 0);

/** Choose how far the numbers of an axis stand apart: 1, 2 or 5 times a power of ten. */
export function interval(end) {
  for (let size = 1; ; size *= 10) {
    const times = [1, 2, 5].find((each) => 6 * each * size >= end);
    if (times) return times * size;
  }
}

/** Show counts by name; what the browser draws by itself is not sent to a server. */
export function showTimeline(plot, source, counts, end, most) {
  const here = { sync: false };
  for (const [last, range, [axis]] of [[end + 1, plot.x_range, plot.below], [most, plot.y_range, plot.left]]) {
    range.setv({ end: last }, here);
    axis.ticker.setv({ interval: interval(last) }, here);
  }
  const step = Array.from({ length: 2 * (end + 1) }, (_, edge) => Math.ceil(edge / 2));
  const columns = Object.entries(counts).map(([name, values]) => [name, stairs(values, end)]);
  source.setv({ data: { step, ...Object.fromEntries(columns) } }, here);
}
