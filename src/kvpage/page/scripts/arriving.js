/* How figures arrive. A server's document Bokeh draws by itself; those that the page holds as JSON are drawn one
   by one, first what is in sight, and the rest while the reader is at it. */

import { allDocuments, inside } from "./bokeh.js";
import { data, element, inFile } from "./page_data.js";
import { paintJson } from "./around/theme.js";

const aWhile = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(holds) {
  while (!holds()) await aWhile(5);
}
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Wait until all that stands on the page shows what it should, and is painted. */
async function finish(figures) {
  await until(() => {
    const expected = figures.expected();
    return inside(document.body, "[data-shows]").every(({ dataset }) => expected.includes(dataset.shows));
  });
  await aWhile(50); // the writing is fitted after what it is written on
  await nextFrame();
  await nextFrame();
}

/** Draw all figures; `arrive` takes up each document that is drawn. */
export async function drawFigures(figures, arrive) {
  const root = document.documentElement, { documents, items } = data("figures");
  const figureOf = ({ roots }) => element(Object.values(roots)[0]).closest("figure");

  async function draw(item) {
    await aWhile(0); // the reader comes first
    paintJson(documents[item.docid]);
    await Bokeh.embed.embed_items({ [item.docid]: documents[item.docid] }, [item]);
    const drawn = allDocuments().at(-1);
    await until(() => drawn.is_idle);
    await arrive(drawn);
    if (inFile) await finish(figures); // nothing comes into sight before it shows what was asked for
    delete figureOf(item).dataset.late;
  }
  if (!inFile) {
    await until(() => allDocuments().some((each) => each.is_idle));
    await arrive(allDocuments()[0]);
    await finish(figures);
  }
  const later = [];
  for (const item of items) {
    const figure = figureOf(item);
    if (figure.closest("[hidden]")) continue;
    if (figure.dataset.late === "" && figure.getBoundingClientRect().top > innerHeight) later.push(item);
    else await draw(item);
  }
  root.dataset.begun = ""; // the first figures can be used
  for (const item of later) await draw(item);
  await finish(figures);
  root.dataset.ready = ""; // everything is drawn
}
