/* Where pages live: the story of a small cache, from what Python said of every step. */

import { showHandOver } from "./bokeh.js";
import { makeClock } from "./clock.js";
import { APART, BESIDE, KIND, LINE, NUMBER, SPACE, WIDTH, element, limits } from "./page_data.js";
import { addMark, addUnit, drawPicture, drawSoon, emptyPicture, labelPlot } from "./picture.js";
import { say } from "./words.js";

/** Connect the figure: `clocked` hears of what its clock does, `change` sets a state. */
export function whereFigure(stories, model, { clocked, change, press }) {
  const figure = element("pages");
  const plots = { rows: model("pages_rows"), cache: model("pages_cache") };
  const parts = { rows: element("pages_rows"), cache: element("pages_cache") };
  const { scenario, layout, step } = figure.dataset;
  const state = { scenario, layout };
  let marked = null; // the unit that the reader looks at, and whether it stays when the pointer goes
  let pinned = null;

  const told = () => stories[state.scenario][state.layout][clock.step()];
  const unitOf = (number) => told().units[number];

  // -- draw --

  function addRows(picture, { rows, units, unit }) {
    for (const row of rows) {
      const y = picture.height + NUMBER + 0.5;
      addMark(picture, KIND.NAME, -BESIDE / 2, y, { text: row.name, row: row.row });
      if (!row.runs) {
        const absent = row.waits ? "waits" : row.gone ? "done" : "to come";
        addMark(picture, KIND.NAME, 1.5, y, { text: absent, row: row.row });
      }
      row.table.forEach((number, nth) => add(picture, nth, units[number], unit, row.before));
      picture.height += NUMBER + 1 + SPACE;
    }
  }
  function addCache(picture, { rows, units, unit }) {
    for (const each of units) {
      const nth = each.number % (LINE / unit);
      if (each.number && !nth) picture.height += NUMBER + 1 + SPACE;
      add(picture, nth, each, unit, each.name ? rows[each.row].before : 0);
    }
    picture.height += NUMBER + 1 + SPACE;
  }
  function add(picture, nth, unit, size, written) {
    if (unit.number === marked) {
      const middle = nth * (size + APART) + size / 2;
      const around = { w: size + 0.2, h: 1.2, slot: unit.number };
      addMark(picture, KIND.MARKED, middle, picture.height + NUMBER + 0.5, around);
    }
    addUnit(picture, nth, unit, size, written);
  }
  function drawPictures() {
    const facts = told();
    for (const [name, addAll] of [["rows", addRows], ["cache", addCache]]) {
      const picture = emptyPicture(WIDTH, BESIDE);
      addAll(picture, facts);
      drawPicture(plots[name], picture);
      labelPlot(plots[name], say(`pages.${name}_label`, facts));
    }
  }
  function writeInto(id, html) {
    const node = element(id);
    if (node.innerHTML !== html) node.innerHTML = html;
  }
  function show() {
    const facts = told();
    if (!unitOf(marked)) marked = pinned = null;
    drawSoon(figure, drawPictures);
    writeInto("pages-moment", say("pages.moment", facts));
    writeInto("pages-counts", say("pages.counts", facts));
    writeInto("pages-queue", say("pages.queue", facts));
    writeInto("pages-table", say("pages.table", facts));
    const focused = document.activeElement.closest?.("#pages-tables .entry")?.dataset.unit;
    writeInto("pages-tables", say("pages.tables", { ...facts, pointed: true }));
    if (focused) figure.querySelector(`[data-unit="${focused}"]`)?.focus({ preventScroll: true });
    for (const button of figure.querySelectorAll("[data-story], [data-layout-of]")) {
      const chosen = [state.scenario, state.layout].includes(button.dataset.story ?? button.dataset.layoutOf);
      button.setAttribute("aria-pressed", String(chosen));
    }
    showMarked();
  }
  function showMarked() {
    const facts = told(), { running } = facts;
    const looked = running.find(({ row }) => row === unitOf(marked)?.row);
    const row = looked ?? running.find(({ n_taken }) => n_taken) ?? running[0];
    writeInto("pages-order", row ? say("pages.order", { ...facts, ...row }) : "");
    const unit = unitOf(marked);
    element("pages-unit").textContent = say(unit ? "pages.unit" : "pages.hint", { ...facts, ...unit });
    for (const entry of figure.querySelectorAll(".entry")) {
      entry.classList.toggle("marked", Number(entry.dataset.unit) === marked);
    }
  }
  function mark(number) {
    if (number === marked) return;
    marked = number;
    drawSoon(figure, drawPictures);
    showMarked();
  }

  // -- point, tap, focus: in any of the three --

  function unitAt(name, { clientX, clientY }) {
    const { left, top, width, height } = parts[name].getBoundingClientRect();
    const { x_range, y_range, renderers } = plots[name];
    const x = x_range.start + ((clientX - left) / width) * (x_range.end - x_range.start);
    const y = ((clientY - top) / height) * y_range.start;
    const { kind, slot, x: xs, y: ys, w } = renderers[0].data_source.data;
    const at = [...kind].findIndex((each, i) =>
      each === KIND.UNIT && Math.abs(xs[i] - x) <= w[i] / 2 && y >= ys[i] - 0.5 - NUMBER && y <= ys[i] + 0.5);
    return at < 0 ? null : slot[at];
  }
  for (const [name, node] of Object.entries(parts)) {
    showHandOver(node);
    node.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") mark(unitAt(name, event) ?? pinned);
    });
    node.addEventListener("pointerleave", () => mark(pinned));
    node.addEventListener("click", (event) => {
      const number = unitAt(name, event);
      pinned = number === pinned ? null : number;
      mark(pinned);
    });
    const inOrder = () => name === "cache"
      ? told().units.map(({ number }) => number)
      : told().rows.flatMap(({ table }) => table);
    node.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const all = inOrder(), at = all.indexOf(marked);
      const to = { ArrowRight: at + 1, ArrowLeft: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (event.key === "Escape") { pinned = null; mark(null); }
      if (to === undefined || !all.length) return;
      event.preventDefault();
      pinned = all[(to + all.length) % all.length];
      mark(pinned);
    });
  }
  const tables = element("pages-tables");
  const entryOf = ({ target }) => target.closest(".entry");
  tables.addEventListener("pointerover", (event) => {
    const entry = entryOf(event);
    mark(entry ? Number(entry.dataset.unit) : pinned);
  });
  tables.addEventListener("pointerleave", () => mark(pinned));
  tables.addEventListener("focusin", (event) => mark(Number(entryOf(event).dataset.unit)));
  tables.addEventListener("focusout", () => mark(pinned));
  function pin(entry) {
    const number = Number(entry.dataset.unit);
    pinned = number === pinned ? null : number;
    mark(pinned);
  }
  let pressed = null; // while it plays, the entry may be gone when the pointer is let go: that is no click
  tables.addEventListener("pointerdown", (event) => { pressed = entryOf(event); });
  tables.addEventListener("pointerup", () => { if (pressed && !pressed.isConnected) pin(pressed); });
  tables.addEventListener("click", (event) => { if (entryOf(event)) pin(entryOf(event)); });

  // -- the sentences keep the room of the longest, so that the pictures stay where they are --

  const moment = element("pages-moment");
  function keepRoom() {
    const shown = moment.innerHTML, all = stories[state.scenario][state.layout];
    moment.style.minHeight = "";
    const heights = all.map((facts) => {
      moment.innerHTML = say("pages.moment", facts);
      return moment.offsetHeight;
    });
    moment.innerHTML = shown;
    moment.style.minHeight = `${Math.max(...heights)}px`;
  }
  let width = 0;
  new ResizeObserver(() => {
    if (moment.clientWidth !== width) keepRoom();
    width = moment.clientWidth;
  }).observe(moment);

  // -- choose and play --

  const clock = makeClock(figure, { last: () => limits.step, said: moment, show, ...clocked });
  for (const button of figure.querySelectorAll("[data-story]")) {
    press(button, () => change({ scenario: button.dataset.story, step: 0 }));
  }
  for (const button of figure.querySelectorAll("[data-layout-of]")) {
    press(button, () => change({ layout: button.dataset.layoutOf }));
  }
  clock.go(Number(step));
  return {
    read: () => ({ ...state, step: clock.step() }),
    show({ scenario, layout, step }) {
      if (scenario === state.scenario && layout === state.layout && step === clock.step()) return;
      const other = scenario !== state.scenario || layout !== state.layout;
      Object.assign(state, { scenario, layout });
      clock.go(step);
      if (other) keepRoom();
    },
  };
}

