/* The note at the top: what of the address was ignored, and that the server is gone. */

import { press } from "./buttons.js";
import { element } from "./page_data.js";
import { say } from "./words.js";

export function makeNote() {
  const node = element("note"), told = new Set(); // a misspelt name stays in the address, and is told of once
  function show(text) {
    node.hidden = text === "";
    node.querySelector("span").textContent = text;
  }
  press(node.querySelector("button"), () => show(""));
  return {
    show,
    /** Say what of an address cannot be read. */
    complain({ complaints, misspelt }) {
      const parts = [...misspelt.filter((each) => !told.has(each) && told.add(each)), ...complaints];
      show(parts.length ? say("input.ignored", { parts: parts.join(" ") }) : "");
    },
  };
}
