/* Runs that Python recorded: read, added up and told as recording.py and lead.py do. */

import { inflated } from "./page_data.js";

/** Read a recording: a function that gives a run by its name, as "paged 128 16 flood short 1". */
export async function readRuns(base64, choices) {
  const bytes = await inflated(base64);
  let read = 0;
  const column = (count) => Array.from(bytes.subarray(read, read += count));
  const added = (steps) => { let total = 0; return steps.map((step) => total += step); };
  const readRequests = () => {
    const [n] = column(1);
    return { arrival: added(column(n)), prompt: column(n), output: column(n) };
  };
  const readStays = () => {
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
        runs.set(name, { cache, unit, requests, stays: readStays() });
      }
    }
  }
  return (name) => runs.get(name);
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const ofSide = (side, numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`${side}_${name}`, value]));
const highest = (numbers) => numbers.reduce((most, number) => Math.max(most, number), 0);
const lastStays = ({ stays }) => new Map(stays.map((stay) => [stay.request, stay]));

/** Add up a run: in each step from 0 to the last, sequences that run and wait, tokens, slots. */
export function seriesOf(run) {
  const { unit, requests, stays } = run, last = lastStays(run);
  const n = highest(stays.map(({ end }) => end + 1));
  const [running, waiting, held, allocated] = Array.from({ length: 4 }, () => Array(n).fill(0));
  for (const [request, { end }] of last) {
    for (let step = requests.arrival[request]; step <= end; step++) waiting[step]++;
  }
  for (const { start, end, tokens } of stays) {
    for (let step = start; step <= end; step++) {
      const length = tokens + step - start;
      running[step]++;
      waiting[step]--;
      held[step] += length;
      allocated[step] += unit * Math.ceil(length / unit);
    }
  }
  return { running, waiting, held, allocated };
}

const rounded = (part, whole) => Math.floor((2 * part + whole) / (2 * whole));

/** As tenths in lead.py. */
function tenths(part, whole) {
  if (whole === 0) return "= 0";
  const number = rounded(10 * part, whole);
  const sign = (10 * part) % whole === 0 ? "=" : "≈";
  return `${sign} ${Math.floor(number / 10).toLocaleString("en-US")}.${number % 10}`;
}

/** As of_run in lead.py. */
function factsOfRun(run, { running, waiting, allocated } = seriesOf(run)) {
  const { cache, unit, requests, stays } = run, last = lastStays(run);
  const dropped = stays.filter((stay) => stay !== last.get(stay.request));
  const n = requests.arrival.length, sampled = sum(running), steps = running.length;
  return {
    cache,
    unit,
    n,
    refused: n - last.size,
    served: last.size,
    sampled,
    steps,
    average: tenths(sampled, steps),
    most: highest(running),
    finish: Math.max(steps - 1, 0),
    longest_queue: highest(waiting),
    least_free: cache - cache % unit - highest(allocated),
    preemptions: dropped.length,
    recomputed: sum(dropped.map(({ start, end, tokens }) => tokens + end - start)),
  };
}

/** As compared in lead.py. */
export function comparedRuns(reserve, pages) {
  const inReserve = seriesOf(reserve), inPages = seriesOf(pages);
  const sides = {
    ...ofSide("reserve", factsOfRun(reserve, inReserve)),
    ...ofSide("paged", factsOfRun(pages, inPages)),
  };
  const { arrival, prompt, output } = reserve.requests, n = arrival.length;
  const total = prompt.map((tokens, request) => tokens + output[request] - 1);
  const served = lastStays(reserve), others = lastStays(pages);
  const alike = served.size === others.size && [...served.keys()].every((each) => others.has(each));
  const comparable = alike && served.size > 0;
  const [over, under] = timesAsMany(sides);
  const lead = comparable ? rounded(10 * over, under) : null;
  const last = Math.max(sides.reserve_finish, sides.paged_finish), lastArrival = highest(arrival);
  const queue = highest(inReserve.waiting) + highest(inPages.waiting) > 0;
  const filled = queue && total.every((tokens) => tokens === reserve.unit);
  const behind = comparable && lead <= 10;
  const steps = Array.from({ length: 11 }, (_, part) => Math.floor(part * last / 10));
  return {
    ...sides,
    n,
    cache: reserve.cache,
    longest: highest(total),
    mean: tenths(sum(total), n).replace(/^= /, ""),
    last_arrival: lastArrival,
    comparable,
    times: tenths(over, under).replace(/^= /, ""),
    paged_leads: comparable && lead > 10,
    reserve_leads: comparable && lead < 10,
    level: lead === 10,
    no_queue: behind && !queue,
    filled: behind && filled,
    paced: behind && queue && !filled && 2 * lastArrival > last,
    rows: [...new Set(steps)].map((step) => momentsOfRuns(reserve, pages, step, inReserve, inPages)),
  };
}

/** How many times as many ran at once in pages, as a quotient. */
const timesAsMany = ({ paged_sampled, paged_steps, reserve_sampled, reserve_steps }) =>
  [paged_sampled * reserve_steps, reserve_sampled * paged_steps];

/** As moment in lead.py. */
function momentOfRun(run, step, series = seriesOf(run)) {
  const { cache, unit, stays } = run;
  const at = (name) => series[name][step] ?? 0;
  const held = stays.filter(({ start, end }) => start <= step && step <= end)
    .sort((one, other) => one.request - other.request)
    .map(({ request, start, tokens, units }) => {
      const length = tokens + step - start, table = units.slice(0, Math.ceil(length / unit));
      return { request: request + 1, tokens: length, table: table.join(", "), wasted: unit * table.length - length };
    });
  return {
    held,
    running: at("running"),
    waiting: at("waiting"),
    done: [...lastStays(run).values()].filter(({ end }) => end < step).length,
    used: at("held"),
    wasted: at("allocated") - at("held"),
    free: cache - cache % unit - at("allocated"),
    unusable: cache % unit,
  };
}

/** As moments in lead.py. */
export function momentsOfRuns(reserve, pages, step, inReserve, inPages) {
  return {
    step,
    n: reserve.requests.arrival.length,
    cache: reserve.cache,
    ...ofSide("reserve", { ...momentOfRun(reserve, step, inReserve), unit: reserve.unit }),
    ...ofSide("paged", { ...momentOfRun(pages, step, inPages), unit: pages.unit }),
  };
}

/** As reply in lead.py; the guesses ascend. */
export function replyToGuess(guess, facts, guesses) {
  const [over, under] = timesAsMany(facts), { comparable } = facts;
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
