/* Links to what is shown, with what a class is to see of it. */

import { press } from "./buttons.js";
import { SECTIONS, element } from "./page_data.js";

/** Connect the button that copies a link, and the box that opens with it. `linkTo` gives a link with
    these choices, and `settle` ends a gesture. */
export function makeLinks({ asked, linkTo, settle }) {
  const link = element("link"), button = element("copy-link"), input = link.querySelector("input");
  const only = element("link-only"), options = ["lock", "ask"].map((name) => [name, element(`link-${name}`)]);
  for (const name of SECTIONS) {
    const section = document.querySelector(`[data-section="${name}"]`);
    const title = section.querySelector("figcaption, .heading").lastChild.textContent;
    only.append(new Option(title, name));
  }
  only.value = asked.only ?? "";
  for (const [name, box] of options) if (box) box.checked = asked[name] !== undefined;

  function linkNow() {
    const chosen = options.map(([name, box]) => [name, box?.checked ? "1" : undefined]);
    const choices = { only: only.value || undefined, ...Object.fromEntries(chosen) };
    const asks = [undefined, "predict"].includes(choices.only);
    if (!asks) choices.level = choices.question = undefined; // each reader's own
    return linkTo(choices);
  }
  async function copy() {
    input.value = linkNow();
    const allowed = document.featurePolicy?.allowsFeature("clipboard-write") ?? true;
    try {
      if (!allowed) throw new Error("the host page keeps the clipboard to itself");
      await navigator.clipboard.writeText(input.value);
      button.textContent = "Link copied";
      setTimeout(() => { button.textContent = "Copy link"; }, 2000);
    } catch {
      input.select();
    }
  }
  function open(isOpen) {
    link.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
  }
  function close() {
    open(false);
    button.focus();
  }
  press(button, () => {
    settle();
    open(true);
    copy();
  });
  link.addEventListener("change", copy);
  press(element("link-close"), close);
  document.querySelector(".bar").addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !link.hidden) close();
  });
  return {
    /** Say the present link, unless the reader is at it. */
    follow() { if (!link.hidden && document.activeElement !== input) input.value = linkNow(); },
  };
}
