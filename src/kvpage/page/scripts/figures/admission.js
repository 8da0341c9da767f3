/* Who gets in: the recorded runs of the same requests through blocks and through pages. */

import { labelPlot } from "../bokeh.js";
import { press } from "../buttons.js";
import { slotsPicture } from "../cache_layout.js";
import { makeClock } from "../clock.js";
import { compared, moments, reply } from "../comparison.js";
import { drawSoon } from "../frames.js";
import { element } from "../page_data.js";
import { showPicture } from "../slot_grid.js";
import { showTimeline } from "../timelines.js";
import { say } from "../words.js";

const SIDES = ["reserve", "paged"];
const CHARTS = ["serving_running", "serving_reserve_slots", "serving_paged_slots"];
/** The choices by their keys in the address, in the order in which a run is named. */
const CHOSEN = { cache: Number, blocks: Number, pages: Number, load: String, mix: String, draw: Number };

/** The figure: what is chosen, the two runs of it, and what is said of them. */
class WhoGetsIn {
  constructor(runOf, model, clocked) {
    this.figure = element("serving");
    this.table = this.figure.querySelector("details");
    this.runOf = runOf;
    this.model = model;
    const given = this.figure.dataset;
    this.state = Object.fromEntries(Object.entries(CHOSEN).map(([key, read]) => [key, read(given[key])]));
    const said = element("serving-moment"), show = () => this.tellSoon();
    this.clock = makeClock(this.figure, { last: () => this.last, said, show, ...clocked });
  }

  get shows() { return Object.values(this.state).join(" "); }

  read() {
    return { ...this.state, time: this.clock.step() };
  }
  show({ time, ...wanted }) {
    const changed = Object.keys(this.state).filter((key) => wanted[key] !== this.state[key]);
    if (!changed.length && time === this.clock.step()) return;
    for (const key of changed) this.state[key] = wanted[key];
    if (changed.length) this.take();
    this.clock.go(time);
  }

  lock() {
    for (const select of this.figure.querySelectorAll("[data-choice]")) select.disabled = true;
  }

  /** Take up the runs that are chosen: their counts, their charts and their words. */
  take() {
    const { cache, blocks, pages, load, mix, draw } = this.state;
    this.runs = {
      reserve: this.runOf(["naive", cache, blocks, load, mix, draw].join(" ")),
      paged: this.runOf(["paged", cache, pages, load, mix, draw].join(" ")),
    };
    const { reserve, paged } = this.runs;
    this.last = Math.max(reserve.series.running.length, paged.series.running.length);
    this.facts = { ...compared(reserve, paged), shows: this.shows };
    this.drawCharts();
    element("serving-words").innerHTML = say("serving.words", this.facts);
    element("serving-table").innerHTML = say("serving.table", this.facts);
    element("serving-question").textContent = say("serving.question", this.facts);
    for (const select of this.figure.querySelectorAll("[data-choice]")) {
      select.value = this.state[select.dataset.choice];
    }
    this.takeGuess(null);
  }
  drawCharts() {
    const { facts, last, model, runs } = this;
    const chart = (name, counts, most, label) => {
      showTimeline(model(name), model(`${name}_counts`), counts, last, most);
      labelPlot(model(name), label);
    };
    const running = Object.fromEntries(SIDES.map((side) => [side, runs[side].series.running]));
    const most = Math.max(facts.reserve_most, facts.paged_most) + 1;
    chart("serving_running", running, most, say("serving.running_label", facts));
    for (const side of SIDES) {
      const { cache, series: { held, allocated } } = runs[side];
      const layers = { nothing: [], used: held, allocated, cache: Array(last + 1).fill(cache) };
      const sides = Object.fromEntries(SIDES.map((each) => [each, each === side]));
      chart(`serving_${side}_slots`, layers, cache, say("serving.slots_label", { ...facts, ...sides }));
    }
  }

  /** Tell the present step. */
  tellSoon() {
    drawSoon(this.figure, () => this.tell());
  }
  tell() {
    const { runs, model } = this, { reserve, paged } = runs, step = this.clock.step();
    const now = moments(reserve, paged, step), said = element("serving-moment");
    for (const side of SIDES) {
      showPicture(model(`serving_${side}`), slotsPicture(runs[side], step));
      labelPlot(model(`serving_${side}`), say(`serving.${side}`, now));
    }
    this.showNow();
    said.textContent = say("serving.moment", now);
    said.dataset.shows = `${this.shows} ${step}`;
    if (this.table.open) element("serving-now").innerHTML = say("serving.now", now);
  }
  /** Stand a line in each chart at the present step; the frames of the charts end 6 pixels from the right. */
  showNow() {
    for (const name of CHARTS) {
      const left = this.model(name).inner_width * (1 - (this.clock.step() + 0.5) / (this.last + 1));
      element(`${name}_now`).style.right = `${left + 6}px`;
    }
  }

  /** Reply to a guess. Whoever has guessed once, or has asked to be shown, sees the runs from then on. */
  takeGuess(guess) {
    const buttons = [...this.figure.querySelectorAll("[data-guess]")];
    const guesses = buttons.map(({ dataset }) => Number(dataset.guess));
    for (const [i, button] of buttons.entries()) button.setAttribute("aria-pressed", String(guesses[i] === guess));
    element("serving-reply").innerHTML = guess === null ? ""
      : say("serving.reply", reply(guess, this.facts, guesses));
    if (guess !== null) this.reveal();
  }
  reveal() {
    this.figure.dataset.asks = "answered";
  }
}

/** Connect the figure: `clocked` hears of what its clock does, `change` sets a state. */
export function connectAdmission(model, { clocked, change }, runOf) {
  const figure = new WhoGetsIn(runOf, model, clocked), node = figure.figure;
  for (const name of CHARTS) {
    model(`${name}_now`).setv({ visible: false }, { sync: false }); // a line of the page's own is quicker
  }
  for (const select of node.querySelectorAll("[data-choice]")) {
    const { choice } = select.dataset;
    select.addEventListener("change", () => change({ [choice]: CHOSEN[choice](select.value) }));
  }
  for (const button of node.querySelectorAll("[data-guess]")) {
    press(button, () => figure.takeGuess(Number(button.dataset.guess)));
  }
  press(element("serving-skip"), () => {
    figure.reveal();
    node.querySelector("[data-clock=play]").focus();
  });
  figure.table.addEventListener("toggle", () => figure.tellSoon());
  figure.take();
  figure.clock.go(Number(node.dataset.time));
  for (const name of CHARTS) model(name).properties.inner_width.change.connect(() => figure.showNow());
  return figure;
}
