/** The dialog for sharing: links, QR codes, the picture, the record. */

import { ApiError, post } from "./api.js";
import { linkRow } from "./copying.js";
import { button, makeDialog, paragraph } from "./dialogs.js";

function picture(source, words) {
  return Object.assign(document.createElement("img"), { src: source, alt: words, className: "qr", width: 168, height: 168 });
}

function section(title, ...content) {
  const made = Object.assign(document.createElement("section"), { className: "share-part" });
  made.append(Object.assign(document.createElement("h3"), { textContent: title }), ...content);
  return made;
}

export class Share {
  #links = new Map(); // seat to {link, qr}: a fresh one a page is enough

  /** @param {string} path of the game in the API @param {string} url of its page */
  constructor(path, url) {
    this.path = path;
    this.url = url;
    this.made = null;
  }

  close() {
    this.made?.dialog.close();
  }

  /** @param {object} game @param {number[]} mine */
  show(game, mine) {
    if (!this.made) this.made = makeDialog("Share");
    const open = game.seats.findIndex((seat) => seat === "open") + 1;
    const invites = open > 0 && mine.includes(3 - open);
    this.made.heading.textContent = invites ? "Invite a friend" : "Share";
    const parts = [];
    if (invites) parts.push(this.#invitation(open));
    parts.push(section("To watch", paragraph("Whoever has this link sees the game and cannot move.", "quiet"), linkRow("Link for watching", this.url), qrOnDemand(`${this.url}/qr.svg`)));
    if (mine.length > 0) parts.push(this.#otherDevice(mine));
    parts.push(section("To keep", this.#files()));
    this.made.body.replaceChildren(...parts);
    if (!this.made.dialog.open) this.made.dialog.showModal();
  }

  #invitation(seat) {
    const place = document.createElement("div");
    place.className = "link-place";
    this.#fill(place, seat, "Link for your friend");
    const parts = [paragraph("Send this link to your friend. Whoever opens it first has the other seat.", "quiet"), place];
    if (isOnlyHere()) parts.push(paragraph("This address is good on this computer only. Started with --host 0.0.0.0, Fivesquare has one for others too.", "quiet"));
    return section("To play", ...parts);
  }

  #otherDevice(mine) {
    const place = document.createElement("div");
    place.className = "link-place buttons";
    for (const seat of mine) {
      const words = mine.length === 1 ? "Make a link for my other device" : `Make a link for the ${seat === 1 ? "first" : "second"} seat`;
      place.append(button(words, () => this.#fill(place, seat, "Link for my seat")));
    }
    return section("My seat elsewhere", paragraph("A link that holds your seat: open it on your phone, or keep it. Do not give it away.", "quiet"), place);
  }

  /** Show the link to a seat; the focus goes to its button, unless it is somewhere else already. */
  async #fill(place, seat, label) {
    try {
      if (!this.#links.has(seat)) this.#links.set(seat, await post(`${this.path}/links`, { seat }));
      const { link, qr } = this.#links.get(seat);
      place.classList.remove("buttons");
      place.replaceChildren(linkRow(label, link), picture(`data:image/svg+xml,${encodeURIComponent(qr)}`, `QR code of the ${label.toLowerCase()}`));
      if (!this.made.body.contains(document.activeElement)) place.querySelector("button").focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      place.replaceChildren(paragraph(error.message, "error"));
    }
  }

  #files() {
    const row = Object.assign(document.createElement("div"), { className: "buttons" });
    for (const [words, file] of [["Picture (PNG)", "picture.png"], ["Picture (SVG)", "picture.svg"], ["Record (JSON)", "record.json"]]) {
      const link = Object.assign(document.createElement("a"), { className: "button", href: `${this.url}/${file}`, textContent: words });
      link.download = `fivesquare-${file}`;
      row.append(link);
    }
    return row;
  }
}

/** Whether the address of this page means the computer on which it is opened, whichever that is. */
function isOnlyHere() {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}

function qrOnDemand(source) {
  const details = document.createElement("details");
  const image = picture("", "QR code of the link for watching");
  details.append(Object.assign(document.createElement("summary"), { textContent: "QR code" }), image);
  details.addEventListener("toggle", () => details.open && (image.src = source), { once: true });
  return details;
}
