/* The note at the top: what of the address was ignored, and that the server is gone. */

import { press } from "../controls/buttons.js";
import { element } from "../page_data.js";
import { say } from "../lesson/words.js";

export function makeNote() {
  const node = element("note"), told = new Set(); // a misspelt name stays in the address, and is told of once
  let standing = "", parts = []; // what goes on being so, and what of the address was ignored

  function show(text) {
    node.hidden = text === "";
    node.querySelector("span").textContent = text;
  }
  function ignore(...more) {
    parts.push(...more);
    if (parts.length) show(say("input.ignored", { parts: parts.join(" ") }));
  }
  press(node.querySelector("button"), () => {
    parts = [];
    show("");
  });
  return {
    /** Say what goes on being so, whatever the address says. */
    stand(text) { show(standing = text); },
    /** Say what of an address cannot be read. */
    complain({ complaints, misspelt }) {
      parts = [];
      show(standing);
      ignore(...misspelt.filter((each) => !told.has(each) && told.add(each)), ...complaints);
    },
    ignore,
  };
}
