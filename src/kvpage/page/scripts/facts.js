/* The numbers that the lesson's words say, read from allocations as lesson/facts.py reads them. */

import { NAMES, SCALES, limits } from "./page_data.js";
import { ratio } from "./words.js";

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Tell each item whether it is the first and whether it is the last of its list. */
export const inAList = (items) =>
  items.map((item, i) => ({ ...item, first: i === 0, last: i === items.length - 1 }));

/** Put a side's name before the name of each of its numbers: "now", "now_wasted". */
export const ofSide = (side, numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`${side}_${name}`, value]));

/** Count what one scheme makes of the sequences, in a cache of so many slots. */
export function oneSide({ unit, lengths, held, allocated, wasted, turnedAway }, cache) {
  const sequences = lengths.map((length, row) => ({
    name: NAMES[row],
    length,
    held: held[row],
    allocated: allocated[row],
    wasted: wasted[row],
    turned_away: turnedAway[row],
    units: allocated[row] / unit,
  }));
  const slots = sum(allocated);
  return {
    n: sequences.length,
    unit,
    units: slots / unit,
    cache,
    asked: sum(lengths),
    tokens: sum(held),
    allocated: slots,
    wasted: sum(wasted),
    free: cache - slots,
    turned_away: sum(turnedAway),
    ratio: ratio(sum(wasted), slots),
    sequences: inAList(sequences),
    too_long: inAList(sequences.filter(({ turned_away }) => turned_away > 0)),
  };
}

/** Set what `oneSide` counted for blocks and for pages against each other. */
export function bothSides(reserve, pages) {
  const more = pages.wasted - reserve.wasted, comparable = reserve.turned_away === 0;
  return {
    ...ofSide("reserve", reserve),
    ...ofSide("paged", pages),
    n: reserve.n,
    cache: reserve.cache,
    asked: reserve.asked,
    turned_away: reserve.turned_away,
    longest: Math.max(...reserve.sequences.map(({ length }) => length)),
    fewer: comparable && more < 0,
    even: comparable && more === 0,
    worse: comparable && more > 0,
    rows: reserve.sequences.map((sequence, row) => ({
      ...sequence, ...ofSide("reserve", sequence), ...ofSide("paged", pages.sequences[row]),
    })),
  };
}

/** Count what each length leaves empty in a block and in pages, and what one length costs. */
export function wasteByLength({ naive, paged }, lengths, block, page, length, reach) {
  const longest = scale(Math.max(block + 1, 2 * page, length, reach, ...lengths));
  const all = Array.from({ length: longest + 1 }, (_, tokens) => tokens);
  const reserve = naive(all, block), pages = paged(all, page);
  const rows = all.map((tokens) => ({
    length: tokens,
    reserve_wasted: reserve.wasted[tokens],
    turned_away: reserve.turnedAway[tokens],
    paged_wasted: pages.wasted[tokens],
    paged_allocated: pages.allocated[tokens],
    paged_units: pages.allocated[tokens] / page,
    names: lengths.map((other, row) => other === tokens ? NAMES[row] : "").join(""),
  }));
  const sizes = [...new Set([...limits.compared_pages, page])].sort((one, other) => one - other);
  const [bound] = paged([1], page).wasted;
  const prices = sizes.map((size) => ({ ...price(paged([length], size)), now: size === page }));
  return {
    ...rows[length], block, page, bound, longest, worst: scale(Math.max(block, bound)), rows, prices,
  };
}

const scale = (most) => SCALES.find((end) => most <= end) ?? SCALES.at(-1);

const price = ({ unit, allocated: [slots], wasted: [wasted] }) =>
  ({ size: unit, entries: slots / unit, wasted });
