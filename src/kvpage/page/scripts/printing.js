/* Paper gets the layout of the screen, scaled to fit: the plots are as wide as they are there. */

export function connectPrinting() {
  addEventListener("beforeprint", () => {
    const width = document.querySelector("main").clientWidth, { style } = document.documentElement;
    style.setProperty("--screen-width", `${width}px`);
    style.setProperty("--print-zoom", Math.min(1, 700 / width));
  });
}
