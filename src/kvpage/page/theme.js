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

/** Give glyphs and palettes the present values of the CSS variables that they are tagged with. */
function paint(models) {
  const style = getComputedStyle(root);
  const colour = (token) => style.getPropertyValue(`--${token}`).trim();
  for (const model of models) {
    const { paint: properties } = model.tags.find((tag) => tag?.paint) ?? {};
    for (const [name, token] of Object.entries(properties ?? {})) {
      const value = Array.isArray(token) ? token.map(colour) : colour(token);
      model.setv({ [name]: value }, { sync: false }); // Python draws nothing
    }
  }
}

