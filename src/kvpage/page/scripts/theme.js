/* The theme: this visit's click, else the address, else the host page, else the stored choice, else
   the system. */

import { press } from "./buttons.js";
import { THEMES } from "./choices.js";
import { element } from "./page_data.js";

function storedTheme() {
  try { return localStorage.getItem("kvpage-theme"); } catch { return null; } // storage is refused
}
function storeTheme(theme) {
  try { localStorage.setItem("kvpage-theme", theme); } catch { /* it lasts for this visit */ }
}

/** Show the theme, at once, so that the page never shows in another. */
export function makeTheme(ofAddress) {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  let clicked, host = document.querySelector("meta[name=kvpage-theme]")?.content;

  function show() {
    const wished = [clicked, ofAddress, host, storedTheme()];
    root.dataset.theme = wished.find((theme) => THEMES.includes(theme)) ?? (system.matches ? "dark" : "light");
  }
  show();
  return {
    /** What the reader has chosen, as far as it belongs into an address. */
    chosen: () => clicked ?? ofAddress,
    /** Follow the reader, the system and the host page. `repaint` is told of every change, and `chosen` of
        the reader's. */
    follow({ repaint, chosen }) {
      const button = element("theme"), showNow = () => {
        show();
        button.textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
        repaint();
      };
      showNow();
      press(button, () => {
        clicked = root.dataset.theme === "dark" ? "light" : "dark";
        storeTheme(clicked);
        showNow();
        chosen();
      });
      system.addEventListener("change", showNow);
      addEventListener("message", ({ data: message }) => {
        if (message?.type !== "kvpage:theme" || !THEMES.includes(message.theme)) return;
        host = message.theme;
        showNow();
      });
    },
  };
}

/** The present values of the CSS variables that a glyph or palette is tagged with, by property. */
function coloursOf(tags) {
  const { paint: properties } = tags.find((tag) => tag?.paint) ?? {};
  if (!properties) return {};
  const style = getComputedStyle(document.documentElement);
  const colour = (token) => style.getPropertyValue(`--${token}`).trim();
  return Object.fromEntries(Object.entries(properties).map(([name, token]) =>
    [name, Array.isArray(token) ? token.map(colour) : colour(token)]));
}
export function paint(models) {
  for (const model of models) model.setv(coloursOf(model.tags), { sync: false }); // Python draws nothing
}
/** Give a document its colours while it is JSON: it is then drawn once. */
export function paintJson(part) {
  if (part.attributes?.tags) Object.assign(part.attributes, coloursOf(part.attributes.tags));
  for (const each of Object.values(part)) if (each !== null && typeof each === "object") paintJson(each);
}
