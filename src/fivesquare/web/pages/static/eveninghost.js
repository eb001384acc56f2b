/** What the host of an evening can do: begin rounds, decide tables, remove players, close the door, end it. */

import { messageOf } from "./api.js";
import { choose } from "./dialogs.js";
import { button, find, make } from "./elements.js";
import { guests } from "./eveningstanding.js";
import { nameOf } from "./eveningwords.js";
import { announce } from "./liveregion.js";
import { many, sentence } from "./words.js";

export class EveningHost {
  #isBusy = false;

  constructor(/** @type {EveningPage} */ page) {
    this.page = page;
    this.place = find("#host");
    this.start = find("#begin", HTMLButtonElement);
    this.start.addEventListener("click", () => this.#send("rounds", { round: this.page.evening.round + 1 }));
    this.why = find("#why");
    this.problem = make("p.error", { role: "alert", hidden: true });
    this.door = make("input", { type: "checkbox" });
    this.door.addEventListener("change", () => this.#send("door", { open: this.door.checked }));
    this.summary = make("summary", {}, "Players");
    this.players = make("div");
    this.end = button("Finish the evening", () => this.#end(), { class: "button plain" });
    this.place.append(make("h2", {}, "You are the host"), this.problem,
      make("label.toggle", {}, make("span", {}, "Others can join"), this.door),
      make("details", {}, this.summary, this.players), this.end);
  }

  show() {
    const { evening } = this.page;
    const { over, round, playing, next, tables, players } = evening;
    const open = tables.filter(({ settled }) => !settled).length;
    const here = players.filter(({ state }) => state === "here").length;
    const done = !playing && round > 0 && here > 1 && next === null;
    this.start.hidden = over || done;
    this.start.textContent = `Start round ${round + 1}`;
    this.start.disabled = playing || next === null;
    this.why.textContent = over ? "" : done ? "Everybody has met everybody" : playing ? `${many(open, "table")} still playing` : here < 2 ? "It takes two players" : "";
    this.why.hidden = !this.why.textContent;
    this.door.checked = evening.open;
    /** @type {HTMLElement} */ (this.door.parentElement).hidden = over;
    this.summary.textContent = `Players: ${here}`;
    this.players.replaceChildren(guests(evening, (player) => this.#admit(player)));
    this.end.hidden = over;
    this.end.className = done ? "button main" : "button plain";
  }

  /** Decide a table that is not over. @param {EveningTable} table @param {number} number */
  async decide(table, number) {
    const { evening } = this.page;
    const [first, second] = [nameOf(evening, table.first), nameOf(evening, table.second)];
    const answer = await choose(`Table ${number}`, `${first} meets ${second}. Who gets this game?`, [
      ["1", first], ["2", second], ["0", "A draw"], ["skip", "Skip it: it counts for nobody"], ...(table.settled ? [/** @type {[string, string]} */ (["reopen", "Let them play on"])] : []),
    ]);
    if (answer === null) return;
    const said = answer === "reopen" ? { reopen: true } : { winner: answer === "skip" ? null : Number(answer) };
    await this.#send("decisions", { round: evening.round, table: number, ...said });
  }

  async #admit(/** @type {EveningPlayer} */ { number, name, state }) {
    const isHere = state === "here";
    if (isHere && (await choose(`Remove ${name}?`, "They take no part in the rounds to come, and cannot join again by themselves. Their results stay.", [["yes", "Remove"], ["no", "Keep"]])) !== "yes") return;
    await this.#send("admissions", { player: number, welcome: !isHere });
  }

  async #end() {
    const words = this.page.evening.playing ? "Games that are still being played will not count." : "The standing stays on this page.";
    if ((await choose("Finish the evening?", words, [["yes", "Finish"], ["no", "Go on"]])) === "yes") await this.#send("end", {});
  }

  /** Send once, however often a button is pressed. @param {string} what @param {object} body */
  async #send(what, body) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.problem.hidden = true;
    try {
      this.page.hear(await this.page.post(what, body));
    } catch (error) {
      this.problem.textContent = sentence(messageOf(error));
      this.problem.hidden = false;
      announce(this.problem.textContent);
      this.show();
    } finally {
      this.#isBusy = false;
    }
  }
}
