/* A cache in one step, as pictures: laid out as in drawing/cache_layout.py. */

import { APART, BESIDE, INNER, KIND, LINE, NUMBER, SPACE, UNIT_INSET, WIDTH } from "./page_data.js";
import { tokensAt, unitsAt } from "./residency.js";
import { Picture } from "./slot_layout.js";

/** Draw each sequence's units in logical order; the reader looks at the marked one. */
export function rowsPicture(facts, marked = null) {
  const picture = new Picture(WIDTH, BESIDE);
  for (const row of facts.rows) {
    const y = picture.height + NUMBER + 0.5;
    picture.addMark(KIND.NAME, -BESIDE / 2, y, { text: row.name, row: row.row });
    if (!row.runs) {
      const absent = row.waits ? "waits" : row.gone ? "done" : "to come";
      picture.addMark(KIND.NAME, 1.5, y, { text: absent, row: row.row });
    }
    row.table.forEach((number, nth) => addUnit(picture, nth, facts.units[number], facts, marked));
    picture.height += NUMBER + 1 + SPACE;
  }
  return picture;
}

/** Draw the units of the cache in their physical order. */
export function cachePicture(facts, marked = null) {
  const picture = new Picture(WIDTH, BESIDE);
  for (const unit of facts.units) {
    const nth = unit.number % (LINE / facts.unit);
    if (unit.number && !nth) picture.height += NUMBER + 1 + SPACE;
    addUnit(picture, nth, unit, facts, marked);
  }
  picture.height += NUMBER + 1 + SPACE;
  return picture;
}

/** Draw the nth unit on the present line: its number, its outline and its slots. */
function addUnit(picture, nth, unit, { unit: size, rows }, marked) {
  const { number, name, row, first_token, tokens } = unit;
  const left = nth * (size + APART), y = picture.height + NUMBER + 0.5, middle = left + size / 2;
  if (number === marked) picture.addMark(KIND.MARKED, middle, y, { w: size + 0.2, h: 1.2, slot: number });
  picture.addMark(KIND.NAME, middle, picture.height + NUMBER / 2, { text: String(number), slot: number });
  picture.addMark(KIND.UNIT, middle, y, { w: size - UNIT_INSET, h: 1 - UNIT_INSET, row, slot: number });
  const written = name ? rows[row].before : 0;
  for (let place = 0; place < size; place++) {
    const token = first_token + place, used = place < tokens;
    const kind = !name ? KIND.FREE : used ? KIND.USED : KIND.WASTED;
    const at = { row, slot: number * size + place };
    picture.addMark(kind, left + place + 0.5, y, { ...at, text: used ? `${name}${token}` : "" });
    if (used && token > written) {
      picture.addMark(KIND.WRITTEN, left + place + 0.5, y, { ...at, w: INNER, h: INNER });
    }
  }
}

/** Draw every slot of a run's cache in a step, with the number of the request that holds it. */
export function slotsPicture({ cache, unit, residencies }, step) {
  const picture = new Picture(LINE, 0);
  const across = Math.min(unit, LINE), down = Math.max(1, Math.floor(unit / LINE));
  const slots = Array.from({ length: cache }, () => ({ kind: KIND.FREE }));
  const held = [];
  for (const residency of residencies) {
    const { request: row } = residency;
    const length = tokensAt(residency, step), units = unitsAt(residency, step, unit);
    held.push(...units);
    for (let slot = 0; slot < unit * units.length; slot++) {
      const used = slot < length, at = units[Math.floor(slot / unit)] * unit + (slot % unit);
      slots[at] = { kind: used ? KIND.USED : KIND.WASTED, row, text: used ? String(row + 1) : "" };
    }
  }
  for (const number of unit > 1 ? held.sort((one, other) => one - other) : []) {
    const left = (number * unit) % LINE, line = Math.floor((number * unit) / LINE);
    const size = { w: across - UNIT_INSET, h: down - UNIT_INSET, slot: number };
    picture.addMark(KIND.UNIT, left + across / 2, line + down / 2, size);
  }
  slots.forEach(({ kind, ...mark }, slot) => {
    picture.addMark(kind, (slot % LINE) + 0.5, Math.floor(slot / LINE) + 0.5, { ...mark, slot });
  });
  picture.height = Math.ceil(cache / LINE);
  return picture;
}
