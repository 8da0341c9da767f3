/* The first figure: the example in one small cache, in blocks or in pages. */

import { onChange } from "./answering.js";
import { heed, inside, labelPlot, showWords } from "../bokeh.js";
import { bar, press } from "../controls/buttons.js";
import { SCHEMES } from "../state/choices.js";
