/** A soft sound for a move; off until it is asked for, and remembered. Browsers allow it only after a first gesture. */

import { keep, recall } from "./memory.js";

const SOUND = "sound"; // "on" or "off"
let context = /** @type {AudioContext|null} */ (null);

export function isOn() {
  return recall(SOUND, /** @type {string} */ ("off")) === "on";
}

export function turn(/** @type {boolean} */ on) {
  keep(SOUND, on ? "on" : "off");
  if (on) play("claim");
}

const TONES = { claim: [330], take: [330, 415], turn: [392, 523], end: [392, 494, 587] };
const LENGTH = 0.16; // seconds a tone

export function play(/** @type {"claim"|"take"|"turn"|"end"} */ what) {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  const played = (context ??= new AudioContext());
  played.resume();
  TONES[what].forEach((pitch, index) => tone(played, pitch, played.currentTime + index * LENGTH * 0.7));
}

function tone(/** @type {AudioContext} */ context, /** @type {number} */ pitch, /** @type {number} */ start) {
  const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  source.connect(loudness).connect(context.destination);
  source.start(start);
  source.stop(start + LENGTH);
}
