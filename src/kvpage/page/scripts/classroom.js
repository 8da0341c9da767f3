/* For a class: one section alone, a workload that stays, pages that are covered at first. */

import { press } from "./buttons.js";

/** Set the page up as the address asks; give what figures that arrive have to know of it. */
export function makeClassroom(figures, { only, lock, ask }) {
  const root = document.documentElement, uncovers = document.querySelectorAll(".uncover");
  const locked = lock !== undefined;

  function cover(covered) {
    root.dataset.ask = covered ? "covered" : "told";
    figures.cover(covered);
    figures.refresh();
    for (const button of uncovers) {
      button.textContent = covered ? "Show the pages" : "Cover the pages again";
    }
  }
  for (const button of uncovers) press(button, () => cover(root.dataset.ask === "told"));
  if (only) showOnly(only);
  if (ask) root.dataset.ask = "covered";
  for (const notice of document.querySelectorAll(".locked")) notice.hidden = !locked;
  return {
    locked,
    covered: () => root.dataset.ask === "covered",
    /** Lock and cover what has arrived. */
    arrived() {
      if (locked) figures.lock();
      if (ask) cover(root.dataset.ask !== "told");
    },
  };
}

function showOnly(name) {
  document.documentElement.dataset.only = name;
  for (const section of document.querySelectorAll("[data-section]")) {
    section.hidden = section.dataset.section !== name;
    if (section.hidden) continue;
    section.querySelector(".title, .heading").ariaLevel = "1";
    for (const heading of section.querySelectorAll(".subheading")) heading.ariaLevel = "2";
  }
}
