/** The rules and the search, compiled: one module in one memory, for all boards of a page. */

import { MODULE } from "./embedded.js";
import { bind } from "./search.js";

const PAGE = 1 << 16; // bytes

let loading = /** @type {Promise<Compiled>|null} */ (null);

/** The module, loaded when the first board asks for it. */
export function compiled() {
  loading ??= load();
  return loading;
}

async function load() {
  const packed = Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Compiled(await WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
}

export class Compiled {
  #memory = new WebAssembly.Memory({ initial: 1 });
  #end = 64; // bytes in use; address 0 means nothing

  constructor(/** @type {WebAssembly.Module} */ module) {
    this.functions = bind(module, this.#memory, (bytes) => this.#take(bytes));
  }

  /** Allocate words, which are 0; their address. @param {number} words */
  room(words) {
    return this.#take(8 * words);
  }

  /** The words at an address. Take them anew after `room`: it moves them. @param {number} address @param {number} words */
  words(address, words) {
    return new BigInt64Array(this.#memory.buffer, address, words);
  }

  #take(/** @type {number} */ bytes) {
    const address = this.#end;
    this.#end += Math.ceil(bytes / 64) * 64;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }
}
