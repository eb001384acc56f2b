/** Sharing a review: a link that opens at the very ply, the picture of the position, the record. */

import { linkRow } from "./copying.js";
import { showOnce } from "./dialogs.js";
import { make } from "./elements.js";
import { essence, pack } from "./packing.js";
import { sentence } from "./words.js";

/** The address of a ply, within this site. A game of this server is named; another one is in the link itself. */
export async function addressOf(page, ply) {
  if (page.id) return `/games/${page.id}/review#${ply}`;
  return `/review${await pack(page.record, ply)}`;
}

/** @param {{id: string|null, record: object, course: object, game: object}} page */
export async function share(page) {
  const ply = page.course.root;
  const link = `${location.origin}${await addressOf(page, ply)}`;
  const row = linkRow("Link", link);
  const problem = make("p.error", { role: "alert", hidden: true });
  const words = page.id ? "" : " The whole game is in the link: nothing is kept here.";
  showOnce("Share",
    make("section.share-part", {}, make("h3", {}, "Link"),
      make("p.quiet", {}, `It opens this review ${ply ? `at move ${ply}` : "at the opening"}.${words}`), row),
    make("section.share-part", {}, make("h3", {}, "To keep"),
      make("div.buttons", {}, pictureButton(page, ply, problem), recordButton(page)), problem));
  row.querySelector("button").focus();
}

/** The position as a picture. */
function pictureButton(page, ply, problem) {
  const name = `fivesquare-${ply}.png`;
  if (page.id) return make("a.button", { href: `/games/${page.id}/picture.png?ply=${ply}`, download: name }, "Picture");
  return make("button.button", { type: "button", onclick: async () => {
    problem.hidden = true;
    try {
      save(await drawn(page.record, ply), name);
    } catch (error) {
      problem.textContent = sentence(error.message);
      problem.hidden = false;
    }
  } }, "Picture");
}

async function drawn(record, ply) {
  const body = JSON.stringify({ ...essence(record), moves: record.moves.slice(0, ply) });
  const answer = await fetch("/api/picture", { method: "POST", headers: { "Content-Type": "application/json" }, body })
    .catch(() => { throw new Error("The server does not answer."); });
  if (answer.ok) return answer.blob();
  const { error } = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
  throw new Error(error);
}

function recordButton(page) {
  if (page.id) return make("a.button", { href: `/games/${page.id}/record.json`, download: "fivesquare.json" }, "Record");
  const file = () => save(new Blob([`${JSON.stringify(page.record)}\n`], { type: "application/json" }), "fivesquare.json");
  return make("button.button", { type: "button", onclick: file }, "Record");
}

/** Let the browser keep a file. */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
