/* Questions to answer before the picture opens. */

import { onChange } from "./answering.js";
import { heed, labelPlot, showWords } from "../bokeh.js";
import { bar, press } from "../controls/buttons.js";
import { readAnswer } from "../state/choices.js";
import { sum } from "../lesson/facts.js";
