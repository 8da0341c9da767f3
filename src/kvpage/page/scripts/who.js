/* Who gets in: the recorded runs of the same requests through blocks and through pages. */

import { makeClock } from "./clock.js";
import { KIND, LINE, UNIT_INSET, element } from "./page_data.js";
import { addMark, drawPicture, drawSoon, emptyPicture, labelPlot } from "./picture.js";
import { comparedRuns, momentsOfRuns, replyToGuess, seriesOf } from "./runs.js";
import { say } from "./words.js";

const SIDES = ["reserve", "paged"];
/** The keys of the address, in the order in which a run is named. */
const RUN_KEYS = { cache: "cache", block: "blocks", page: "pages", load: "load", mix: "mix", draw: "draw" };

/** Draw the cache of a run in a step, as slots_picture in stage.py does. */
function slotsPicture({ cache, unit, stays }, step) {
  const picture = emptyPicture(LINE, 0);
  const across = Math.min(unit, LINE), down = Math.max(1, Math.floor(unit / LINE));
  const slots = Array.from({ length: cache }, () => ({ kind: KIND.FREE }));
  const held = [];
  for (const { request, start, end, tokens, units } of stays) {
    if (step < start || step > end) continue;
    const length = tokens + step - start, allocated = unit * Math.ceil(length / unit);
    held.push(...units.slice(0, allocated / unit));
    for (let slot = 0; slot < allocated; slot++) {
      const used = slot < length, at = units[Math.floor(slot / unit)] * unit + (slot % unit);
      slots[at] = { kind: used ? KIND.USED : KIND.WASTED, row: request, text: used ? String(request + 1) : "" };
    }
  }
  for (const number of unit > 1 ? held.sort((one, other) => one - other) : []) {
    const left = (number * unit) % LINE, line = Math.floor((number * unit) / LINE);
    const size = { w: across - UNIT_INSET, h: down - UNIT_INSET, slot: number };
    addMark(picture, KIND.UNIT, left + across / 2, line + down / 2, size);
  }
  slots.forEach(({ kind, ...held }, slot) => {
    addMark(picture, kind, (slot % LINE) + 0.5, Math.floor(slot / LINE) + 0.5, { ...held, slot });
  });
  picture.height = Math.ceil(cache / LINE);
  return picture;
}

/** As stairs and interval in overtime.py. */
const stairs = (values, end) =>
  Array.from({ length: 2 * (end + 1) }, (_, edge) => values[Math.floor(edge / 2)] ?? 0);
function interval(end) {
  for (let size = 1; ; size *= 10) {
    const times = [1, 2, 5].find((each) => 6 * each * size >= end);
    if (times) return times * size;
  }
}

/** Draw counts against time, as overtime.py does. */
function drawOverTime(plot, source, counts, end, most) {
  const here = { sync: false };
  for (const [last, range, [axis]] of [[end + 1, plot.x_range, plot.below], [most, plot.y_range, plot.left]]) {
    range.setv({ end: last }, here);
    axis.ticker.setv({ interval: interval(last) }, here);
  }
  const step = Array.from({ length: 2 * (end + 1) }, (_, edge) => Math.ceil(edge / 2));
  const columns = Object.entries(counts).map(([name, values]) => [name, stairs(values, end)]);
  source.setv({ data: { step, ...Object.fromEntries(columns) } }, here);
}

/** Connect the figure: `clocked` hears of what its clock does, `change` sets a state. */
export function whoFigure(runOf, model, { clocked, change, press }) {
  const figure = element("serving");
  const state = Object.fromEntries(Object.values(RUN_KEYS).map((key) => [key, figure.dataset[key]]));
  for (const key of ["cache", "blocks", "pages", "draw"]) state[key] = Number(state[key]);
  const selects = [...figure.querySelectorAll("[data-choice]")];
  const guesses = [...figure.querySelectorAll("[data-guess]")];
  const grids = SIDES.map((side) => model(`serving_${side}`));
  const charts = ["serving_running", ...SIDES.map((side) => `serving_${side}_slots`)];
  for (const name of charts) {
    model(`${name}_now`).setv({ visible: false }, { sync: false }); // a line of the page's own is quicker
  }
  let runs = {}, facts = {}, series = [], last = 0, guess = null;

  const show = () => drawSoon(figure, drawStep), table = figure.querySelector("details");
  function drawStep() {
    const step = clock.step(), now = momentsOfRuns(runs.reserve, runs.paged, step, ...series);
    SIDES.forEach((side, i) => {
      drawPicture(grids[i], slotsPicture(runs[side], step));
      labelPlot(grids[i], say(`serving.${side}`, now));
    });
    showNow();
    element("serving-moment").textContent = say("serving.moment", now);
    element("serving-moment").dataset.shows = `${shows()} ${step}`;
    if (table.open) element("serving-now").innerHTML = say("serving.now", now);
  }
  /** Stand a line in each chart at the present step; the frames of the charts end 6 pixels from the right. */
  function showNow() {
    for (const name of charts) {
      const left = model(name).inner_width * (1 - (clock.step() + 0.5) / (last + 1));
      element(`${name}_now`).style.right = `${left + 6}px`;
    }
  }
  const shows = () => Object.values(state).join(" ");
  /** Take up the runs that are chosen: their counts, their charts and their words. */
  function take() {
    const { cache, blocks, pages, load, mix, draw } = state;
    runs = {
      reserve: runOf(["naive", cache, blocks, load, mix, draw].join(" ")),
      paged: runOf(["paged", cache, pages, load, mix, draw].join(" ")),
    };
    series = SIDES.map((side) => seriesOf(runs[side]));
    last = Math.max(...series.map(({ running }) => running.length));
    facts = { ...comparedRuns(runs.reserve, runs.paged), shows: shows() };
    const most = Math.max(facts.reserve_most, facts.paged_most) + 1;
    const counts = { reserve: series[0].running, paged: series[1].running };
    const plot = model("serving_running");
    drawOverTime(plot, model("serving_running_counts"), counts, last, most);
    labelPlot(plot, say("serving.running_label", facts));
    SIDES.forEach((side, i) => {
      const plot = model(`serving_${side}_slots`), { held, allocated } = series[i];
      const layers = { nothing: [], used: held, allocated, cache: Array(last + 1).fill(cache) };
      drawOverTime(plot, model(`serving_${side}_slots_counts`), layers, last, cache);
      const sides = { reserve: side === "reserve", paged: side === "paged" };
      labelPlot(plot, say("serving.slots_label", { ...facts, ...sides }));
    });
    element("serving-words").innerHTML = say("serving.words", facts);
    element("serving-table").innerHTML = say("serving.table", facts);
    element("serving-question").textContent = say("serving.question", facts);
    for (const select of selects) select.value = state[select.dataset.choice];
    showGuess(null);
  }
  /** Reply to a guess. Whoever has guessed once, or has asked to be shown, sees the runs from then on. */
  function showGuess(number) {
    guess = number;
    for (const button of guesses) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.guess) === guess));
    }
    element("serving-reply").innerHTML = guess === null ? ""
      : say("serving.reply", replyToGuess(guess, facts, guesses.map(({ dataset }) => Number(dataset.guess))));
    if (guess !== null) reveal();
  }
  function reveal() {
    figure.dataset.asks = "answered";
  }

  const clock = makeClock(figure, { last: () => last, said: element("serving-moment"), show, ...clocked });
  for (const select of selects) {
    const { choice } = select.dataset;
    select.addEventListener("change", () => change({
      [choice]: typeof state[choice] === "number" ? Number(select.value) : select.value,
    }));
  }
  for (const button of guesses) {
    press(button, () => showGuess(Number(button.dataset.guess)));
  }
  press(element("serving-skip"), () => {
    reveal();
    figure.querySelector("[data-clock=play]").focus();
  });
  table.addEventListener("toggle", show);
  take();
  clock.go(Number(figure.dataset.time));
  for (const name of charts) model(name).properties.inner_width.change.connect(showNow);
  return {
    read: () => ({ ...state, time: clock.step() }),
    show({ time, ...wanted }) {
      const changed = Object.keys(state).filter((key) => wanted[key] !== state[key]);
      if (!changed.length && time === clock.step()) return;
      for (const key of changed) state[key] = wanted[key];
      if (changed.length) take();
      clock.go(time);
    },
  };
}

