/** The page of the puzzle of the day. */

import { mountDaily } from "./dailycard.js";
import { calendarRows } from "./daytiles.js";
import { find, pageData } from "./elements.js";

mountDaily(find("[data-daily]"), pageData(), {
  onCalendar: (calendar, date) => find("[data-calendar]").replaceChildren(...calendarRows(calendar, date)),
});
document.documentElement.dataset.ready = "true";
