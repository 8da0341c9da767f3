/* The lengths field: what can be read applies at once, a complaint waits until the reader is done. */

import { readLengths } from "./lengths.js";
import { element } from "./page_data.js";
import { Unreadable } from "./refusing.js";

/** Connect the field. `apply` is given the lengths while the reader types, `change` when that is done, and
    `restore` brings back those before. */
export function makeLengthsField({ apply, change, restore }) {
  const field = element("lengths-field");
  let pointerIsDown = false;

  function complain(text) {
    element("complaint").textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
  }
  function read(finished) {
    try {
      const lengths = readLengths(field.value);
      complain("");
      (finished ? change : apply)(lengths);
      return true;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (finished) complain(error.message);
      return false;
    }
  }
  /** Leave the field. A complaint waits for the pointer: it would move what is being clicked. */
  function leave() {
    const readable = read(false);
    if (readable || !pointerIsDown) read(true);
    else addEventListener("pointerup", () => setTimeout(read, 0, true), { once: true });
  }
  addEventListener("pointerdown", () => { pointerIsDown = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => { pointerIsDown = false; }, true);
  }
  field.addEventListener("input", () => read(false));
  field.addEventListener("change", leave);
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") read(true);
    if (key === "Escape") restore();
  });
  return {
    write(lengths) {
      field.value = lengths.join(", ");
      complain("");
    },
    lock: () => { field.readOnly = true; },
  };
}
