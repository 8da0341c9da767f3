/* A clock that a reader plays, pauses, steps and scrubs; it remembers nothing but the step. */

import { bar, press } from "../controls/buttons.js";
import { drawAwaited } from "../frames.js";
import { say } from "../lesson/words.js";

export class Clock {
  #step = 0;
  #playing = false;
  #begun = false;
  #shownAt = 0;
  #due = 0;
  #turns = 0;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** The clock of a figure. `show` draws a step, and `said` is where it is said; `moved` is told of every change
      that the reader makes, `rested` when one has ended, and `played` of each step that the clock takes after
      the first. */
  constructor(figure, { last, said, show, moved, rested, played }) {
    this.node = figure.querySelector(".player");
    this.slider = this.node.querySelector("input");
    this.speed = this.node.querySelector("select");
    Object.assign(this, { last, said, show, told: { moved, rested, played } });
    this.#connect();
  }

  step() {
    return this.#step;
  }
  /** Stand still at a step. */
  go(to) {
    this.#play(false);
    this.#show(to);
  }

  #button(name) {
    return this.node.querySelector(`[data-clock=${name}]`);
  }
  #connect() {
    const onPress = (name, does) => press(this.#button(name), does);
    onPress("restart", () => this.#turn(0));
    onPress("back", () => this.#turn(this.#step - 1));
    onPress("on", () => this.#turn(this.#step + 1));
    onPress("play", () => {
      const isLast = this.#step === this.last();
      if (this.#playing) return this.#pause();
      if (this.#calm.matches) return this.#turn(isLast ? 0 : this.#step + 1);
      if (isLast) this.#show(0);
      this.#play(true);
    });
    this.#calm.addEventListener("change", () => this.#pause());
    this.slider.addEventListener("input", () => {
      this.go(Number(this.slider.value));
      this.told.moved();
    });
    this.slider.addEventListener("change", () => this.told.rested());
  }

  #show(to) {
    const last = this.last(), step = Math.min(last, Math.max(0, to));
    this.#step = step;
    this.slider.max = last;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", say("clock.step", { step, last_step: last }));
    for (const name of ["back", "restart"]) bar(this.#button(name), step === 0);
    bar(this.#button("on"), step === last);
    this.show(step);
  }
  #turn(to) {
    this.go(to);
    this.told.moved();
    this.told.rested();
  }
  #play(on) {
    this.#playing = on && !this.#calm.matches;
    this.#button("play").textContent = say(this.#playing ? "clock.pause" : "clock.play");
    this.node.dataset.playing = this.#playing;
    this.said.ariaLive = this.#playing ? "off" : "polite"; // nobody can listen to every step
    this.#turns += 1;
    this.#begun = false;
    this.#shownAt = this.#due = 0;
    if (this.#playing) this.#askForFrame();
  }
  #pause() {
    if (!this.#playing) return;
    this.#play(false);
    this.told.rested();
  }
  /** Ask once Bokeh has asked for its own frame, which paints what is shown, so that it comes first. */
  #askForFrame() {
    const turn = this.#turns;
    setTimeout(() => requestAnimationFrame((now) => { if (turn === this.#turns) this.#frame(now); }));
  }
  /** Go on by as many steps as are due. A hidden page gets no frames, and a gap is not made up for. */
  #frame(now) {
    this.#due += Math.min(now - (this.#shownAt || now), 100) * (Number(this.speed.value) / 1000);
    this.#shownAt = now;
    if (this.#due >= 1) {
      this.#show(this.#step + Math.floor(this.#due));
      drawAwaited();
      this.#due %= 1;
      if (this.#begun) this.told.played();
      else this.told.rested();
      this.#begun = true;
    }
    if (this.#step < this.last()) this.#askForFrame();
    else this.#pause();
  }
}
