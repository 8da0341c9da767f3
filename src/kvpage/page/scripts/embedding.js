/* The page in a frame: its host is told how tall it is. */

export function connectHost() {
  if (parent === window) return;
  new ResizeObserver(() => {
    if (document.documentElement.classList.contains("covered")) return;
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    parent.postMessage({ type: "kvpage:height", height }, "*");
  }).observe(document.body);
}
