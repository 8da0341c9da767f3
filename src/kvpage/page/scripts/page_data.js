/* What Python hands to the scripts: templates, limits, measures. A page hands in what its markup carries before
   it does anything else; a test without a page hands in what it likes. */

export let templates, limits, SECTIONS, NAMES, inFile;
export let KIND, APART, BESIDE, GAP, HUES, INNER, LINE, LINE_WIDTHS, NUMBER, SLOT, SPACE, UNIT_INSET, WIDTH;

export function handIn(given) {
  ({ words: templates, limits = {}, sections: SECTIONS, inFile = false } = given);
  ({ names: NAMES } = limits);
  ({
    kinds: KIND, APART, BESIDE, GAP, HUES, INNER, LINE, LINE_WIDTHS, NUMBER, SLOT, SPACE, UNIT_INSET, WIDTH,
  } = given.drawing ?? {});
}

export const element = (id) => document.getElementById(id);
export const data = (id) => JSON.parse(element(id).textContent);

/** Give the bytes of what a page carries deflated, in base64. */
export async function inflated(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
