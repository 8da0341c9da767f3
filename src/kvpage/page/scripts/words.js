/* Fill the templates of words.toml, as words.py does. */

import { templates } from "./page_data.js";

const PLACE = /\{([#^])(\w+)\}([^]*?)\{\/\2\}|\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
/** Put facts into a template. */
export function fill(template, facts) {
  return template.replace(PLACE, (_, kind, section, body, name, one, many) => {
    const value = facts[section ?? name];
    if (kind === "^") return !value || value.length === 0 ? fill(body, facts) : "";
    if (kind === "#") {
      const items = Array.isArray(value) ? value : value ? [{}] : [];
      return items.map((item) => fill(body, { ...facts, ...item })).join("");
    }
    if (one !== undefined) return value === 1 ? one : many;
    return typeof value === "number" ? value.toLocaleString("en-US") : value;
  });
}
export function say(name, facts = {}) {
  const [group, template] = name.split(".");
  return fill(templates[group][template], facts);
}


/** Print a fragmentation to three decimals, half up, and say whether that is exact. */
export function ratio(wasted, allocated) {
  if (allocated === 0) return "= 0";
  const thousandths = Math.floor((2000 * wasted + allocated) / (2 * allocated));
  const sign = (1000 * wasted) % allocated === 0 ? "=" : "≈";
  const decimals = String(thousandths % 1000).padStart(3, "0");
  return `${sign} ${Math.floor(thousandths / 1000)}.${decimals}`;
}
