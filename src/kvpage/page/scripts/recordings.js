/* What page/recordings.py wrote, read: allocators that look up what Python's handed out, and runs. */

import { Run } from "./residency.js";

/** Give the bytes of what a page carries deflated, in base64. */
export async function inflated(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Read the steps of all stories: by scenario and by layout. */
export const readStories = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** Read what a file answers with; `naive` and `paged` give allocations as in Python. */
export function readAnswers({ reserve, paged, ...others }) {
  return { ...others, naive: lookedUp("naive", reserve), paged: lookedUp("paged", paged) };
}

const lookedUp = (scheme, recorded) => (lengths, unit) => {
  const [held, allocated] = recorded[unit - 1].map((counts) => lengths.map((length) => counts[length]));
  return {
    scheme,
    unit,
    lengths,
    held,
    allocated,
    wasted: allocated.map((slots, row) => slots - held[row]),
    turnedAway: lengths.map((length, row) => length - held[row]),
  };
};

/** Read all runs: a function that gives one by its name, as "paged 128 16 flood short 1". */
export function readRuns(bytes, choices) {
  let read = 0;
  const column = (count) => Array.from(bytes.subarray(read, read += count));
  const added = (steps) => { let total = 0; return steps.map((step) => total += step); };
  const readRequests = () => {
    const [n] = column(1);
    return { arrival: added(column(n)), prompt: column(n), output: column(n) };
  };
  const readResidencies = () => {
    const [n] = column(1);
    const request = column(n), start = added(column(n)), steps = column(n);
    const tokens = column(n), units = column(n);
    return request.map((_, i) => ({
      request: request[i], start: start[i], end: start[i] + steps[i], tokens: tokens[i],
      units: column(units[i]),
    }));
  };
  const runs = new Map();
  for (const load of choices.load) for (const mix of choices.mix) for (const draw of choices.draw) {
    const requests = readRequests();
    for (const [scheme, units] of [["naive", choices.block], ["paged", choices.page]]) {
      for (const cache of choices.cache) for (const unit of units) {
        const name = [scheme, cache, unit, load, mix, draw].join(" ");
        runs.set(name, new Run(cache, unit, requests, readResidencies()));
      }
    }
  }
  return (name) => runs.get(name);
}
