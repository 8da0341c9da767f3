/* An allocation's slots on lines, as a table of marks: laid out as in drawing/slot_layout.py. */

import { GAP, HUES, KIND, LINE_WIDTHS, NAMES, SLOT, UNIT_INSET } from "./page_data.js";

const COLUMNS = ["kind", "x", "y", "w", "h", "text", "hue", "paint", "row", "slot"];

/** Choose the slots on a line: few and large if rows of this extent fit, else many. */
export const lineWidth = (extent) => LINE_WIDTHS.find((width) => extent <= width) ?? LINE_WIDTHS.at(-1);

/** Where the slots of a row stand: rows break between units, or a wide unit into equal parts. */
class Places {
  constructor(unit, width) {
    this.unit = unit;
    this.down = Math.ceil(unit / width);
    this.across = Math.ceil(unit / this.down);
    this.unitsPerLine = Math.max(1, Math.floor(width / unit));
  }

  /** The line and the column of a slot. */
  of(slot) {
    const { unit, down, across, unitsPerLine } = this;
    const nth = Math.floor(slot / unit), within = slot % unit;
    if (down > 1) return [nth * down + Math.floor(within / across), within % across];
    return [Math.floor(nth / unitsPerLine), (nth % unitsPerLine) * unit + within];
  }

  lines(slots) {
    return slots ? this.of(slots - 1)[0] + 1 : 0;
  }
}

/** Marks on lines of slots. A slot is 1 wide and 1 high; y counts downwards. */
export class Picture {
  constructor(width, margin) {
    this.width = width;
    this.margin = margin;
    this.height = 0;
    this.marks = Object.fromEntries(COLUMNS.map((name) => [name, []]));
  }

  /** Draw one sequence: its letter, its units, its slots, the tokens turned away, and where to click. */
  addRow(allocation, row, reach = 0) {
    const { unit } = allocation, name = NAMES[row], top = this.height;
    const [length, held, allocated] = ["lengths", "held", "allocated"].map((column) => allocation[column][row]);
    const places = new Places(unit, this.width), drawn = Math.max(allocated, length);
    const lines = Math.max(1, places.lines(drawn));
    const spareLines = Math.max(0, places.lines(reach) - lines);

    this.addMark(KIND.NAME, -this.margin / 2, top + 0.5, { text: name, row });
    const size = { w: places.across - UNIT_INSET, h: places.down - UNIT_INSET };
    for (let first = 0; first < allocated; first += unit) {
      const [line, x] = places.of(first);
      const centre = [x + places.across / 2, top + line + places.down / 2];
      this.addMark(KIND.UNIT, ...centre, { ...size, row, slot: first });
    }
    for (let slot = 0; slot < Math.max(drawn, reach); slot++) {
      const [line, x] = places.of(slot), spare = line - lines + 0.5;
      const y = spare < 0 ? line + 0.5 : lines + (GAP * spare) / spareLines;
      const text = slot < length ? `${name}${slot + 1}` : "";
      const kind = slot < held ? KIND.USED : slot < allocated ? KIND.WASTED
        : slot < length ? KIND.TURNED_AWAY : KIND.REACH;
      this.addMark(kind, x + 0.5, top + y, { text, row, slot });
    }
    this.height += lines + GAP;
  }

  /** Draw one sequence as its letter and its tokens, wherever their slots may be. */
  addTokens(row, count) {
    const { width, margin, height } = this, name = NAMES[row];
    this.addMark(KIND.NAME, -margin / 2, height + 0.5, { text: name, row });
    for (let slot = 0; slot < count; slot++) {
      const [x, line] = [slot % width, Math.floor(slot / width)];
      this.addMark(KIND.USED, x + 0.5, height + line + 0.5, { text: `${name}${slot + 1}`, row, slot });
    }
    this.height += Math.max(1, Math.ceil(count / width)) + GAP;
  }

  /** Draw so many free slots on lines of their own. */
  addFree(count) {
    const { width, height } = this;
    for (let slot = 0; slot < count; slot++) {
      this.addMark(KIND.FREE, (slot % width) + 0.5, height + Math.floor(slot / width) + 0.5, { slot });
    }
    this.height += Math.ceil(count / width);
  }

  addMark(kind, x, y, { w = SLOT, h = SLOT, text = "", row = -1, slot = -1 }) {
    const hue = Math.max(row, 0) % HUES, paint = kind === KIND.USED ? hue : HUES + kind;
    const mark = { kind, x, y, w, h, text, hue, paint, row, slot };
    for (const name of COLUMNS) this.marks[name].push(mark[name]);
  }
}

/** Draw sequences as their tokens alone, laid out in nothing. */
export function tokensPicture(lengths, width) {
  const picture = new Picture(width, width / 16);
  lengths.forEach((length, row) => picture.addTokens(row, length));
  return picture;
}
