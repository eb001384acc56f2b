/**
 * The first script of every page of a static site. What pages ask of a server is answered by Python in a worker; they
 * need not know. A page that differs from game to game, or from day to day, is painted from what was last seen of
 * it, or from its empty form, and is made by Python as soon as that runs.
 */

import { hearLetters } from "./letters.js";
import { keepFiles, followVersion } from "./offline.js";
import { rememberSoon, showPage } from "./painting.js";
import { inFolder } from "./place.js";
import { marks, since, whenSettled } from "./python.js";
import { install, whenAnswered } from "./transport.js";

document.documentElement.dataset.booted = "";
marks.boot = since();
Object.assign(window, { fivesquare: { address: inFolder, marks } });
install();
whenAnswered(rememberSoon);
whenSettled(keepFiles);
followVersion();
hearLetters();
document.addEventListener("DOMContentLoaded", showPage);
