/** The dialogs for sharing a game or a review: links, QR codes, the picture, the record. */

import { address } from "./addresses.js";
import { ApiError, messageOf, post } from "./api.js";
import { makeDialog, show, showOnce } from "./dialogs.js";
import { button, find, make, seek } from "./elements.js";
import { essence, pack } from "./fragment.js";
import { announce } from "./liveregion.js";
import { sentence } from "./words.js";

const SHOWN = 2000; // milliseconds
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/; // hosts that mean the computer on which a link is opened

/** @param {string} title @param {...(Node|null)} content */
function section(title, ...content) {
  return make("section.share-part", {}, make("h3", {}, title), ...content);
}

/** @param {string} text */
const note = (text) => make("p.quiet", {}, text);

/** @param {string} src @param {string} alt */
const picture = (src, alt) => make("img.qr", { src, alt, width: 168, height: 168 });

export class GameShare {
  #links = /** @type {Map<number, {link: string, qr: string}>} */ (new Map()); // by seat: a fresh one a page is enough
  #made = /** @type {ReturnType<typeof makeDialog>|null} */ (null);

  /** @param {string} path of the game in the API @param {string} page its own @param {boolean} isReachable whether others get to that page */
  constructor(path, page, isReachable) {
    this.path = path;
    this.page = page;
    this.isReachable = isReachable;
  }

  /** What is asked above an invitation; null for nothing. @returns {HTMLElement|null} */
  introduction() {
    return null;
  }

  close() {
    this.#made?.dialog.close();
  }

  show(/** @type {Game} */ game, /** @type {Seat[]} */ mine) {
    const { dialog, heading, body } = (this.#made ??= makeDialog("Share"));
    const open = openSeat(game, mine);
    heading.textContent = open ? "Invite a friend" : "Share";
    const introduction = this.introduction();
    body.replaceChildren(
      ...(introduction ? [introduction] : []),
      ...(open ? [this.#invitation(open)] : []),
      ...(this.isReachable ? [this.#watching(), ...(mine.length ? [this.#otherDevice(mine)] : [])] : this.#carried(game)),
      section("To keep", this.#files(game)));
    show(dialog);
  }

  #watching() {
    const link = location.origin + this.page;
    return section("To watch", note("Anyone with this link can watch the game, but not play."), linkRow("Link for watching", link), qrOnDemand(`${this.page}/qr.svg`));
  }

  /** The game inside a link, where no one else gets to its page; not while two play it who are in different places. @param {Game} game */
  #carried(game) {
    if (!game.over && game.seats.includes("elsewhere")) return [];
    const place = make("div.link-place");
    const isOver = game.over ? "" : " so far";
    pack(game, game.ply).then((packed) => place.append(linkRow("Link to the game", location.origin + address(`review${packed}`))));
    return [section("To show", note(`Anyone with this link can step through the game${isOver}, with its review. The whole game is in the link.`), place, localNote())];
  }

  #invitation(/** @type {Seat} */ seat) {
    const place = make("div.link-place");
    this.#fill(place, seat, "Link for your friend");
    return section("To play", note("Send this link to your friend. The first person to open it takes the other seat."), place, localNote());
  }

  #otherDevice(/** @type {Seat[]} */ mine) {
    const place = make("div.link-place.buttons");
    for (const seat of mine) {
      const words = mine.length === 1 ? "Make a link for my other device" : `Make a link for the ${seat === 1 ? "first" : "second"} seat`;
      place.append(button(words, () => this.#fill(place, seat, "Link for my seat")));
    }
    return section("My seat elsewhere", note("A link that opens your own seat: use it on your phone, or save it for later. Do not give it away."), place);
  }

  /**
   * Show the link to a seat; the focus goes to its button, unless it is already somewhere else.
   * @param {HTMLElement} place @param {Seat} seat @param {string} label
   */
  async #fill(place, seat, label) {
    try {
      const made = this.#links.get(seat) ?? (await post(`${this.path}/links`, { seat }));
      this.#links.set(seat, made);
      place.classList.remove("buttons");
      place.replaceChildren(linkRow(label, made.link), picture(`data:image/svg+xml,${encodeURIComponent(made.qr)}`, `QR code of the ${label.toLowerCase()}`));
      if (!this.#made?.body.contains(document.activeElement)) seek("button", place)?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      place.replaceChildren(make("p.error", {}, error.message));
    }
  }

  #files(/** @type {Game} */ { id }) {
    const files = [["Picture (PNG)", "picture.png"], ["Picture (SVG)", "picture.svg"], ["Record (JSON)", "record.json"]];
    return make("div.buttons", {}, ...files.map(([words, file]) => make("a.button", { href: address(`games/${id}/${file}`), download: `fivesquare-${file}` }, words)));
  }
}

/** The seat that is free for a friend of the player of the other one; 0 if there is none. @param {Game} game @param {Seat[]} mine */
export function openSeat(game, mine) {
  const open = /** @type {0|Seat} */ (game.seats.indexOf("open") + 1);
  return open && mine.includes(open === 1 ? 2 : 1) ? open : 0;
}

function qrOnDemand(/** @type {string} */ source) {
  const image = picture("", "QR code of the link for watching");
  const details = make("details", {}, make("summary", {}, "QR code"), image);
  details.addEventListener("toggle", () => details.open && (image.src = source), { once: true });
  return details;
}

// --- A review ---

/** The address of a ply. A game that others reach is named; another one is in the link itself. @param {Shared} game @param {number} ply */
export async function reviewAddress({ id, record, isReachable }, ply) {
  return id && isReachable ? address(`games/${id}/review#${ply}`) : address(`review${await pack(record, ply)}`);
}

export async function shareReview(/** @type {Shared} */ game, /** @type {number} */ ply) {
  const row = linkRow("Link", `${location.origin}${await reviewAddress(game, ply)}`);
  const problem = make("p.error", { role: "alert", hidden: true });
  const words = game.id && game.isReachable ? "" : " The whole game is in the link.";
  showOnce("Share",
    section("Link", note(`Opens this review ${ply ? `at move ${ply}` : "at the opening"}.${words}`), row),
    section("To keep", make("div.buttons", {}, pictureButton(game, ply, problem), recordButton(game)), problem));
  find("button", HTMLElement, row).focus();
}

/** The position as a picture. @param {Shared} game @param {number} ply @param {HTMLElement} problem */
function pictureButton({ id, record }, ply, problem) {
  const name = `fivesquare-${ply}.png`;
  if (id) return make("a.button", { href: address(`games/${id}/picture.png?ply=${ply}`), download: name }, "Picture");
  return button("Picture", async () => {
    problem.hidden = true;
    try {
      const position = { ...essence(record), moves: record.moves.slice(0, ply) };
      save(await post(address("api/picture"), position, { kind: "blob" }), name);
    } catch (error) {
      problem.textContent = sentence(messageOf(error));
      problem.hidden = false;
    }
  });
}

function recordButton(/** @type {Shared} */ { id, record }) {
  if (id) return make("a.button", { href: address(`games/${id}/record.json`), download: "fivesquare.json" }, "Record");
  return button("Record", () => save(new Blob([`${JSON.stringify(record)}\n`], { type: "application/json" }), "fivesquare.json"));
}

/** Let the browser save a file. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const source = URL.createObjectURL(blob);
  make("a", { href: source, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(source), 60_000);
}

// --- Links ---

/** What is to be known of links on a server that only this computer reaches; null elsewhere. */
export function localNote() {
  const words = "This address works on this computer only. To get a link for others, open this page at an address that they reach.";
  return LOOPBACK.test(location.hostname) ? note(words) : null;
}

/** A link in a field, with a button that copies it. @param {string} label @param {string} link */
export function linkRow(label, link) {
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() }));
  const press = make("button.button.main", { type: "button" }, "Copy");
  const row = make("div.link-row", {}, field, press);
  press.addEventListener("click", async () => {
    const done = await copyText(link, row);
    if (!done) field.select();
    press.textContent = done ? "Copied" : "Selected";
    announce(done ? "Copied." : "The link is selected: copy it with Ctrl C.");
    setTimeout(() => (press.textContent = "Copy"), SHOWN);
  });
  return row;
}

/** Copy a text, also where a plain http host has no clipboard. @param {string} text @param {HTMLElement} from */
export async function copyText(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text, from);
  }
}

/** An open dialog makes everything outside of it inert, so the text is selected inside it. @param {string} text @param {HTMLElement} from */
function copyBySelecting(text, from) {
  const area = make("textarea.aloud", { readonly: true }, text);
  const before = document.activeElement;
  from.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
