/* What is said of a run through blocks and one through pages, as lesson/comparison.py says it. */

import { ofSide, sum } from "./facts.js";
import { tokensAt, unitsAt } from "./residency.js";

const highest = (numbers) => numbers.reduce((most, number) => Math.max(most, number), 0);
const rounded = (part, whole) => Math.floor((2 * part + whole) / (2 * whole));

/** Print a quotient to one decimal, half up, and say whether that is exact. */
export function tenths(part, whole) {
  if (whole === 0) return "= 0";
  const number = rounded(10 * part, whole);
  const sign = (10 * part) % whole === 0 ? "=" : "≈";
  return `${sign} ${Math.floor(number / 10).toLocaleString("en-US")}.${number % 10}`;
}

/** Count what became of requests in one run. */
export function ofRun({ cache, unit, requests, residencies, finished, series }) {
  const { running, waiting, allocated } = series;
  const dropped = residencies.filter(({ request, end }) => end !== finished.get(request));
  const n = requests.arrival.length, sampled = sum(running), steps = running.length;
  return {
    cache,
    unit,
    n,
    refused: n - finished.size,
    served: finished.size,
    sampled,
    steps,
    average: tenths(sampled, steps),
    most: highest(running),
    finish: Math.max(steps - 1, 0),
    longest_queue: highest(waiting),
    least_free: cache - cache % unit - highest(allocated),
    preemptions: dropped.length,
    recomputed: sum(dropped.map((residency) => tokensAt(residency, residency.end))),
  };
}

/** Set the same requests in blocks and in pages against each other. */
export function compared(reserve, pages) {
  const sides = { ...ofSide("reserve", ofRun(reserve)), ...ofSide("paged", ofRun(pages)) };
  const { arrival, prompt, output } = reserve.requests, n = arrival.length;
  const total = prompt.map((tokens, request) => tokens + output[request] - 1);
  const served = reserve.finished, others = pages.finished;
  const alike = served.size === others.size && [...served.keys()].every((each) => others.has(each));
  const comparable = alike && served.size > 0;
  const [over, under] = times(sides);
  const lead = comparable ? rounded(10 * over, under) : null;
  const why = comparable && lead <= 10 ? reason(reserve, pages, total) : "";
  const last = Math.max(sides.reserve_finish, sides.paged_finish);
  const steps = Array.from({ length: 11 }, (_, part) => Math.floor(part * last / 10));
  return {
    ...sides,
    n,
    cache: reserve.cache,
    longest: highest(total),
    mean: tenths(sum(total), n).replace(/^= /, ""),
    last_arrival: highest(arrival),
    comparable,
    times: tenths(over, under).replace(/^= /, ""),
    paged_leads: comparable && lead > 10,
    reserve_leads: comparable && lead < 10,
    level: lead === 10,
    no_queue: why === "no_queue",
    filled: why === "filled",
    paced: why === "paced",
    rows: [...new Set(steps)].map((step) => moments(reserve, pages, step)),
  };
}

/** How many times as many ran at once in pages, as a quotient. */
const times = ({ paged_sampled, paged_steps, reserve_sampled, reserve_steps }) =>
  [paged_sampled * reserve_steps, reserve_sampled * paged_steps];

/** Say why pages do not lead, of requests that end with these tokens. */
function reason(reserve, pages, total) {
  if (highest(reserve.series.waiting) + highest(pages.series.waiting) === 0) return "no_queue";
  if (total.every((tokens) => tokens === reserve.unit)) return "filled";
  const lastFinish = Math.max(...[reserve, pages].map(({ series }) => series.running.length - 1));
  return 2 * highest(reserve.requests.arrival) > lastFinish ? "paced" : "";
}

/** Count the sequences and the slots in one step of a run. */
export function moment({ cache, unit, residencies, finished, series }, step) {
  const at = (name) => series[name][step] ?? 0;
  const held = residencies.filter((residency) => tokensAt(residency, step))
    .sort((one, other) => one.request - other.request)
    .map((residency) => {
      const tokens = tokensAt(residency, step), table = unitsAt(residency, step, unit);
      const wasted = unit * table.length - tokens;
      return { request: residency.request + 1, tokens, table: table.join(", "), wasted };
    });
  return {
    held,
    running: at("running"),
    waiting: at("waiting"),
    done: [...finished.values()].filter((end) => end < step).length,
    used: at("held"),
    wasted: at("allocated") - at("held"),
    free: cache - cache % unit - at("allocated"),
    unusable: cache % unit,
  };
}

/** Count both sides in one step, as `moment` does: "step", "reserve_used" and so on. */
export function moments(reserve, pages, step) {
  return {
    step,
    n: reserve.requests.arrival.length,
    cache: reserve.cache,
    ...ofSide("reserve", { ...moment(reserve, step), unit: reserve.unit }),
    ...ofSide("paged", { ...moment(pages, step), unit: pages.unit }),
  };
}

/** Set the reader's guess against what `compared` found; the guesses that were offered ascend. */
export function reply(guess, facts, guesses) {
  const [over, under] = times(facts), { comparable } = facts;
  const further = guesses.slice(1).filter((more, i) => over * over > guesses[i] * more * under * under);
  const nearest = guesses[further.length];
  return {
    ...facts,
    guess,
    as_many: guess === 1,
    nearest: comparable && guess === nearest,
    low: comparable && guess < nearest,
    high: comparable && guess > nearest,
  };
}
