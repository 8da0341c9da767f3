/* A clock that a reader plays, pauses, steps and scrubs; it remembers nothing but the step. */

import { drawAwaited } from "./frames.js";
import { say } from "./words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Run the clock of a figure. `show` draws a step, and `said` is where it is said; `moved` is told of every
    change that the reader makes, `rested` when one has ended, and `played` of each step that the clock
    takes after the first. */
export function makeClock(figure, { last, said, show, moved, rested, played }) {
  const node = figure.querySelector(".player");
  const button = (name) => node.querySelector(`[data-clock=${name}]`);
  const slider = node.querySelector("input"), speed = node.querySelector("select");
  let step = 0, playing = false, begun = false, shownAt = 0, due = 0, turns = 0;

  function go(to) {
    step = Math.min(last(), Math.max(0, to));
    slider.max = last();
    slider.value = step;
    slider.setAttribute("aria-valuetext", say("clock.step", { step, last_step: last() }));
    button("back").setAttribute("aria-disabled", String(step === 0));
    button("restart").setAttribute("aria-disabled", String(step === 0));
    button("on").setAttribute("aria-disabled", String(step === last()));
    show(step);
  }
  function play(on) {
    playing = on && !calm.matches;
    button("play").textContent = say(playing ? "clock.pause" : "clock.play");
    node.dataset.playing = playing;
    said.ariaLive = playing ? "off" : "polite"; // nobody can listen to every step
    turns += 1;
    begun = false;
    shownAt = due = 0;
    if (playing) askForFrame();
  }
  /** Ask once Bokeh has asked for its own frame, which paints what is shown, so that it comes first. */
  function askForFrame() {
    const turn = turns;
    setTimeout(() => requestAnimationFrame((now) => { if (turn === turns) frame(now); }));
  }
  /** Go on by as many steps as are due. A hidden page gets no frames, and a gap is not made up for. */
  function frame(now) {
    due += Math.min(now - (shownAt || now), 100) * (Number(speed.value) / 1000);
    shownAt = now;
    if (due >= 1) {
      go(step + Math.floor(due));
      drawAwaited();
      due %= 1;
      if (begun) played();
      else rested();
      begun = true;
    }
    if (step < last()) askForFrame();
    else pause();
  }
  function pause() {
    if (!playing) return;
    play(false);
    rested();
  }
  function turn(to) {
    play(false);
    go(to);
    moved();
    rested();
  }
  const press = (name, does) => button(name).addEventListener("click", (event) => {
    if (event.currentTarget.getAttribute("aria-disabled") !== "true") does();
  });
  press("restart", () => turn(0));
  press("back", () => turn(step - 1));
  press("on", () => turn(step + 1));
  press("play", () => {
    if (playing) return pause();
    if (calm.matches) return turn(step === last() ? 0 : step + 1);
    if (step === last()) go(0);
    play(true);
  });
  calm.addEventListener("change", pause);
  slider.addEventListener("input", () => {
    play(false);
    go(Number(slider.value));
    moved();
  });
  slider.addEventListener("change", rested);
  return { go: (to) => { play(false); go(to); }, step: () => step };
}
