/* Marks on lines of slots, as picture.py lays them out, and how a Bokeh plot shows them. */

import { APART, GAP, HUES, INNER, KIND, NAMES, NUMBER, SLOT, UNIT_INSET } from "./page_data.js";

const COLUMNS = ["kind", "x", "y", "w", "h", "text", "hue", "paint", "row", "slot"];

export function emptyPicture(width, margin) {
  return { width, margin, height: 0, marks: Object.fromEntries(COLUMNS.map((name) => [name, []])) };
}

export function addMark({ marks }, kind, x, y, { w = SLOT, h = SLOT, text = "", row = -1, slot = -1 }) {
  const hue = Math.max(row, 0) % HUES, paint = kind === KIND.USED ? hue : HUES + kind;
  const mark = { kind, x, y, w, h, text, hue, paint, row, slot };
  for (const name of COLUMNS) marks[name].push(mark[name]);
}

/** Where the slots of a row stand; see _Places in picture.py. */
function placesOf(unit, width) {
  const down = Math.ceil(unit / width), across = Math.ceil(unit / down);
  const unitsPerLine = Math.max(1, Math.floor(width / unit));
  const at = (slot) => {
    const nth = Math.floor(slot / unit), within = slot % unit;
    if (down > 1) return [nth * down + Math.floor(within / across), within % across];
    return [Math.floor(nth / unitsPerLine), (nth % unitsPerLine) * unit + within];
  };
  const lines = (slots) => slots ? at(slots - 1)[0] + 1 : 0;
  return { at, lines, down, across };
}

export function addRow(picture, { name, length, held, allocated }, unit, row, reach) {
  const { width, margin, height: top } = picture;
  const places = placesOf(unit, width), drawn = Math.max(allocated, length);
  const lines = Math.max(1, places.lines(drawn));
  const spareLines = Math.max(0, places.lines(reach) - lines);

  addMark(picture, KIND.NAME, -margin / 2, top + 0.5, { text: name, row });
  const size = { w: places.across - UNIT_INSET, h: places.down - UNIT_INSET };
  for (let first = 0; first < allocated; first += unit) {
    const [line, x] = places.at(first);
    const centre = [x + places.across / 2, top + line + places.down / 2];
    addMark(picture, KIND.UNIT, ...centre, { ...size, row, slot: first });
  }
  for (let slot = 0; slot < Math.max(drawn, reach); slot++) {
    const [line, x] = places.at(slot), spare = line - lines + 0.5;
    const y = spare < 0 ? line + 0.5 : lines + (GAP * spare) / spareLines;
    const text = slot < length ? `${name}${slot + 1}` : "";
    const kind = slot < held ? KIND.USED : slot < allocated ? KIND.WASTED
      : slot < length ? KIND.TURNED_AWAY : KIND.REACH;
    addMark(picture, kind, x + 0.5, top + y, { text, row, slot });
  }
  picture.height += lines + GAP;
}

function addTokens(picture, row, count) {
  const { width, margin, height } = picture, name = NAMES[row];
  addMark(picture, KIND.NAME, -margin / 2, height + 0.5, { text: name, row });
  for (let slot = 0; slot < count; slot++) {
    const [x, line] = [slot % width, Math.floor(slot / width)];
    addMark(picture, KIND.USED, x + 0.5, height + line + 0.5, { text: `${name}${slot + 1}`, row, slot });
  }
  picture.height += Math.max(1, Math.ceil(count / width)) + GAP;
}

export function addAllTokens(picture, lengths) {
  lengths.forEach((length, row) => addTokens(picture, row, length));
}

export function addFree(picture, count) {
  const { width, height } = picture;
  for (let slot = 0; slot < count; slot++) {
    addMark(picture, KIND.FREE, (slot % width) + 0.5, height + Math.floor(slot / width) + 0.5, { slot });
  }
  picture.height += Math.ceil(count / width);
}

/** Draw the nth unit of a small cache on the present line, as stage.py does. */
export function addUnit(picture, nth, unit, size, written) {
  const { number, name, row, first_token, tokens } = unit;
  const left = nth * (size + APART), y = picture.height + NUMBER + 0.5, middle = left + size / 2;
  addMark(picture, KIND.NAME, middle, picture.height + NUMBER / 2, { text: String(number), slot: number });
  addMark(picture, KIND.UNIT, middle, y, { w: size - UNIT_INSET, h: 1 - UNIT_INSET, row, slot: number });
  for (let place = 0; place < size; place++) {
    const token = first_token + place, used = place < tokens;
    const kind = !name ? KIND.FREE : used ? KIND.USED : KIND.WASTED;
    const at = { row, slot: number * size + place };
    addMark(picture, kind, left + place + 0.5, y, { ...at, text: used ? `${name}${token}` : "" });
    if (used && token > written) {
      addMark(picture, KIND.WRITTEN, left + place + 0.5, y, { ...at, w: INNER, h: INNER });
    }
  }
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

/** Show a picture; what the browser draws by itself is not sent to a server. */
export function drawPicture(plot, { width, margin, height, marks }) {
  const here = { sync: false };
  plot.setv({ aspect_ratio: (width + margin) / height }, here);
  plot.x_range.setv({ start: -margin, end: width }, here);
  plot.y_range.setv({ start: height }, here);
  plot.renderers[0].data_source.setv({ data: marks }, here);
}
/** Say in words what a plot shows. Left to do it, Bokeh would style and paint the whole plot anew. */
export function labelPlot(plot, label) {
  plot.setv({ html_attributes: { role: "img", "aria-label": label } }, { silent: true });
  Bokeh.index.get(plot)?.el.setAttribute("aria-label", label);
}
