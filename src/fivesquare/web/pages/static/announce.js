/** The live region: what a screen reader shall say. */

const region = () => document.querySelector("#aloud");
let odd = false;

/** Say a sentence. An equal one is not read twice, so every other ends in a no-break space. */
export function announce(text) {
  odd = !odd;
  const place = region();
  if (place) place.textContent = odd ? text : `${text}\u00a0`;
}
