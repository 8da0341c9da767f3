/* The curves of waste against length in the Bokeh plot of drawing/waste_curves.py. */

import { MARGIN } from "./page_data.js";

/** Slots that a length wastes in a block, not a number where it has no room. */
export const inBlock = ({ turned_away, reserve_wasted }) => turned_away ? NaN : reserve_wasted;

/** List where these lengths stand: on both curves, or on one if a block has no room. */
export function onBoth(rows) {
  const places = rows.flatMap((row) =>
    [inBlock(row), row.paged_wasted]
      .filter((wasted) => !Number.isNaN(wasted))
      .map((wasted) => [row.length, wasted, row.names]));
  return Object.fromEntries(
    ["length", "wasted", "text"].map((name, at) => [name, places.map((place) => place[at])]));
}

/** Show what `wasteByLength` counted. */
export function showCurves(model, said) {
  const plot = model("waste_curves"), { rows } = said;
  const [xAxis] = plot.below, [yAxis] = plot.left;
  for (const [end, range, axis] of [
    [said.longest, plot.x_range, xAxis], [said.worst, plot.y_range, yAxis],
  ]) {
    range.setv({ start: -MARGIN * end, end: (1 + MARGIN) * end });
    axis.ticker.interval = Math.max(1, Math.floor(end / 8));
  }
  const [noRoom, bound, at] = plot.center.filter(({ type }) => type !== "Grid");
  noRoom.setv({ left: said.block + 0.5, visible: said.block < said.longest });
  bound.location = said.bound;
  at.location = said.length;
  model("curves").data = {
    length: rows.map((row) => row.length),
    reserve: rows.map(inBlock),
    paged: rows.map((row) => row.paged_wasted),
  };
  model("points").data = onBoth(rows.filter(({ names }) => names));
  model("handle").data = onBoth([rows[said.length]]);
}
