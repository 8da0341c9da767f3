/* The page's own business: history and undo, the lengths field, rows and presets, the guess,
   links, enlarging. It reads and sets the values of Bokeh's models, so what it does reaches
   Python like any widget's change, and it never computes an allocation. */

import { inside, nameWidgets, showHandOver, slotAt } from "./bokeh.js";
import { fitText } from "./fit.js";
import { connectAdmission } from "./figures/admission.js";
import { connectBlockTables } from "./figures/block_tables.js";
import { answerHook } from "./figures/hook.js";
import { answerPredict } from "./figures/predict.js";
import { answerSideBySide } from "./figures/side_by_side.js";
import { answerWasteByLength } from "./figures/waste_by_length.js";
import { SECTIONS, data, element, handIn, inFile, limits } from "./page_data.js";
import { storeProgress, storedProgress } from "./progress.js";
import { climb, isOpen } from "./quiz.js";
import { inflated, readAnswers, readRuns, readStories } from "./recordings.js";
import {
  CHOICES, SCHEMES, Unreadable, asAddress, readAddress, readAnswer, readLengths, same,
} from "./state.js";
import { makeTheme, paint, paintJson } from "./theme.js";
import { say } from "./words.js";

/** Answer whatever changes in the models of a document, as the figures do in Python. */
function answerDocument(bokeh, answers) {
  const own = (name) => bokeh.get_model_by_name(name);
  if (own("scheme")) answerHook(own, answers);
  if (own("lengths")) answerSideBySide(own, answers);
  if (own("length")) answerWasteByLength(own, answers);
  if (own("turn")) answerPredict(own, answers);
}

function start(theme, answers) {
  const root = document.documentElement;
  const documents = () => globalThis.Bokeh?.documents ?? [];
  const model = (name) =>
    documents().map((each) => each.get_model_by_name(name)).find((each) => each !== null) ?? null;
  const on = (name, property, does) => model(name).properties[property].change.connect(does);
  const bar = (button, barred) => button.setAttribute("aria-disabled", String(barred));
  const press = (button, does) => button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") does();
  });
  let hasHook = false, hasSide = false, hasCurves = false, hasQuestions = false, where = null, who = null;

  // -- the state is the models' values --

  /** Where a part of the workload is set: side by side or, on a page without that, at the curves. */
  const workload = (name) => model(name) ?? model(`curves_${name}`);
  const read = () => ({
    ...((hasSide || hasCurves) && {
      lengths: workload("lengths").value.split(",").map(Number),
      block: workload("block").value,
      page: workload("page").value,
    }),
    ...(hasCurves && { length: model("length").value }),
    ...(hasQuestions && { level: turn().level, question: turn().seed }),
    ...(hasHook && { scheme: SCHEMES[model("scheme").active] }),
    ...where?.read(),
    ...who?.read(),
  });
  const { state: opened, complaints } = readAddress();
  let first = {}, settled = {}, showing = false;

  function show(state) {
    showing = true;
    if (hasSide || hasCurves) {
      workload("block").value = state.block;
      workload("page").value = state.page;
      workload("lengths").value = state.lengths.join(",");
    }
    if (hasCurves) model("length").value = state.length;
    if (hasQuestions) showQuestion(state);
    if (hasHook) model("scheme").active = SCHEMES.indexOf(state.scheme);
    where?.show(state);
    who?.show(state);
    showing = false;
    showControls();
  }

  // -- history: one gesture is one entry; while it lasts, the address follows it --

  const framed = parent !== window; // the history is the host page's then: only undo is ours
  const past = [];
  const step = () => framed ? past.length : history.state?.step ?? 0;
  let addressTimer = 0;

  function writeAddress(state, write = "replaceState", at = step()) {
    const address = asAddress({ ...opened, ...state, theme: theme.chosen() });
    try { history[write]({ step: at }, "", address); } catch { /* a sandbox may refuse it */ }
    const shown = element("link").querySelector("input");
    if (!element("link").hidden && document.activeElement !== shown) shown.value = linkNow();
  }
  function moved() {
    showControls();
    follow();
  }
  function follow() {
    addressTimer ||= setTimeout(() => { addressTimer = 0; writeAddress(read()); }, 200);
  }
  function settle() {
    clearTimeout(addressTimer);
    addressTimer = 0;
    const state = read();
    if (same(state, settled)) writeAddress(state);
    else if (framed) {
      past.push(settled);
      writeAddress(state);
    } else {
      writeAddress(settled);
      writeAddress(state, "pushState", step() + 1);
    }
    settled = state;
    showControls();
  }
  function change(state) {
    show({ ...read(), ...state });
    if (state.lengths) writeField();
    if (keyIsDown) moving = true;
    else settle();
  }
  function rest(state) {
    show(state);
    settled = { ...state, ...read() };
    writeField();
  }
  function showAddress() {
    const { state, complaints } = readAddress();
    for (const name of Object.keys(CHOICES)) if (!(name in first)) opened[name] = state[name]; // not yet drawn
    const chosen = Object.keys(first).map((name) => [name, state[name] ?? first[name]]);
    rest(Object.fromEntries(chosen));
    showComplaints(complaints);
  }
  function undo() {
    if (!framed) return history.back();
    rest({ ...settled, ...past.pop() });
    writeAddress(settled);
  }
  addEventListener("popstate", () => {
    const { state } = readAddress();
    if (["only", "lock", "ask"].some((name) => state[name] !== opened[name])) location.reload();
    showAddress();
    if (readAddress().state.theme !== theme.chosen()) writeAddress(settled);
  });

  // -- a drag is one gesture, and so is a key that is held down --

  let keyIsDown = false, moving = false;
  const letGo = () => { if (moving && !keyIsDown) { moving = false; settle(); } };
  addEventListener("keydown", () => { keyIsDown = true; }, true);
  for (const end of ["keyup", "blur"]) {
    addEventListener(end, () => { keyIsDown = false; letGo(); }, true);
  }

  // -- a clock that plays is one gesture from its first step on, and Back goes to where it started --

  const clocked = {
    moved() { moving = true; follow(); },
    rested() { moving = true; letGo(); },
    played() {
      if (!moving) settled = { ...settled, ...where?.read(), ...who?.read() };
      follow();
    },
  };

  // -- the lengths field: what can be read applies at once, a complaint waits --

  const field = element("lengths-field");

  function writeField() {
    if (!hasSide) return;
    field.value = read().lengths.join(", ");
    complain("");
  }
  function complain(text) {
    element("complaint").textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
  }
  function readField(finished) {
    try {
      const lengths = readLengths(field.value);
      complain("");
      if (finished) change({ lengths });
      else {
        model("lengths").value = lengths.join(",");
        moved();
      }
      return true;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (finished) complain(error.message);
      return false;
    }
  }
  /** Leave the field. A complaint waits for the pointer: it would move what is being clicked. */
  function leaveField() {
    const readable = readField(false);
    if (readable || !pointerIsDown) readField(true);
    else addEventListener("pointerup", () => setTimeout(readField, 0, true), { once: true });
  }
  let pointerIsDown = false;
  addEventListener("pointerdown", () => { pointerIsDown = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => { pointerIsDown = false; }, true);
  }
  field?.addEventListener("input", () => readField(false));
  field?.addEventListener("change", leaveField);
  field?.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") readField(true);
    if (key === "Escape") rest(settled);
  });

  function connectSlider(name) {
    on(name, "value", () => { if (!showing) { moving = true; moved(); } });
    on(name, "value_throttled", letGo);
  }

  // -- rows, presets, undo, and clicks on slots --

  const rows = [...element("sequences")?.children ?? []];
  const presets = [...document.querySelectorAll("[data-lengths]")];
  const preset = ({ lengths, block, page }) => ({
    lengths: lengths.split(",").map(Number), block: Number(block), page: Number(page),
  });

  const undos = document.querySelectorAll("[data-undo]");

  function showControls() {
    for (const button of undos) bar(button, step() === 0);
    if (!hasSide) return;
    const { lengths, block, page } = read();
    rows.forEach((row, index) => {
      const [fewer, more, remove] = row.querySelectorAll("button");
      row.hidden = index >= lengths.length;
      row.querySelector("output").textContent = lengths[index] ?? "";
      bar(fewer, lengths[index] === 0);
      bar(more, lengths[index] === limits.length);
      bar(remove, lengths.length === 1);
    });
    bar(element("add"), lengths.length === limits.sequences);
    if (locked) {
      const workload = document.querySelectorAll("#side-by-side .presets button, .rows button:not(#undo)");
      for (const button of workload) bar(button, true);
    }
    for (const button of presets) {
      const shown = root.dataset.ask !== "covered" && same(preset(button.dataset), { lengths, block, page });
      button.setAttribute("aria-pressed", String(shown));
    }
  }

  for (const button of undos) press(button, undo);

  function connectSide() {
    for (const name of ["block", "page"]) connectSlider(name);
    rows.forEach((row, index) => {
      const [fewer, more, remove] = row.querySelectorAll("button");
      const grow = (tokens) => {
        const { lengths } = read();
        change({ lengths: lengths.with(index, lengths[index] + tokens) });
      };
      press(fewer, () => grow(-1));
      press(more, () => grow(1));
      press(remove, () => {
        change({ lengths: read().lengths.toSpliced(index, 1) });
        if (row.hidden) rows[index - 1].querySelector("[data-remove]").focus();
      });
    });
    press(element("add"), () => change({ lengths: [...read().lengths, 1] }));
    for (const button of presets) press(button, () => change(preset(button.dataset)));
    press(element("back"), () => presets[0].click());

    // A linear congruential generator (Numerical Recipes, 2nd ed., 7.1): the same surprises for all.
    let seed = 1;
    function random(from, to) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return from + Math.floor((seed / 2 ** 32) * (to - from + 1));
    }
    press(element("surprise"), () => {
      const block = random(4, 16), page = random(2, Math.min(block, 6));
      const lengths = Array.from({ length: random(2, 6) }, () => random(1, block));
      change({ lengths, block, page });
    });

    for (const name of ["reserve_grid", "paged_grid"]) {
      const node = element(name);
      showHandOver(node);
      let pressed = null;
      node.addEventListener("pointerdown", (event) => { pressed = event; });
      node.addEventListener("click", (event) => {
        const dragged = Math.hypot(event.clientX - pressed?.clientX, event.clientY - pressed?.clientY);
        if (locked || dragged > 10) return;
        const place = slotAt(model(name), node, event);
        if (!place) return;
        const { lengths } = read();
        const reached = Math.min(place.slot + 1, limits.length);
        const length = place.slot + 1 === lengths[place.row] ? place.slot : reached;
        change({ lengths: lengths.with(place.row, length) });
      });
    }
  }

  // -- the curves: their workload is the one side by side; out of sight they follow in a while --

  let curvesInSight = false, curvesTimer = 0;

  function setCurves() {
    clearTimeout(curvesTimer);
    if (!hasSide || !hasCurves) return;
    showing = true;
    for (const name of ["lengths", "block", "page"]) {
      model(`curves_${name}`).value = model(name).value;
    }
    showing = false;
  }
  function followWorkload() {
    clearTimeout(curvesTimer);
    if (curvesInSight) setCurves();
    else curvesTimer = setTimeout(setCurves, 300);
  }
  function connectCurves() {
    for (const name of ["block", "page"]) {
      connectSlider(`curves_${name}`);
      if (hasSide) {
        on(`curves_${name}`, "value", () => { if (!showing) model(name).value = model(`curves_${name}`).value; });
      }
    }
    if (hasSide) for (const name of ["lengths", "block", "page"]) on(name, "value", followWorkload);
    connectSlider("length");
    const node = element("waste_curves"), plot = model("waste_curves");
    new IntersectionObserver(([{ isIntersecting }]) => {
      curvesInSight = isIntersecting;
      if (isIntersecting) setCurves();
    }).observe(node);
    addEventListener("beforeprint", setCurves);

    showHandOver(node);
    let lengthAt = null; // while it is dragged; the axis stays as it is then
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const { right } = node.getBoundingClientRect(), { start, end } = plot.x_range;
      const tokens = (end - start) / plot.inner_width, longest = Math.min(limits.length, Math.floor(end));
      model("reach").value = longest;
      lengthAt = ({ clientX }) =>
        Math.min(longest, Math.max(0, Math.round(end - (right - clientX) * tokens)));
      node.setPointerCapture(event.pointerId);
      model("length").value = lengthAt(event);
    });
    node.addEventListener("pointermove", (event) => {
      if (lengthAt) model("length").value = lengthAt(event);
    });
    node.addEventListener("lostpointercapture", () => {
      lengthAt = null;
      model("reach").value = 0;
      letGo();
    });
  }

  // -- the questions --

  const turn = () => JSON.parse(model("turn").value);
  const answerField = element("answer-field");
  let shownAt = 0;
  let answering = false; // the reader is at it: the focus goes where the next step is

  const setTurn = (next) => { model("turn").value = JSON.stringify(next); };
  function act(next) {
    answering = true;
    setTurn(next);
    const atFirstTry = next.tries.length <= 1 && !next.given_up;
    storeProgress({ ...next, streak: atFirstTry ? next.streak : 0 });
  }
  function complainOfAnswer(text) {
    element("answer-complaint").textContent = text;
    answerField.setAttribute("aria-invalid", String(text !== ""));
  }
  function showOutcome(outcome) {
    const figure = element("predict");
    figure.dataset.outcome = outcome;
    answerField.disabled = isOpen(outcome);
    if (outcome === "asked" || outcome === "again") answerField.value = "";
    complainOfAnswer("");
    const next = { asked: answerField, again: answerField, wrong: element("try-again") };
    if (answering) (next[outcome] ?? element("next-question")).focus();
    answering = false;
    shownAt = performance.now();
  }
  /** Ask the question of a state, unless it is the one that is being asked. */
  function showQuestion({ level, question: seed }) {
    const now = turn();
    if (level === now.level && seed === now.seed) return;
    const stored = storedProgress();
    const goesOn = stored?.level === level && stored.seed === seed;
    setTurn({ level, seed, streak: goesOn ? stored.streak : 0, tries: [], given_up: false });
    showOutcome("asked");
  }
  function connectQuestions() {
    on("verdict", "value", () => {
      const outcome = model("verdict").value;
      if (outcome === "wrong") storeProgress({ ...turn(), streak: 0 });
      showOutcome(outcome);
    });
    element("answer-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (answering) return;
      try {
        const answer = readAnswer(answerField.value), now = turn();
        complainOfAnswer("");
        act({ ...now, tries: [...now.tries, answer] });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        complainOfAnswer(error.message);
      }
    });
    press(element("try-again"), () => { answering = true; showOutcome("again"); });
    press(element("show-me"), () => act({ ...turn(), given_up: true }));
    element("next-question").addEventListener("click", ({ detail: byPointer }) => {
      const mistaken = !byPointer && performance.now() - shownAt < 500; // an Enter too many
      if (mistaken || answering || !isOpen(model("verdict").value)) return;
      const { level, streak, seed, tries } = turn();
      const rung = climb(level, streak, model("verdict").value === "right" && tries.length === 1);
      act({ ...rung, seed: Math.min(seed + 1, limits.question), tries: [], given_up: false });
      settle();
    });
    showOutcome(model("verdict").value);
  }

  // -- the first figure: a guess, then the switch --

  function connectHook() {
    const showQuestion = () => {
      const answered = model("guess").active !== null || model("scheme").active === 1;
      element("question").hidden ||= answered;
    };
    const reveal = () => {
      change({ scheme: "paged" });
      inside(document.querySelector(".switch"), ".bk-active")[0]?.focus();
    };
    on("scheme", "active", () => { showQuestion(); if (!showing) settle(); });
    on("guess", "active", () => { showQuestion(); reveal(); });
    press(element("skip"), reveal);
    showQuestion();
  }

  // -- for a class: one figure, a locked workload, covered pages --

  const locked = opened.lock !== undefined;

  function showOnly(name) {
    root.dataset.only = name;
    for (const section of document.querySelectorAll("[data-section]")) {
      section.hidden = section.dataset.section !== name;
      if (section.hidden) continue;
      section.querySelector(".title, .heading").ariaLevel = "1";
      for (const heading of section.querySelectorAll(".subheading")) heading.ariaLevel = "2";
    }
  }
  function lock() {
    for (const notice of document.querySelectorAll(".locked")) notice.hidden = !locked;
    if (!locked) return;
    if (field) field.readOnly = true;
    for (const name of ["block", "page", "curves_block", "curves_page"]) {
      if (model(name)) model(name).disabled = true;
    }
    for (const button of document.querySelectorAll("[data-story]")) bar(button, true);
    for (const select of document.querySelectorAll("[data-choice]")) select.disabled = true;
  }
  const uncovers = document.querySelectorAll(".uncover");
  function cover(covered) {
    root.dataset.ask = covered ? "covered" : "told";
    if (hasSide) model("covered").active = covered;
    showControls();
    for (const button of uncovers) {
      button.textContent = covered ? "Show the pages" : "Cover the pages again";
    }
  }
  for (const button of uncovers) press(button, () => cover(root.dataset.ask === "told"));
  if (opened.only) showOnly(opened.only);
  if (opened.ask) root.dataset.ask = "covered";

  // -- the page around the figures --

  function note(text) {
    element("note").hidden = text === "";
    element("note").querySelector("span").textContent = text;
  }
  function showComplaints(complaints) {
    note(complaints.length ? say("input.ignored", { parts: complaints.join(" ") }) : "");
  }
  press(element("note").querySelector("button"), () => note(""));

  const link = element("link"), options = ["lock", "ask"].map((name) => [name, element(`link-${name}`)]);
  for (const name of SECTIONS) {
    const section = document.querySelector(`[data-section="${name}"]`);
    const title = section.querySelector("figcaption, .heading").lastChild.textContent;
    element("link-only").append(new Option(title, name));
  }
  element("link-only").value = opened.only ?? "";
  for (const [name, box] of options) if (box) box.checked = opened[name] !== undefined;

  function linkNow() {
    const chosen = options.map(([name, box]) => [name, box?.checked ? "1" : undefined]);
    const choices = { only: element("link-only").value || undefined, ...Object.fromEntries(chosen) };
    const state = { ...opened, ...read(), theme: theme.chosen(), ...choices };
    const asks = [undefined, "predict"].includes(choices.only);
    if (!asks) state.level = state.question = undefined; // each reader's own
    return location.href.split(/[?#]/)[0] + asAddress(state);
  }
  async function copyLink() {
    const button = element("copy-link"), input = link.querySelector("input");
    input.value = linkNow();
    const allowed = document.featurePolicy?.allowsFeature("clipboard-write") ?? true;
    try {
      if (!allowed) throw new Error("the host page keeps the clipboard to itself");
      await navigator.clipboard.writeText(input.value);
      button.textContent = "Link copied";
      setTimeout(() => { button.textContent = "Copy link"; }, 2000);
    } catch {
      input.select();
    }
  }
  function openLink(open) {
    link.hidden = !open;
    element("copy-link").ariaExpanded = String(open);
  }
  press(element("copy-link"), () => {
    settle();
    openLink(true);
    copyLink();
  });
  link.addEventListener("change", copyLink);
  press(element("link-close"), () => { openLink(false); element("copy-link").focus(); });
  document.querySelector(".bar").addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || link.hidden) return;
    openLink(false);
    element("copy-link").focus();
  });

  const repaint = theme.follow(() => {
    element("theme").textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
    paint(documents().flatMap((each) => [...each.all_models]));
  });
  press(element("theme"), () => {
    theme.switch();
    repaint();
    writeAddress(read());
  });
  if (framed) {
    new ResizeObserver(() => {
      if (root.classList.contains("covered")) return;
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      parent.postMessage({ type: "kvpage:height", height }, "*");
    }).observe(document.body);
  }

  // Paper gets the layout of the screen, scaled to fit: the plots are as wide as they are there.
  addEventListener("beforeprint", () => {
    const width = document.querySelector("main").clientWidth;
    root.style.setProperty("--screen-width", `${width}px`);
    root.style.setProperty("--print-zoom", Math.min(1, 700 / width));
  });

  for (const button of document.querySelectorAll(".enlarge")) {
    const figure = button.closest("figure");
    const caption = figure.querySelector("figcaption").textContent;
    const isLarge = () => figure.classList.contains("enlarged");
    const enlarge = (large) => {
      root.classList.toggle("covered", large);
      figure.classList.toggle("enlarged", large);
      button.textContent = large ? "Close" : "Enlarge";
      button.setAttribute("aria-label", `${button.textContent}: ${caption}`);
      for (let node = figure; node !== document.body; node = node.parentElement) {
        for (const sibling of node.parentElement.children) {
          if (sibling !== node) sibling.inert = large;
        }
      }
      if (large && framed) {
        if (document.fullscreenEnabled) figure.requestFullscreen().catch(() => {});
        else figure.scrollIntoView();
      }
      if (!large && document.fullscreenElement) document.exitFullscreen();
      else if (!large && framed) figure.scrollIntoView();
      button.focus();
    };
    press(button, () => enlarge(!isLarge()));
    addEventListener("keydown", (event) => { if (event.key === "Escape" && isLarge()) enlarge(false); });
    figure.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && isLarge()) enlarge(false);
    });
  }

  // -- the figures: they arrive one after the other, each with its part of the state --

  /** Take up a document, with what was recorded for its figure to play. */
  function arrive(bokeh, recorded) {
    if (answers) answerDocument(bokeh, answers);
    hasHook ||= bokeh.get_model_by_name("scheme") !== null;
    hasSide ||= bokeh.get_model_by_name("lengths") !== null;
    hasQuestions ||= bokeh.get_model_by_name("turn") !== null;
    hasCurves ||= bokeh.get_model_by_name("length") !== null;
    if (bokeh.get_model_by_name("pages_rows")) {
      where = connectBlockTables(recorded, model, { clocked, change, press });
    }
    if (bokeh.get_model_by_name("serving_running")) {
      who = connectAdmission(recorded, model, { clocked, change, press });
    }
    const news = Object.fromEntries(Object.entries(read()).filter(([name]) => !(name in first)));
    for (const plot of [...bokeh.all_models].filter(({ type }) => type === "Plot")) {
      // Later, since Bokeh takes data in steps, and a change of the glyphs amid them mixes old and new.
      const fitSoon = () => setTimeout(fitText, 0, plot);
      plot.properties.inner_width.change.connect(fitSoon);
      plot.x_range.change.connect(fitSoon);
      fitText(plot);
    }
    // Bokeh's canvases take the focus, and nothing can be done with it there.
    for (const layer of inside(document.body, ".bk-events")) layer.removeAttribute("tabindex");
    for (const { id } of bokeh.roots()) {
      const widget = document.querySelector(`[data-root-id="${id}"]`).closest("[data-name]");
      if (widget) nameWidgets(widget);
    }
    if (bokeh.get_model_by_name("lengths")) connectSide();
    if (bokeh.get_model_by_name("scheme")) connectHook();
    if (bokeh.get_model_by_name("length")) connectCurves();
    if (bokeh.get_model_by_name("turn")) connectQuestions();
    bokeh.on_event("connection_lost", () => note(say("input.connection_lost")));
    paint(bokeh.all_models); // the theme may have changed since it was JSON
    const { state: asked } = readAddress();
    const linked = asked.level !== undefined || asked.question !== undefined;
    const progress = linked || !("level" in news) ? null : storedProgress();
    first = { ...first, ...news, ...(progress && { level: progress.level, question: progress.seed }) };
    const wished = Object.keys(news).map((name) => [name, asked[name] ?? first[name]]);
    show({ ...read(), ...Object.fromEntries(wished) });
    const arrived = Object.entries(read()).filter(([name]) => name in news);
    settled = { ...settled, ...Object.fromEntries(arrived) };
    if (bokeh.get_model_by_name("lengths")) writeField();
    setCurves();
    lock();
    if (opened.ask) cover(root.dataset.ask !== "told");
  }

  async function finish() {
    await until(() => {
      const { lengths, block, page, length, scheme } = read();
      const workload = `${lengths} ${block} ${page}`;
      const { level, seed, tries } = hasQuestions ? turn() : {};
      const asked = hasQuestions && `${level} ${seed} ${tries} ${model("verdict").value}`;
      const expected = [scheme, workload, `${workload} ${length}`, asked];
      const shown = inside(document.body, "[data-shows]");
      return shown.every(({ dataset }) => expected.includes(dataset.shows));
    });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  showComplaints(complaints);
  return { arrive, finish };
}

async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Have Bokeh draw the documents that the page holds, one by one; a server's own it draws by itself.
    What is in sight comes first, and the rest while the reader is at it. */
async function begin(theme) {
  const root = document.documentElement;
  const { arrive, finish } = start(theme, inFile ? readAnswers(data("answers")) : null);
  const recordings = {
    pages: async () => readStories(await inflated(element("stories").textContent)),
    serving: async () => readRuns(await inflated(element("runs").textContent), limits.serving),
  };
  const { documents, items } = data("figures");
  const figureOf = ({ roots }) => element(Object.values(roots)[0]).closest("figure");
  async function draw(item) {
    await new Promise((resolve) => setTimeout(resolve)); // the reader comes first
    paintJson(documents[item.docid]);
    await Bokeh.embed.embed_items({ [item.docid]: documents[item.docid] }, [item]);
    await until(() => Bokeh.documents.at(-1).is_idle);
    arrive(Bokeh.documents.at(-1), await recordings[figureOf(item).id]?.());
    if (inFile) await finish(); // nothing comes into sight before it shows what was asked for
    delete figureOf(item).dataset.late;
  }
  if (!inFile) {
    await until(() => globalThis.Bokeh?.documents.some((each) => each.is_idle));
    arrive(Bokeh.documents[0]);
    await finish();
  }
  const later = [];
  for (const item of items) {
    const figure = figureOf(item);
    if (figure.closest("[hidden]")) continue;
    if (figure.dataset.late === "" && figure.getBoundingClientRect().top > innerHeight) later.push(item);
    else await draw(item);
  }
  root.dataset.begun = ""; // the first figures can be used
  for (const item of later) await draw(item);
  await finish();
  root.dataset.ready = ""; // everything is drawn
}

handIn({
  words: data("words"),
  limits: data("limits"),
  sections: data("sections"),
  drawing: data("drawing"),
  inFile: element("answers") !== null,
});
const theme = makeTheme(readAddress().state.theme);
if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => begin(theme));
else begin(theme);
