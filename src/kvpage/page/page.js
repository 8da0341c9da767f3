/* The page's own business: address, history and undo, the lengths field, rows and presets,
   theme, names of widgets, links, enlarging. It reads and sets the values of Bokeh's models
   and never computes an allocation. */
"use strict";
(() => {
  const root = document.documentElement;
  const element = (id) => document.getElementById(id);
  const data = (id) => JSON.parse(element(id).textContent);
  const words = data("words"), limits = data("limits");

  // ---- words -----------------------------------------------------------------------------

  /** Fill a template as words.py does. What stands in it is text, and is only ever shown as text. */
  const PLACE = /\{([#^])(\w+)\}([^]*?)\{\/\2\}|\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
  function fill(template, facts) {
    return template.replace(PLACE, (_, kind, section, body, name, one, many) => {
      const value = facts[section ?? name];
      if (kind === "^") return !value || value.length === 0 ? fill(body, facts) : "";
      if (kind === "#") {
        const items = Array.isArray(value) ? value : value ? [{}] : [];
        return items.map((item) => fill(body, { ...facts, ...item })).join("");
      }
      if (one !== undefined) return value === 1 ? one : many;
      return typeof value === "number" ? value.toLocaleString("en-US") : value;
    });
  }
  const say = (name, facts = {}) => fill(words[name], facts);

  // ---- reading what readers write --------------------------------------------------------

  class Unreadable extends Error {}
  const refuse = (name, facts) => { throw new Unreadable(say(name, facts)); };
  const shortened = (text) => text.length > 40 ? `${text.slice(0, 40)}…` : text;

  function readLengths(text) {
    const trimmed = text.trim();
    if (trimmed === "") refuse("empty");
    if (/^\s*[,;]|[,;]\s*[,;]/.test(trimmed)) refuse("gap");
    const pieces = trimmed.split(/\s*[,;]\s*|\s+/).filter((piece) => piece !== "");
    const lengths = pieces.map((piece) => {
      const value = shortened(piece);
      if (/^[-−]\d+$/.test(piece)) refuse("negative", { value, limit: limits.length });
      if (!/^[0-9]+$/.test(piece)) refuse("not_a_number", { value });
      if (Number(piece) > limits.length) refuse("too_long", { value, limit: limits.length });
      return Number(piece);
    });
    if (lengths.length > limits.sequences) {
      refuse("too_many", { count: lengths.length, limit: limits.sequences });
    }
    return lengths;
  }

  function readSize(text, what, limit) {
    const digits = text.trim();
    const size = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
    if (size < 1 || size > limit) refuse("size", { value: shortened(text), what, limit });
    return size;
  }

  function readChoice(text, what, choices) {
    if (!choices.includes(text)) {
      refuse("choice", { value: shortened(text), what, choices: choices.join(", ") });
    }
    return text;
  }

  // ---- the state: what the reader chose --------------------------------------------------

  const SCHEMES = ["naive", "paged"], THEMES = ["light", "dark"];
  const CHOICES = {
    lengths: readLengths,
    block: (text) => readSize(text, "block", limits.block),
    page: (text) => readSize(text, "page", limits.page),
    scheme: (text) => readChoice(text, "scheme", SCHEMES),
  };

  /** Read a query: the choices in it that can be understood, and a word on each that cannot. */
  function readQuery(query) {
    const state = {}, complaints = [];
    for (const [name, text] of new URLSearchParams(query)) {
      try {
        if (name in CHOICES) state[name] = CHOICES[name](text);
        else if (name === "theme") readChoice(text, "theme", THEMES);
        else refuse("unknown", { value: shortened(name) });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        complaints.push(error.message);
      }
    }
    return { state, complaints };
  }

  function writeQuery({ lengths, block, page, scheme }) {
    const parts = [`lengths=${lengths.join(",")}`, `block=${block}`, `page=${page}`, `scheme=${scheme}`];
    if (THEMES.includes(themeInAddress)) parts.push(`theme=${themeInAddress}`);
    return `?${parts.join("&")}`;
  }

  const same = (one, other) => writeQuery(one) === writeQuery(other);

  // ---- theme: this visit's click, else the address, else the stored choice, else the system ----

  const systemTheme = matchMedia("(prefers-color-scheme: dark)");
  let themeInAddress = new URLSearchParams(location.search).get("theme");

  function storedTheme() {
    try { return localStorage.getItem("kvpage-theme"); } catch { return null; }
  }
  function storeTheme(theme) {
    try { localStorage.setItem("kvpage-theme", theme); } catch { /* storage is refused: this visit only */ }
  }
  function showTheme() {
    root.dataset.theme = [themeInAddress, storedTheme()].find((theme) => THEMES.includes(theme))
      ?? (systemTheme.matches ? "dark" : "light");
  }
  showTheme();

  /** Give glyphs and palettes the present values of the CSS variables that they are tagged with. */
  function paint(document_) {
    const style = getComputedStyle(root);
    const colour = (token) => style.getPropertyValue(`--${token}`).trim();
    for (const model of document_.all_models) {
      const { paint: properties } = model.tags?.find((tag) => tag?.paint) ?? {};
      for (const [name, token] of Object.entries(properties ?? {})) {
        model[name] = Array.isArray(token) ? token.map(colour) : colour(token);
      }
    }
  }

  // ---- inside Bokeh's models and their shadow roots --------------------------------------

  /** Walk over the shadow roots below a node, nested ones included. */
  function* shadows(node) {
    for (const each of node.querySelectorAll("*")) {
      if (each.shadowRoot) {
        yield each.shadowRoot;
        yield* shadows(each.shadowRoot);
      }
    }
  }
  const inside = (node, selector) => [...shadows(node)].flatMap((shadow) => [...shadow.querySelectorAll(selector)]);

  /** Name what Bokeh leaves unnamed in the widgets below a node, now and whenever they change. */
  function nameWidgets(node) {
    const nameAll = () => {
      for (const handle of inside(node, ".noUi-handle")) {
        handle.setAttribute("aria-label", node.dataset.name);
        handle.setAttribute("aria-valuetext", say("slots", { count: Number(handle.ariaValueNow) }));
      }
      for (const group of inside(node, ".bk-btn-group")) {
        group.setAttribute("role", "group");
        group.setAttribute("aria-label", node.dataset.name);
        for (const button of group.children) {
          button.setAttribute("aria-pressed", String(button.classList.contains("bk-active")));
        }
      }
    };
    const observer = new MutationObserver(nameAll);
    const changes = { subtree: true, childList: true, attributeFilter: ["class", "aria-valuenow"] };
    for (const shadow of shadows(node)) observer.observe(shadow, changes);
    nameAll();
  }

  /** Fit the writing in a figure's slots to their size on the screen. */
  function fitText(figure) {
    const slot = figure.inner_width / (figure.x_range.end - figure.x_range.start);
    for (const renderer of figure.renderers) {
      const { from } = renderer.glyph.tags.find((tag) => "from" in tag) ?? {};
      if (from === undefined) continue;
      renderer.visible = slot >= from;
      renderer.glyph.text_font_size = `${Math.round(Math.min(24, Math.max(11, slot * 0.34)))}px`;
    }
  }

  /** Find the slot of a row below a click on a figure: the nearest column of the line that was hit. */
  function slotAt(figure, node, { clientX, clientY }) {
    const { left, top, width, height } = node.getBoundingClientRect();
    const { x_range, y_range } = figure;
    const x = x_range.start + ((clientX - left) / width) * (x_range.end - x_range.start);
    const y = ((clientY - top) / height) * y_range.start;
    const { kind, row, slot, x: xs, y: ys } = figure.renderers[0].data_source.data;
    const REACH = 4;
    let best = null, nearest = Infinity;
    for (let i = 0; i < kind.length; i++) {
      if (kind[i] > REACH || row[i] < 0 || Math.abs(ys[i] - y) > 0.65) continue;
      const distance = Math.abs(xs[i] - x) + 100 * Math.abs(ys[i] - y);
      if (distance < nearest) [nearest, best] = [distance, { row: row[i], slot: slot[i] }];
    }
    return best;
  }

  // ---- once Bokeh has drawn --------------------------------------------------------------

  function start(bokeh) {
    const model = (name) => bokeh.get_model_by_name(name);
    const on = (name, property, does) => model(name).properties[property].change.connect(does);

    const read = () => ({
      lengths: model("lengths").value.split(",").map(Number),
      block: model("block").value,
      page: model("page").value,
      scheme: SCHEMES[model("scheme").active],
    });
    const first = read();
    let settled = first, showing = false;

    function show(state) {
      showing = true;
      model("block").value = state.block;
      model("page").value = state.page;
      model("lengths").value = state.lengths.join(",");
      model("scheme").active = SCHEMES.indexOf(state.scheme);
      showing = false;
      showControls();
    }

    // -- history: one gesture is one entry; while it lasts, the address follows it --

    const step = () => history.state?.step ?? 0;
    const writeAddress = (state) => history.replaceState({ step: step() }, "", writeQuery(state));
    let addressTimer = 0;

    function moved() {
      showControls();
      addressTimer ||= setTimeout(() => { addressTimer = 0; writeAddress(read()); }, 200);
    }
    function settle() {
      clearTimeout(addressTimer);
      addressTimer = 0;
      writeAddress(settled);
      const state = read();
      if (!same(state, settled)) history.pushState({ step: step() + 1 }, "", writeQuery(state));
      settled = state;
      showControls();
    }
    function change(state) {
      show({ ...read(), ...state });
      writeField();
      settle();
    }
    function showAddress() {
      const { state, complaints } = readQuery(location.search);
      settled = { ...first, ...state };
      show(settled);
      writeField();
      note(complaints.length ? say("ignored", { parts: complaints.join(" ") }) : "");
    }
    addEventListener("popstate", showAddress);

    // -- sliders: a drag is one gesture, and so is a key that is held down --

    let keyIsDown = false, sliding = false;
    const letGo = () => { if (sliding && !keyIsDown) { sliding = false; settle(); } };
    addEventListener("keydown", () => { keyIsDown = true; }, true);
    for (const end of ["keyup", "blur"]) addEventListener(end, () => { keyIsDown = false; letGo(); }, true);
    for (const name of ["block", "page"]) {
      on(name, "value", () => { if (!showing) { sliding = true; moved(); } });
      on(name, "value_throttled", letGo);
    }

    // -- the lengths field: what can be read applies at once, a complaint waits --

    const field = element("lengths-field");

    function writeField() {
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
        if (finished) return change({ lengths });
        model("lengths").value = lengths.join(",");
        moved();
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        if (finished) complain(error.message);
      }
    }
    field.addEventListener("input", () => readField(false));
    field.addEventListener("change", () => readField(true));
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") readField(true); });

    // -- rows, presets, undo, and clicks on slots --

    const rows = [...element("sequences").children];
    const presets = [...document.querySelectorAll("[data-lengths]")];
    const bar = (button, barred) => button.setAttribute("aria-disabled", String(barred));
    const press = (button, does) => button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") does();
    });

    function showControls() {
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
      bar(element("undo"), step() === 0);
      for (const preset of presets) {
        const shown = [lengths.join(","), block, page].join() ===
          [preset.dataset.lengths, preset.dataset.block, preset.dataset.page].join();
        preset.setAttribute("aria-pressed", String(shown));
      }
    }

    rows.forEach((row, index) => {
      const [fewer, more, remove] = row.querySelectorAll("button");
      const grow = (tokens) => change({ lengths: read().lengths.with(index, read().lengths[index] + tokens) });
      press(fewer, () => grow(-1));
      press(more, () => grow(1));
      press(remove, () => {
        change({ lengths: read().lengths.toSpliced(index, 1) });
        if (row.hidden) rows[index - 1].querySelector("[data-remove]").focus();
      });
    });
    press(element("add"), () => change({ lengths: [...read().lengths, 1] }));
    for (const preset of presets) {
      const { lengths, block, page } = preset.dataset;
      press(preset, () => change({ lengths: lengths.split(",").map(Number), block: Number(block), page: Number(page) }));
    }
    press(element("back"), () => presets[0].click());
    press(element("undo"), () => history.back());

    let seed = 1;
    function random(from, to) { // a linear congruential generator (Numerical Recipes, 2nd ed., 7.1): the same surprises for all
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
      for (const shadow of shadows(node)) {
        const style = document.createElement("style");
        style.textContent = ".bk-events { cursor: pointer !important; }";
        shadow.append(style);
      }
      node.addEventListener("click", (event) => {
        const place = slotAt(model(name), node, event);
        if (!place) return;
        const { lengths } = read();
        const length = place.slot + 1 === lengths[place.row] ? place.slot : place.slot + 1;
        change({ lengths: lengths.with(place.row, length) });
      });
    }

    // -- the first figure: a guess, then the switch --

    function showQuestion() {
      element("question").hidden ||= model("guess").active !== null || model("scheme").active === 1;
    }
    function reveal() {
      change({ scheme: "paged" });
      inside(document.querySelector(".switch"), ".bk-active")[0]?.focus();
    }
    on("scheme", "active", () => { showQuestion(); if (!showing) settle(); });
    on("guess", "active", () => { showQuestion(); reveal(); });
    press(element("skip"), reveal);

    // -- the page around the figures --

    function note(text) {
      element("note").hidden = text === "";
      element("note").querySelector("span").textContent = text;
    }
    press(element("note").querySelector("button"), () => note(""));
    bokeh.on_event("connection_lost", () => note(say("connection_lost")));

    press(element("copy-link"), async () => {
      settle();
      const link = element("link"), input = link.querySelector("input");
      try {
        await navigator.clipboard.writeText(location.href);
        element("copy-link").textContent = "Link copied";
        setTimeout(() => { element("copy-link").textContent = "Copy link"; }, 2000);
      } catch {
        link.hidden = false;
        input.value = location.href;
        input.select();
      }
    });

    function repaint() {
      showTheme();
      element("theme").textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
      paint(bokeh);
    }
    press(element("theme"), () => {
      themeInAddress = root.dataset.theme === "dark" ? "light" : "dark";
      storeTheme(themeInAddress);
      repaint();
      writeAddress(read());
    });
    systemTheme.addEventListener("change", repaint);

    for (const button of document.querySelectorAll(".enlarge")) {
      const figure = button.closest("figure");
      const enlarge = (large) => {
        figure.classList.toggle("enlarged", large);
        root.classList.toggle("covered", large);
        button.textContent = large ? "Close" : "Enlarge";
        for (let node = figure; node !== document.body; node = node.parentElement) {
          for (const sibling of node.parentElement.children) if (sibling !== node) sibling.inert = large;
        }
      };
      press(button, () => enlarge(!figure.classList.contains("enlarged")));
      addEventListener("keydown", (event) => {
        if (event.key === "Escape" && figure.classList.contains("enlarged")) { enlarge(false); button.focus(); }
      });
    }

    for (const figure of [...bokeh.all_models].filter(({ type }) => type === "Plot")) {
      figure.properties.inner_width.change.connect(() => fitText(figure));
      figure.x_range.change.connect(() => fitText(figure));
      fitText(figure);
    }
    for (const node of document.querySelectorAll("[data-name]")) nameWidgets(node);
    repaint();
    showAddress();
    showQuestion();

    const drawn = () => {
      const { lengths, block, page, scheme } = read();
      const expected = [scheme, `${lengths.join(",")} ${block} ${page}`];
      const shown = inside(document.body, "[data-shows]");
      return shown.length > 0 && shown.every(({ dataset }) => expected.includes(dataset.shows));
    };
    waitFor(drawn, () => requestAnimationFrame(() => requestAnimationFrame(() => { root.dataset.ready = ""; })));
  }

  function waitFor(holds, then) {
    if (holds()) then();
    else setTimeout(waitFor, 20, holds, then);
  }
  const bokehDocument = () => globalThis.Bokeh?.documents.find((each) => each.is_idle && each.get_model_by_name("scheme"));
  waitFor(bokehDocument, () => start(bokehDocument()));
})();
