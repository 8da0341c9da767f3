/* Fill the templates of words.toml, as words.py does. */

const element = (id) => document.getElementById(id);
const data = (id) => JSON.parse(element(id).textContent);
const words = data("words");

/** Give the bytes of what a page carries deflated, in base64. */
async function inflated(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const PLACE = /\{([#^])(\w+)\}([^]*?)\{\/\2\}|\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
function fill(template, facts) {
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
function say(name, facts = {}) {
  const [group, template] = name.split(".");
  return fill(words[group][template], facts);
}

