/* The one place that knows the insides of Bokeh's figures and widgets, as they are in Bokeh 3.9.2: their shadow
   roots, the classes in them, and where a plot keeps its ranges and data. Public calls would take its place for
   the name of a button group or of a slider's handle, for the data under a pointer (an event with the index of
   the glyph, as taps have in Python), and for a listener to a property. */

import { fitText } from "./fit.js";
import { say } from "./words.js";

export const allDocuments = () => globalThis.Bokeh?.documents ?? [];
/** Find a model by its name in whatever is drawn. */
export const findModel = (name) =>
  allDocuments().map((each) => each.get_model_by_name(name)).find((each) => each !== null) ?? null;
export const heed = (model, property, does) => model.properties[property].change.connect(does);

/** Walk over the shadow roots below a node, nested ones included. */
function* shadows(node) {
  for (const each of node.querySelectorAll("*")) {
    if (each.shadowRoot) {
      yield each.shadowRoot;
      yield* shadows(each.shadowRoot);
    }
  }
}
export const inside = (node, selector) =>
  [...shadows(node)].flatMap((shadow) => [...shadow.querySelectorAll(selector)]);

/** Make the parts of a document what the page needs: named, out of the focus's way, with writing that fits. */
export function furnish(bokeh) {
  for (const plot of [...bokeh.all_models].filter(({ type }) => type === "Plot")) {
    // Later, since Bokeh takes data in steps, and a change of the glyphs amid them mixes old and new.
    const fitSoon = () => setTimeout(fitText, 0, plot);
    heed(plot, "inner_width", fitSoon);
    plot.x_range.change.connect(fitSoon);
    fitText(plot);
  }
  // Bokeh's canvases take the focus, and nothing can be done with it there.
  for (const layer of inside(document.body, ".bk-events")) layer.removeAttribute("tabindex");
  for (const { id } of bokeh.roots()) {
    const widget = document.querySelector(`[data-root-id="${id}"]`).closest("[data-name]");
    if (widget) nameWidgets(widget);
  }
}

/** Name what Bokeh leaves unnamed in the widgets below a node, now and whenever they change. */
function nameWidgets(node) {
  const nameAll = () => {
    for (const handle of inside(node, ".noUi-handle")) {
      const disabled = handle.closest("[disabled]") !== null;
      handle.setAttribute("aria-label", node.dataset.name);
      handle.setAttribute("aria-disabled", String(disabled));
      handle.tabIndex = disabled ? -1 : 0;
      const count = Number(handle.getAttribute("aria-valuenow"));
      handle.setAttribute("aria-valuetext", say(`input.${node.dataset.unit ?? "slots"}`, { count }));
    }
    for (const group of inside(node, ".bk-btn-group")) {
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", node.dataset.name);
      for (const button of group.children) {
        button.setAttribute("aria-pressed", String(button.classList.contains("bk-active")));
      }
    }
  };
  const observer = new MutationObserver(nameAll);
  const changes = { subtree: true, childList: true, attributeFilter: ["class", "aria-valuenow", "disabled"] };
  for (const shadow of shadows(node)) observer.observe(shadow, changes);
  nameAll();
}

/** Paint all plots before anything else happens: Bokeh's next frame comes too late for paper. It takes up changes
    of the glyphs in promises that wait for nothing. */
export async function paintAtOnce() {
  const models = allDocuments().flatMap((each) => [...each.all_models]);
  const views = models.filter(({ type }) => type === "Plot").flatMap((plot) => Bokeh.index.find_one(plot) ?? []);
  await Promise.all(views.flatMap((view) => view.computed_renderer_views.map((each) => each.update_data?.())));
  for (const view of views) view.repaint();
}

/** Find the slot of a row below a click: the nearest column of the line that was hit. */
export function slotAt(plot, node, { clientX, clientY }) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const { x_range, y_range } = plot;
  const x = x_range.start + ((clientX - left) / width) * (x_range.end - x_range.start);
  const y = ((clientY - top) / height) * y_range.start;
  const { kind, row, slot, x: xs, y: ys } = plot.renderers[0].data_source.data;
  const REACH = 4;
  let best = null, nearest = Infinity;
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] > REACH || row[i] < 0 || Math.abs(ys[i] - y) > 0.65) continue;
    const distance = Math.abs(xs[i] - x) + 100 * Math.abs(ys[i] - y);
    if (distance < nearest) [nearest, best] = [distance, { row: row[i], slot: slot[i] }];
  }
  return best;
}

export function showHandOver(node) {
  for (const shadow of shadows(node)) {
    const style = document.createElement("style");
    style.textContent = ".bk-events { cursor: pointer !important; }";
    shadow.append(style);
  }
}

/** Say in words what a plot shows. Left to do it, Bokeh would style and paint the whole plot anew. */
export function labelPlot(plot, label) {
  plot.setv({ html_attributes: { role: "img", "aria-label": label } }, { silent: true });
  Bokeh.index.get(plot)?.el.setAttribute("aria-label", label);
}

/** Write into a pane: Bokeh would make all of it anew, its style sheets included. */
export function showWords(pane, html) {
  if (pane.text === html) return;
  pane.setv({ text: html }, { silent: true });
  Bokeh.index.find_one(pane).shadow_el.querySelector(".bk-clearfix").innerHTML = html;
}
