/* Gestures: a drag is one, so is a key that is held down, and a clock that plays is one from its first step on.
   The address follows a gesture, and its end is one entry of the history. */

import { findModel, heed } from "./bokeh.js";

export function makeGestures(figures, history) {
  let keyIsDown = false, moving = false;

  function letGo() {
    if (!moving || keyIsDown) return;
    moving = false;
    history.settle();
  }
  /** Follow what has changed in the models. */
  function follow() {
    history.refresh();
    history.follow();
  }
  addEventListener("keydown", () => { keyIsDown = true; }, true);
  for (const end of ["keyup", "blur"]) {
    addEventListener(end, () => { keyIsDown = false; letGo(); }, true);
  }
  return {
    letGo,
    follow,
    /** Change a part of the state: a gesture by itself, or a part of one while a key is held down. */
    change(state) {
      history.show({ ...figures.read(), ...state });
      if (keyIsDown) moving = true;
      else history.settle();
    },
    /** Take the moves of a slider for a gesture, until it is let go. */
    heedSlider(name) {
      const slider = findModel(name);
      heed(slider, "value", figures.heard(() => { moving = true; follow(); }));
      heed(slider, "value_throttled", letGo);
    },
    /** What a clock tells. Back goes to where it started. */
    clocked: {
      moved() { moving = true; history.follow(); },
      rested() { moving = true; letGo(); },
      played() {
        if (!moving) history.goOn();
        history.follow();
      },
    },
  };
}
