/* A figure as large as the window or, where it is allowed, the screen. */

import { press } from "./buttons.js";

export function connectEnlarging() {
  for (const button of document.querySelectorAll(".enlarge")) connectButton(button);
}

function connectButton(button) {
  const root = document.documentElement, framed = parent !== window;
  const figure = button.closest("figure"), caption = figure.querySelector("figcaption").textContent;
  const isLarge = () => figure.classList.contains("enlarged");

  function enlarge(large) {
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
  }
  press(button, () => enlarge(!isLarge()));
  addEventListener("keydown", (event) => { if (event.key === "Escape" && isLarge()) enlarge(false); });
  figure.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && isLarge()) enlarge(false);
  });
}
