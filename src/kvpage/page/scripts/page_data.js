/* What Python hands to the scripts: templates, limits, measures. A page hands in what its markup carries before
   it does anything else; a test without a page hands in what it likes. */

export let templates, limits, SECTIONS, NAMES, inFile;
export let KIND, APART, BESIDE, GAP, HUES, INNER, LINE, LINE_WIDTHS, MARGIN, NUMBER, SCALES, SLOT, SPACE;
export let UNIT_INSET, WIDTH;

export function handIn(given) {
  ({ words: templates, limits = {}, sections: SECTIONS, inFile = false } = given);
  ({ names: NAMES } = limits);
  ({
    kinds: KIND, APART, BESIDE, GAP, HUES, INNER, LINE, LINE_WIDTHS, MARGIN, NUMBER, SCALES, SLOT, SPACE,
    UNIT_INSET, WIDTH,
  } = given.drawing ?? {});
}

export const element = (id) => document.getElementById(id);
export const data = (id) => JSON.parse(element(id).textContent);
