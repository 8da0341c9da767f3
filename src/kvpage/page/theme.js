/* The theme: this visit's click, else the host page or the address, else the stored choice, else
   the system. */

const root = document.documentElement;
const systemTheme = matchMedia("(prefers-color-scheme: dark)");
const themes = {
  clicked: undefined,
  host: document.querySelector("meta[name=kvpage-theme]")?.content,
  address: readAddress().state.theme,
};

function storedTheme() {
  try { return localStorage.getItem("kvpage-theme"); } catch { return null; } // storage is refused
}
function storeTheme(theme) {
  try { localStorage.setItem("kvpage-theme", theme); } catch { /* it lasts for this visit */ }
}

const themeChosen = () => themes.clicked ?? themes.address;

function showTheme() {
  const wished = [themes.clicked, themes.address, themes.host, storedTheme()];
  const system = systemTheme.matches ? "dark" : "light";
  root.dataset.theme = wished.find((theme) => THEMES.includes(theme)) ?? system;
}
showTheme();

/** The present values of the CSS variables that a glyph or palette is tagged with, by property. */
function coloursOf(tags) {
  const { paint: properties } = tags.find((tag) => tag?.paint) ?? {};
  if (!properties) return {};
  const style = getComputedStyle(root);
  const colour = (token) => style.getPropertyValue(`--${token}`).trim();
  return Object.fromEntries(Object.entries(properties).map(([name, token]) =>
    [name, Array.isArray(token) ? token.map(colour) : colour(token)]));
}
function paint(models) {
  for (const model of models) model.setv(coloursOf(model.tags), { sync: false }); // Python draws nothing
}
/** Give a document its colours while it is JSON: it is then drawn once. */
function paintJson(part) {
  if (part.attributes?.tags) Object.assign(part.attributes, coloursOf(part.attributes.tags));
  for (const each of Object.values(part)) if (each !== null && typeof each === "object") paintJson(each);
}
