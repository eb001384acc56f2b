/** The choice of a lesson: those that are done are ticked off. */

import { tickOff } from "./learned.js";

tickOff();
addEventListener("pageshow", tickOff);
document.documentElement.dataset.ready = "true";
