/* Where pages live: the story of a small cache, from what Python said of every step. */

import { labelPlot, showHandOver } from "../bokeh.js";
import { bar, press } from "../buttons.js";
import { cachePicture, rowsPicture } from "../cache_layout.js";
import { makeClock } from "../clock.js";
import { drawSoon } from "../frames.js";
import { KIND, NUMBER, element, limits } from "../page_data.js";
import { showPicture } from "../slot_grid.js";
import { say } from "../words.js";

/** The figure: which story it tells, and which unit the reader looks at. */
class WherePagesLive {
  constructor(stories, model, clocked) {
    this.figure = element("pages");
    this.said = element("pages-moment");
    this.plots = { rows: model("pages_rows"), cache: model("pages_cache") };
    this.stories = stories;
    const { scenario, layout } = this.figure.dataset;
    this.state = { scenario, layout };
    this.marked = null;
    this.pinned = null; // is marked again when the pointer goes
    const show = () => this.tell();
    this.clock = makeClock(this.figure, { last: () => limits.step, said: this.said, show, ...clocked });
  }

  get story() { return this.stories[this.state.scenario][this.state.layout]; }
  get facts() { return this.story[this.clock.step()]; }

  read() {
    return { ...this.state, step: this.clock.step() };
  }
  show({ scenario, layout, step }) {
    const other = scenario !== this.state.scenario || layout !== this.state.layout;
    if (!other && step === this.clock.step()) return;
    this.state = { scenario, layout };
    this.clock.go(step);
    if (other) this.keepRoom();
  }

  lock() {
    for (const button of this.figure.querySelectorAll("[data-story]")) bar(button, true);
  }

  /** Tell the present step. */
  tell() {
    const { facts, figure } = this;
    if (!facts.units[this.marked]) this.marked = this.pinned = null;
    this.drawSoon();
    for (const name of ["moment", "counts", "queue", "table"]) {
      writeInto(`pages-${name}`, say(`pages.${name}`, facts));
    }
    const focused = document.activeElement.closest?.("#pages-tables .entry")?.dataset.unit;
    writeInto("pages-tables", say("pages.tables", { ...facts, pointed: true }));
    if (focused) figure.querySelector(`[data-unit="${focused}"]`)?.focus({ preventScroll: true });
    const chosen = Object.values(this.state);
    for (const button of figure.querySelectorAll("[data-story], [data-layout-of]")) {
      const { story, layoutOf } = button.dataset;
      button.setAttribute("aria-pressed", String(chosen.includes(story ?? layoutOf)));
    }
    this.tellMarked();
  }
  tellMarked() {
    const { facts, figure, marked } = this, { running, units } = facts, unit = units[marked];
    const looked = running.find(({ row }) => row === unit?.row);
    const row = looked ?? running.find(({ n_taken }) => n_taken) ?? running[0];
    writeInto("pages-order", row ? say("pages.order", { ...facts, ...row }) : "");
    element("pages-unit").textContent = say(unit ? "pages.unit" : "pages.hint", { ...facts, ...unit });
    for (const entry of figure.querySelectorAll(".entry")) {
      entry.classList.toggle("marked", Number(entry.dataset.unit) === marked);
    }
  }
  drawSoon() {
    drawSoon(this.figure, () => {
      const { facts, plots, marked } = this;
      for (const [name, picture] of [["rows", rowsPicture], ["cache", cachePicture]]) {
        showPicture(plots[name], picture(facts, marked));
        labelPlot(plots[name], say(`pages.${name}_label`, facts));
      }
    });
  }

  /** Mark the unit that the reader points at or, if it is none, the pinned one. */
  mark(number) {
    const next = number ?? this.pinned;
    if (next === this.marked) return;
    this.marked = next;
    this.drawSoon();
    this.tellMarked();
  }
  pin(number) {
    this.pinned = number;
    this.mark(number);
  }
  /** Pin a unit or, if it is pinned, let it go. */
  toggle(number) {
    this.pin(number === this.pinned ? null : number);
  }

  /** Give the sentences the room of the longest, so that the pictures stay where they are. */
  keepRoom() {
    const { said } = this, shown = said.innerHTML;
    said.style.minHeight = "";
    const heights = this.story.map((facts) => {
      said.innerHTML = say("pages.moment", facts);
      return said.offsetHeight;
    });
    said.innerHTML = shown;
    said.style.minHeight = `${Math.max(...heights)}px`;
  }
}

function writeInto(id, html) {
  const node = element(id);
  if (node.innerHTML !== html) node.innerHTML = html;
}

/** Find the unit below the pointer in a picture. */
function unitAt(plot, node, { clientX, clientY }) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const { x_range, y_range, renderers } = plot;
  const x = x_range.start + ((clientX - left) / width) * (x_range.end - x_range.start);
  const y = ((clientY - top) / height) * y_range.start;
  const { kind, slot, x: xs, y: ys, w } = renderers[0].data_source.data;
  const at = [...kind].findIndex((each, i) =>
    each === KIND.UNIT && Math.abs(xs[i] - x) <= w[i] / 2 && y >= ys[i] - 0.5 - NUMBER && y <= ys[i] + 0.5);
  return at < 0 ? null : slot[at];
}

/** Let units be pointed at, clicked and gone through with the arrows in a picture, in this order. */
function connectPicture(figure, name, unitsInOrder) {
  const node = element(`pages_${name}`), at = (event) => unitAt(figure.plots[name], node, event);
  showHandOver(node);
  node.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") figure.mark(at(event));
  });
  node.addEventListener("pointerleave", () => figure.mark(null));
  node.addEventListener("click", (event) => figure.toggle(at(event)));
  node.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = unitsInOrder(figure.facts), at = all.indexOf(figure.marked), last = all.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at < 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") figure.pin(null);
    if (to === undefined || !all.length) return;
    event.preventDefault();
    figure.pin(all[(to + all.length) % all.length]);
  });
}

/** Let units be pointed at, clicked and focused in the block tables. */
function connectTables(figure) {
  const tables = element("pages-tables");
  const entryOf = ({ target }) => target.closest(".entry");
  const numberOf = (entry) => entry ? Number(entry.dataset.unit) : null;
  tables.addEventListener("pointerover", (event) => figure.mark(numberOf(entryOf(event))));
  tables.addEventListener("pointerleave", () => figure.mark(null));
  tables.addEventListener("focusin", (event) => figure.mark(numberOf(entryOf(event))));
  tables.addEventListener("focusout", () => figure.mark(null));
  let pressed = null; // while it plays, the entry may be gone when the pointer is let go: that is no click
  tables.addEventListener("pointerdown", (event) => { pressed = entryOf(event); });
  tables.addEventListener("pointerup", () => {
    if (pressed && !pressed.isConnected) figure.toggle(numberOf(pressed));
  });
  tables.addEventListener("click", (event) => {
    if (entryOf(event)) figure.toggle(numberOf(entryOf(event)));
  });
}

/** Connect the figure: `clocked` hears of what its clock does, `change` sets a state. */
export function connectBlockTables(model, { clocked, change }, stories) {
  const figure = new WherePagesLive(stories, model, clocked), { said } = figure;
  connectPicture(figure, "rows", ({ rows }) => rows.flatMap(({ table }) => table));
  connectPicture(figure, "cache", ({ units }) => units.map(({ number }) => number));
  connectTables(figure);
  let width = 0;
  new ResizeObserver(() => {
    if (said.clientWidth !== width) figure.keepRoom();
    width = said.clientWidth;
  }).observe(said);
  for (const button of figure.figure.querySelectorAll("[data-story]")) {
    press(button, () => change({ scenario: button.dataset.story, step: 0 }));
  }
  for (const button of figure.figure.querySelectorAll("[data-layout-of]")) {
    press(button, () => change({ layout: button.dataset.layoutOf }));
  }
  figure.clock.go(Number(figure.figure.dataset.step));
  return figure;
}
