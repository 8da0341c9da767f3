/* The answers where there is no Python: looked up in what Python recorded, added and drawn. */

import { climb, isOpen, outcomeOf } from "./ladder.js";
import { LINE_WIDTHS, NAMES, limits } from "./page_data.js";
import { addAllTokens, addFree, addRow, drawPicture, emptyPicture, labelPlot } from "./picture.js";
import { ofSide, sum } from "./runs.js";
import { SCHEMES } from "./state.js";
import { say } from "./words.js";

let recorded, COMPARED_PAGES, MARGIN, SCALES, FIRST, RECORDED_LEVELS, ASKED_SIZES;

export function useAnswers(answers) {
  recorded = answers;
  ({ COMPARED_PAGES, MARGIN, SCALES } = recorded.curves);
  ({ first: FIRST, levels: RECORDED_LEVELS, asked_sizes: ASKED_SIZES } = recorded.quiz);
}

// ---- numbers: facts.py, over recorded allocations --------------------------------------

const inAList = (items) =>
  items.map((item, i) => ({ ...item, first: i === 0, last: i === items.length - 1 }));

function ratio(wasted, allocated) {
  if (allocated === 0) return "= 0";
  const thousandths = Math.floor((2000 * wasted + allocated) / (2 * allocated));
  const sign = (1000 * wasted) % allocated === 0 ? "=" : "≈";
  const decimals = String(thousandths % 1000).padStart(3, "0");
  return `${sign} ${Math.floor(thousandths / 1000)}.${decimals}`;
}

function sequencesOf(scheme, lengths, unit) {
  const [held, allocated] = recorded[scheme][unit - 1];
  return inAList(lengths.map((length, row) => ({
    name: NAMES[row],
    length,
    held: held[length],
    allocated: allocated[length],
    wasted: allocated[length] - held[length],
    turned_away: length - held[length],
    units: allocated[length] / unit,
  })));
}

function oneSide(sequences, unit, cache) {
  const total = (name) => sum(sequences.map((sequence) => sequence[name]));
  const allocated = total("allocated"), wasted = total("wasted");
  return {
    n: sequences.length,
    unit,
    units: total("units"),
    cache,
    asked: total("length"),
    tokens: total("held"),
    allocated,
    wasted,
    free: cache - allocated,
    turned_away: total("turned_away"),
    ratio: ratio(wasted, allocated),
    sequences,
    too_long: inAList(sequences.filter(({ turned_away }) => turned_away > 0)),
  };
}

function bothSides(reserve, pages) {
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

const scaleFor = (most) => SCALES.find((end) => most <= end) ?? SCALES.at(-1);

function wasteByLength(lengths, block, page, length, reach) {
  const bound = sequencesOf("paged", [1], page)[0].wasted;
  const longest = scaleFor(Math.max(block + 1, 2 * page, length, reach, ...lengths));
  const all = Array.from({ length: longest + 1 }, (_, tokens) => tokens);
  const reserve = sequencesOf("reserve", all, block), pages = sequencesOf("paged", all, page);
  const rows = all.map((tokens) => ({
    length: tokens,
    reserve_wasted: reserve[tokens].wasted,
    turned_away: reserve[tokens].turned_away,
    paged_wasted: pages[tokens].wasted,
    paged_allocated: pages[tokens].allocated,
    paged_units: pages[tokens].units,
    names: lengths.map((other, row) => other === tokens ? NAMES[row] : "").join(""),
  }));
  const sizes = [...new Set([...COMPARED_PAGES, page])].sort((one, other) => one - other);
  const prices = sizes.map((size) => {
    const [{ units, wasted }] = sequencesOf("paged", [length], size);
    return { size, entries: units, wasted, now: size === page };
  });
  const worst = scaleFor(Math.max(block, bound));
  return { ...rows[length], block, page, bound, longest, worst, rows, prices };
}

// ---- questions: quiz.py, as recorded ------------------------------------------------------

function questionOf(level, seed) {
  const ofLevel = RECORDED_LEVELS[level - 1];
  const nth = seed % ofLevel.length, isFirst = level === 1 && nth < FIRST.length;
  const [kind, lengths, block, page, answer, slips, cache, scheme = "paged", unit = page, laidOut = lengths] =
    isFirst ? FIRST[nth] : ofLevel[nth];
  const side = scheme === "naive" ? "reserve" : "paged";
  const layout = sequencesOf(side, laidOut, unit);
  const facts = {
    ...oneSide(layout, unit, cache),
    ...ofSide("now", oneSide(sequencesOf("paged", lengths, page), page, cache)),
    block,
    page,
    answer,
  };
  facts.percent = (100 * facts.wasted) % facts.allocated ? 0 : (100 * facts.wasted) / facts.allocated;
  const sentence = (name, more = {}) => say(`quiz_${kind}.${name}`, { ...facts, ...more });
  const reply = (guess) => {
    if (guess === answer) return sentence("right");
    const [, name] = slips.find(([number]) => number === guess) ?? [];
    if (kind === "which_page" && ASKED_SIZES.includes(guess)) {
      const { wasted } = oneSide(sequencesOf("paged", lengths, guess), guess, cache);
      if (wasted !== answer) return sentence(name ?? "tried", { guess, guess_wasted: wasted });
    }
    return name ? sentence(name, { guess }) : sentence("hint");
  };
  return { kind, lengths, answer, layout, unit, side, cache, facts, sentence, reply, over: seed < ofLevel.length ? 0 : ofLevel.length };
}

// ---- figures: views.py ------------------------------------------------------------------

/** Answer whatever changes in the models of a document, as the figures do in Python. */
export function answer(bokeh) {
  const model = (name) => bokeh.get_model_by_name(name);
  /** Answer once for all that changes together: Bokeh takes data in steps, and two at a time mix. */
  const onChange = (names, does) => {
    let due = false;
    const answerSoon = () => {
      if (!due) queueMicrotask(() => { due = false; does(); });
      due = true;
    };
    for (const [name, property] of Object.entries(names)) {
      model(name).properties[property].change.connect(answerSoon);
    }
  };
  /** Write into a pane: Bokeh would make all of it anew, its style sheets included. */
  const showWords = (name, html) => {
    const pane = model(name);
    if (pane.text === html) return;
    pane.setv({ text: html }, { silent: true });
    Bokeh.index.find_one(pane).shadow_el.querySelector(".bk-clearfix").innerHTML = html;
  };

  const showLabel = (name, label) => labelPlot(model(name), label);
  const showPicture = (name, picture) => drawPicture(model(name), picture);

  const drawn = {};
  function answerSide() {
    const lengths = model("lengths").value.split(",").map(Number);
    const block = model("block").value, page = model("page").value;
    const reserve = sequencesOf("reserve", lengths, block), pages = sequencesOf("paged", lengths, page);
    const allocated = (sequences) => sum(sequences.map((sequence) => sequence.allocated));
    const blocks = lengths.length * block, covered = model("covered").active;
    const cache = covered ? blocks : Math.max(blocks, allocated(pages));
    const cut_off = sum(reserve.map((sequence) => sequence.turned_away));
    const shown = { shows: `${lengths} ${block} ${page}`, more: cache - blocks, covered, cut_off };
    const reserveFacts = { ...oneSide(reserve, block, cache), ...shown };
    const pagedFacts = { ...oneSide(pages, page, cache), ...shown };
    const compared = { ...bothSides(reserveFacts, pagedFacts), ...shown };

    const reachOf = (unit) => ({ allocated, length }) => {
      const drawn = Math.max(allocated, length);
      return Math.max(drawn, Math.min(drawn + unit, limits.length));
    };
    const reaches = { reserve: reserve.map(reachOf(block)), paged: pages.map(reachOf(page)) };
    const longest = Math.max(...reaches.reserve, ...reaches.paged);
    const width = LINE_WIDTHS.find((each) => longest <= each) ?? LINE_WIDTHS.at(-1);
    for (const [side, sequences, unit, facts] of [
      ["reserve", reserve, block, reserveFacts], ["paged", pages, page, pagedFacts],
    ]) {
      const hidden = covered && side === "paged";
      const content = [lengths, unit, width, facts.free, hidden].join(" ");
      if (drawn[side] !== content) {
        const picture = emptyPicture(width, width / 16);
        if (hidden) addAllTokens(picture, lengths);
        else {
          sequences.forEach((each, row) => addRow(picture, each, unit, row, reaches[side][row]));
          addFree(picture, facts.free);
        }
        showPicture(`${side}_grid`, picture);
        drawn[side] = content;
      }
      showLabel(`${side}_grid`, say(hidden ? "side.covered_label" : `${side}.label`, facts));
      const parts = { sentence: say(`${side}.sentence`, facts), lines: say(`${side}.lines`, facts) };
      const numbers = hidden ? "side.covered_words" : "side.numbers";
      showWords(`${side}_words`, say(numbers, { ...facts, ...parts }));
    }
    showWords("comparison", say("side.comparison", compared));
    showWords("side_table", say(covered ? "side.covered_table" : "side.table", compared));
  }

  let answered = false;
  function answerHook() {
    const scheme = SCHEMES[model("scheme").active], guess = model("guess").active;
    answered ||= scheme === "paged" || guess !== null;
    const shown = `${scheme} ${answered ? "answered" : "asked"}`;
    const words = recorded.hook.words[`${shown} ${guess === null ? "none" : recorded.guesses[guess]}`];
    for (const [name, picture] of Object.entries(recorded.hook.pictures[shown])) {
      showPicture(name, picture);
      showLabel(name, words.labels[name]);
    }
    showWords("hook_numbers", words.hook_numbers);
    showWords("hook_table", words.hook_table);
  }

  /** Draw the curves as curves.py does. */
  function showCurves(said) {
    const plot = model("waste_curves");
    const [xAxis] = plot.below, [yAxis] = plot.left;
    for (const [end, range, axis] of [
      [said.longest, plot.x_range, xAxis], [said.worst, plot.y_range, yAxis],
    ]) {
      range.setv({ start: -MARGIN * end, end: (1 + MARGIN) * end });
      axis.ticker.interval = Math.max(1, Math.floor(end / 8));
    }
    const [noRoom, bound, at] = plot.center.filter(({ type }) => type !== "Grid");
    noRoom.setv({ left: said.block + 0.5, visible: said.block < said.longest });
    bound.location = said.bound;
    at.location = said.length;
    const inBlock = ({ turned_away, reserve_wasted }) => turned_away ? NaN : reserve_wasted;
    const onBoth = (rows) => {
      const places = rows.flatMap((row) =>
        [inBlock(row), row.paged_wasted]
          .filter((wasted) => !Number.isNaN(wasted))
          .map((wasted) => [row.length, wasted, row.names]));
      return Object.fromEntries(
        ["length", "wasted", "text"].map((name, at) => [name, places.map((place) => place[at])]));
    };
    const { rows } = said;
    model("curves").data = {
      length: rows.map((row) => row.length),
      reserve: rows.map(inBlock),
      paged: rows.map((row) => row.paged_wasted),
    };
    model("points").data = onBoth(rows.filter(({ names }) => names));
    model("handle").data = onBoth([rows[said.length]]);
  }

  function answerCurves() {
    const lengths = model("curves_lengths").value.split(",").map(Number);
    const block = model("curves_block").value, page = model("curves_page").value;
    const length = model("length").value;
    const said = {
      ...wasteByLength(lengths, block, page, length, model("reach").value),
      shows: `${lengths} ${block} ${page} ${length}`,
    };
    showCurves(said);
    showLabel("waste_curves", say("claims.label", said));
    showWords("claims", say("claims.words", said));
    showWords("claims_table", say("claims.table", said));
  }

  if (model("length")) {
    onChange(
      { curves_lengths: "value", curves_block: "value", curves_page: "value", length: "value", reach: "value" },
      answerCurves,
    );
  }
  function answerTurn() {
    const { level, seed, streak, tries, given_up } = JSON.parse(model("turn").value);
    const { kind, lengths, answer, layout, unit, side, cache, facts, sentence, reply, over } =
      questionOf(level, seed);
    const outcome = outcomeOf(answer, tries, given_up), open = isOpen(outcome);
    const said = {
      ...facts,
      shows: `${level} ${seed} ${tries} ${outcome}`,
      level,
      levels: RECORDED_LEVELS.length,
      streak,
      over,
      question: sentence("text"),
      reply: tries.length && !given_up ? reply(tries.at(-1)) : "",
      right: outcome === "right",
      open,
      explanation: open ? sentence("explanation") : "",
      climbs: open && climb(level, streak, outcome === "right" && tries.length === 1).level > level,
      unknown: kind === "which_length",
      in_percent: kind === "fragmentation",
    };
    const widest = Math.max(...layout.map(({ allocated }) => allocated));
    const width = LINE_WIDTHS.find((each) => widest <= each) ?? LINE_WIDTHS.at(-1);
    const picture = emptyPicture(width, width / 16);
    if (open) {
      layout.forEach((each, row) => addRow(picture, each, unit, row, 0));
      addFree(picture, cache - facts.allocated);
    } else {
      addAllTokens(picture, said.unknown ? [0] : lengths);
    }
    const drawing = `${level} ${seed} ${open}`;
    if (drawn.predict !== drawing) showPicture("predict_grid", picture);
    drawn.predict = drawing;
    showLabel("predict_grid", say(open ? `${side}.label` : "predict.label", said));
    showWords("predict_asked", say("predict.asked", said));
    showWords("predict_reply", say("predict.reply", said));
    showWords("predict_table", say("predict.table", said));
    model("verdict").value = outcome;
  }

  if (model("turn")) onChange({ turn: "value" }, answerTurn);
  if (model("lengths")) onChange({ lengths: "value", block: "value", page: "value", covered: "active" }, answerSide);
  if (model("scheme")) {
    onChange({ scheme: "active", guess: "active" }, answerHook);
  }
}

