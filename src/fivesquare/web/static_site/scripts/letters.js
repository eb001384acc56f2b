/** A link from a friend: the game that it carries is taken in before the page is shown; letters.py says what is new in it. */

import { button } from "./elements.js";
import { ROOT, pathOf } from "./place.js";
import { answerTo } from "./python.js";
import { dropNote, showNote } from "./sitenote.js";

const LETTER = /^\/games\/([^/?#]+)#letter=(.*)$/;

const carried = () => LETTER.exec(pathOf(location) + location.hash);

/** Take in the game that the address carries; whether it carries one. */
export async function takeLetter() {
  const [, game, letter] = carried() ?? [];
  if (game === undefined) return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  await open({ game, letter });
  return true;
}

/** @param {{game: string, letter: string, instead?: boolean}} wish */
async function open(wish) {
  const { status, content } = await answerTo({ method: "POST", path: pathOf(new URL("api/letters", ROOT)), headers: {}, body: JSON.stringify(wish) });
  const { error, sentence } = JSON.parse(content);
  dropNote();
  if (status === 409) {
    const prevail = button("Use your friend’s game", () => open({ ...wish, instead: true }), { class: "plain-link" });
    showNote(`${inWords(error)} Nothing was changed here. `, prevail);
  } else if (error ?? sentence) showNote(inWords(error ?? sentence));
}

/** What programs are told, for people. @param {string} text */
const inWords = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** A link that is opened while its game is shown changes no more of the address than its end. */
export function hearLetters() {
  addEventListener("hashchange", () => carried() && location.reload());
}
