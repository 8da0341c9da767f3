/* History: what the reader can go back to, and the address that says what is shown. In a frame the history is
   the host page's, and undo the page's own. */

import { addressOf, linkTo, readAddress } from "./address.js";
import { bar, press } from "../controls/buttons.js";
import { CHOICES, same } from "./address_parameters.js";
import { storedProgress } from "./progress.js";

export class History {
  #figures;
  #theme;
  #told;
  #opened; // what the address asked for; of figures that are not yet drawn, it goes on asking
  #plain = {}; // what the figures show on arrival, whoever opens the page
  #first = {}; // where they started for this reader
  #settled = {}; // where the last gesture ended
  #past = [];
  #timer = 0;
  #framed = parent !== window;
  #undos = document.querySelectorAll("[data-undo]");

  /** `asked` is what the address asks for. `written` is told when it is written, `complain` of what in it
      cannot be read, and `ignore` of what in it cannot be shown. */
  constructor(figures, { asked, theme, written, complain, ignore }) {
    this.#figures = figures;
    this.#theme = theme;
    this.#told = { written, complain, ignore };
    this.#opened = { ...asked };
    for (const button of this.#undos) press(button, () => this.#undo());
    addEventListener("popstate", () => this.#popped());
  }

  /** All that an address may say of the page as it is. */
  #state(ofFigures = this.#figures.read()) {
    return { ...this.#opened, ...ofFigures, theme: this.#theme.chosen() };
  }
  /** Where a bare address opens, whoever opens it: a question may be the one a reader has come to. */
  #opening(only) {
    const stored = storedProgress(), plain = this.#plain;
    const bare = [this.#first, stored ? { level: stored.level, question: stored.seed } : plain];
    const own = ["level", "question"].filter((name) =>
      only === "predict" || bare.some((each) => each[name] !== plain[name]));
    return { ...plain, ...Object.fromEntries(own.map((name) => [name, undefined])) };
  }
  /** Give a link to what is shown, with other choices. Whoever opens it may have come to another question. */
  linkTo(choices) {
    const opening = { ...this.#plain, level: undefined, question: undefined };
    return linkTo({ ...this.#state(), ...choices }, opening);
  }
  /** Write the address of a state, by default the present one and as no new entry. */
  write(ofFigures = this.#figures.read(), how = "replaceState", step = this.#step) {
    const address = addressOf(this.#state(ofFigures), this.#opening(this.#opened.only));
    try { history[how]({ step }, "", address); } catch { /* a sandbox may refuse it */ }
    this.#told.written();
  }
  get #step() {
    return this.#framed ? this.#past.length : history.state?.step ?? 0;
  }

  show(state) {
    this.#figures.show(state);
    this.refresh();
  }
  refresh() {
    for (const button of this.#undos) bar(button, this.#step === 0);
    this.#figures.refresh();
  }

  /** Let the address follow a gesture that goes on. */
  follow() {
    this.#timer ||= setTimeout(() => { this.#timer = 0; this.write(); }, 200);
  }
  /** End a gesture: if it has changed anything, that is one entry. */
  settle() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const state = this.#figures.read(), settled = this.#settled;
    if (same(state, settled)) this.write(state);
    else if (this.#framed) {
      this.#past.push(settled);
      this.write(state);
    } else {
      this.write(settled);
      this.write(state, "pushState", this.#step + 1);
    }
    this.#settled = state;
    this.refresh();
  }
  /** Count what goes on by itself to the last gesture: it makes no entry of its own. */
  goOn() {
    this.#settled = { ...this.#settled, ...this.#figures.readClocks() };
  }

  /** Show a state in which a gesture ended, by default the last one. */
  rest(state = this.#settled) {
    this.show(state);
    this.#settled = { ...state, ...this.#figures.read() };
    this.#figures.write();
  }
  #undo() {
    if (!this.#framed) return history.back();
    this.rest({ ...this.#settled, ...this.#past.pop() });
    this.write(this.#settled);
  }
  #popped() {
    const address = readAddress(), { state } = address;
    if (["only", "lock", "ask"].some((name) => state[name] !== this.#opened[name])) location.reload();
    for (const name of Object.keys(CHOICES)) if (!(name in this.#first)) this.#opened[name] = state[name];
    this.#told.complain(address);
    this.rest(this.#wished(state, this.#first));
    if (state.theme !== this.#theme.chosen()) this.write(this.#settled);
  }

  /** What an address asks of figures that start so, but for what they cannot show. */
  #wished(asked, starts) {
    const names = Object.keys(starts).filter((name) => asked[name] !== undefined);
    const wished = { ...starts, ...Object.fromEntries(names.map((name) => [name, asked[name]])) };
    const refused = this.#figures.refused({ ...this.#figures.read(), ...wished });
    for (const name of names.filter((each) => each in refused)) {
      wished[name] = starts[name];
      this.#told.ignore(refused[name]);
    }
    return wished;
  }

  /** Take up figures that have arrived: show what the address asks of them, else where they start. */
  arrived(news) {
    const { state: asked } = readAddress();
    const starts = Object.assign({}, ...news.map((each) => each.starts?.(asked) ?? each.read()));
    this.#plain = Object.assign({ ...this.#plain }, ...news.map((each) => each.read()));
    this.#first = { ...this.#first, ...starts };
    this.show({ ...this.#figures.read(), ...this.#wished(asked, starts) });
    const shown = Object.entries(this.#figures.read()).filter(([name]) => name in starts);
    this.#settled = { ...this.#settled, ...Object.fromEntries(shown) };
    for (const each of news) each.write?.();
  }
}
