/* For a class: one section alone, a workload that stays, pages that are covered at first. */

import { bar, press } from "../controls/buttons.js";
