/* The note at the top: what of the address was ignored, and that the server is gone. */

import { press } from "./buttons.js";
import { element } from "./page_data.js";
import { say } from "./words.js";

export function makeNote() {
  const node = element("note");
  function show(text) {
    node.hidden = text === "";
    node.querySelector("span").textContent = text;
  }
  press(node.querySelector("button"), () => show(""));
  return {
    show,
    complain: (complaints) => show(complaints.length ? say("input.ignored", { parts: complaints.join(" ") }) : ""),
  };
}
