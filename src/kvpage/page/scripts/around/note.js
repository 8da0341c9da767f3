/* The note at the top: what of the address was ignored, and that the server is gone. */

import { press } from "../controls/buttons.js";
import { element } from "../page_data.js";
import { say } from "../lesson/words.js";

export function makeNote() {
  const node = element("note");
  let standing = "", parts = []; // what goes on being so, and what of the address was ignored
  let closed = []; // what the reader has closed: a misspelt name stays in the address, and is told of once

  function show(text) {
    node.hidden = text === "";
    node.querySelector("span").textContent = text;
  }
  function ignore(...more) {
    parts.push(...more);
    if (parts.length) show(say("input.ignored", { parts: parts.join(" ") }));
  }
  press(node.querySelector("button"), () => {
    closed.push(...parts);
    parts = [];
    show("");
  });
  return {
    /** Say what goes on being so, whatever the address says. */
    stand(text) { show(standing = text); },
    /** Say what of an address cannot be read. */
    complain({ complaints, misspelt }) {
      closed = closed.filter((each) => misspelt.includes(each));
      parts = [];
      show(standing);
      ignore(...new Set([...misspelt.filter((each) => !closed.includes(each)), ...complaints]));
    },
    ignore,
  };
}
