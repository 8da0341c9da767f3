/* A run told by its residencies, as serving/residency.py lists them: who was in the cache from when to when,
   and in which units. */

/** Tokens that a sequence holds in a step, 0 before and after its residency. */
export const tokensAt = ({ start, end, tokens }, step) =>
  start <= step && step <= end ? tokens + step - start : 0;

/** Units that it holds in a step, each of so many slots, in logical order. */
export const unitsAt = (residency, step, unit) =>
  residency.units.slice(0, Math.ceil(tokensAt(residency, step) / unit));

/** Requests through one cache, with their residencies in order of admission. */
export class Run {
  #series;

  constructor(cache, unit, requests, residencies) {
    Object.assign(this, { cache, unit, requests, residencies });
    this.finished = new Map(residencies.map(({ request, end }) => [request, end]));
  }

  /** In each step from 0 to the last: sequences that run and wait, tokens held, slots allocated. */
  get series() {
    return this.#series ??= this.#addedUp();
  }

  #addedUp() {
    const { unit, requests, residencies, finished } = this;
    const n = Math.max(-1, ...finished.values()) + 1;
    const [running, waiting, held, allocated] = Array.from({ length: 4 }, () => Array(n).fill(0));
    for (const [request, end] of finished) {
      for (let step = requests.arrival[request]; step <= end; step++) waiting[step]++;
    }
    for (const residency of residencies) {
      for (let step = residency.start; step <= residency.end; step++) {
        const length = tokensAt(residency, step);
        running[step]++;
        waiting[step]--;
        held[step] += length;
        allocated[step] += unit * Math.ceil(length / unit);
      }
    }
    return { running, waiting, held, allocated };
  }
}
