/* What a sequence of any length wastes in a block and in pages. */

import { onChange } from "../answering.js";
import { heed, labelPlot, showHandOver, showWords } from "../bokeh.js";
import { wasteByLength } from "../facts.js";
import { element, limits } from "../page_data.js";
import { showCurves } from "../waste_curves.js";
import { say } from "../words.js";
import { readWorkload, showWorkload, workloadShown } from "../workload.js";

/** Answer what is set, as `WasteByLength` in Python does. */
export function answerWasteByLength(model, allocators) {
  const names = ["curves_lengths", "curves_block", "curves_page", "length", "reach"];
  onChange(model, Object.fromEntries(names.map((name) => [name, "value"])), () => {
    const [text, block, page, length, reach] = names.map((name) => model(name).value);
    const lengths = text.split(",").map(Number);
    const said = {
      ...wasteByLength(allocators, lengths, block, page, length, reach),
      shows: `${lengths} ${block} ${page} ${length}`,
    };
    showCurves(model, said);
    labelPlot(model("waste_curves"), say("claims.label", said));
    showWords(model("claims"), say("claims.words", said));
    showWords(model("claims_table"), say("claims.table", said));
  });
}

/** Connect the figure. Its workload is the one side by side, where the page has that. */
export function connectWasteByLength(model, page) {
  const own = { lengths: model("curves_lengths"), block: model("curves_block"), page: model("curves_page") };
  const shared = page.workload(), length = model("length");
  for (const name of ["curves_block", "curves_page", "length"]) page.heedSlider(name);
  const joined = shared ? followWorkload(own, shared, page) : () => {};
  connectHandle(model, page.letGo);
  return {
    read: () => ({ ...(!shared && readWorkload(own)), length: length.value }),
    show(state) {
      if (!shared) showWorkload(own, state);
      length.value = state.length;
    },
    expected: () => [`${workloadShown(shared ?? own)} ${length.value}`],
    joined,
    lock() { own.block.disabled = own.page.disabled = true; },
  };
}

/** Keep the workload of the curves and the shared one alike; give what does so at once. Out of sight, the
    curves follow in a while. */
function followWorkload(own, shared, { quietly, heard }) {
  let inSight = false, timer = 0;
  function take() {
    clearTimeout(timer);
    quietly(() => { for (const [name, model] of Object.entries(shared)) own[name].value = model.value; });
  }
  function takeSoon() {
    clearTimeout(timer);
    if (inSight) take();
    else timer = setTimeout(take, 300);
  }
  for (const model of Object.values(shared)) heed(model, "value", takeSoon);
  for (const name of ["block", "page"]) {
    heed(own[name], "value", heard(() => { shared[name].value = own[name].value; }));
  }
  new IntersectionObserver(([{ isIntersecting }]) => {
    inSight = isIntersecting;
    if (isIntersecting) take();
  }).observe(element("waste_curves"));
  addEventListener("beforeprint", take);
  return take;
}

/** Let the length be dragged along the curves. */
function connectHandle(model, letGo) {
  const node = element("waste_curves"), plot = model("waste_curves");
  showHandOver(node);
  let lengthAt = null; // while it is dragged; the axis stays as it is then
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { right } = node.getBoundingClientRect(), { start, end } = plot.x_range;
    const tokens = (end - start) / plot.inner_width, longest = Math.min(limits.length, Math.floor(end));
    model("reach").value = longest;
    lengthAt = ({ clientX }) =>
      Math.min(longest, Math.max(0, Math.round(end - (right - clientX) * tokens)));
    node.setPointerCapture(event.pointerId);
    model("length").value = lengthAt(event);
  });
  node.addEventListener("pointermove", (event) => {
    if (lengthAt) model("length").value = lengthAt(event);
  });
  node.addEventListener("lostpointercapture", () => {
    lengthAt = null;
    model("reach").value = 0;
    letGo();
  });
}
