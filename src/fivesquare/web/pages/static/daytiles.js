/** The little tiles of the puzzle of the day: tries, streak, calendar. */

import { address } from "./addresses.js";
import { bit, make } from "./elements.js";
import { many } from "./words.js";

/** Tries as rows of tiles. @param {number[]} made of each claim @param {boolean[]} found @param {number} columns @param {number} at the claim to find now, or -1 */
export function tryRows(made, found, columns, at = -1) {
  return made.map((count, index) => {
    const wrong = count - Number(found[index]);
    const tile = (/** @type {number} */ column) =>
      column < wrong ? bit("second") : column < count ? bit("first") : bit(index === at && column === count ? "now" : "");
    const tiles = Array.from({ length: columns }, (_, column) => tile(column));
    for (const each of tiles) each.setAttribute("aria-hidden", "true");
    return make("span.tries-row", { role: "listitem", "aria-label": `Claim ${index + 1}: ${words(count, found[index])}` }, ...tiles);
  });
}

function words(/** @type {number} */ count, /** @type {boolean} */ isFound) {
  if (!count) return "not yet";
  return `${count === 1 ? "1 try" : `${count} tries`}${isFound ? ", found" : ""}`;
}

/** How the day before went, if it was played. @param {DayCalendar} calendar */
export function yesterdayParts({ week, played }) {
  const day = played[week.at(-2)?.date ?? ""];
  if (!day) return [];
  const columns = Math.max(...day.tries);
  return [
    make("p.kicker", {}, `Yesterday, ${day.total}`),
    make(`div.tries.columns-${columns}`, { role: "list", "aria-label": "Yesterday’s tries" }, ...tryRows(day.tries, day.found, columns)),
  ];
}

const KINDS = /** @type {const} */ ({ solved: "first", failed: "second", open: "", none: "still" });

/** The streak, and the last seven days. @param {DayCalendar} calendar */
export function streakParts({ streak, streak_words: said, week, today }) {
  const number = streak ? make("strong", {}, streak) : null;
  return [
    make("p", {}, number, make("span.quiet", {}, said)),
    make("ul.week", { "aria-label": "The last seven days" }, ...week.map((day) =>
      make("li", { "aria-current": day.date === today ? "date" : false }, tileOf(day, today),
        make("span", { "aria-hidden": "true" }, day.letter), make("span.aloud", {}, day.words)))),
  ];
}

function tileOf(/** @type {DayTile} */ day, /** @type {string} */ today) {
  const tile = bit(day.date === today && day.state === "open" ? "now" : KINDS[day.state]);
  tile.setAttribute("aria-hidden", "true");
  return tile;
}

/** The last weeks, each day a link to its puzzle. @param {DayCalendar} calendar @param {string} here the day of this page */
export function calendarRows({ weeks, today }, here) {
  const days = weeks.flat().map((day) => {
    const inside = [tileOf(day, today), make("span", { "aria-hidden": "true" }, day.day)];
    if (day.state === "none") return make("li.none", { "aria-hidden": "true" }, ...inside);
    const current = day.date === here ? "page" : false;
    return make("li", {}, make("a", { href: address(`daily/${day.date}`), "aria-label": day.words, title: day.words, "aria-current": current }, ...inside));
  });
  return days;
}

/** How long it is until the next day begins here: "9 hours and 20 minutes". */
export function untilTomorrow(now = new Date()) {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const minutes = Math.max(1, Math.ceil((midnight.getTime() - now.getTime()) / 60_000));
  const parts = [minutes >= 60 ? many(Math.floor(minutes / 60), "hour") : "", minutes % 60 ? many(minutes % 60, "minute") : ""];
  return parts.filter(Boolean).join(" and ");
}

/** A date as the calendar here has it: "2026-11-18". */
export function localDate(now = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
