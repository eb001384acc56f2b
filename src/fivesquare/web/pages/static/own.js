/** A game of somebody's own rules, by a link: a sample, who wins, and a table to play at. */

import { messageOf } from "./api.js";
import { find, pageData } from "./elements.js";
import { QuickStart } from "./quickstart.js";
import { Sample } from "./sample.js";
import { sentence } from "./words.js";
import { WhoWins } from "./whowins.js";

const { book } = /** @type {{book: Record<string, any>}} */ (pageData());
const whoWins = new WhoWins(find("#verdict"));

async function show() {
  try {
    await Promise.all([new Sample(find("#sample")).show(book), whoWins.look(book)]);
  } catch (error) {
    whoWins.say(sentence(messageOf(error)));
  }
}

new QuickStart(find("#table", HTMLFormElement), async () => book);
show();
document.documentElement.dataset.ready = "true";
