/** The compiled search, in the memory of Python itself: it has no data of its own, and imports nothing but that memory. */

const STACK = 1 << 20; // bytes

/** @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory @param {(bytes: number) => number} malloc @returns {Record<string, (...words: (number|bigint)[]) => bigint>} */
export function bind(module, memory, malloc) {
  const pointer = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  const { exports } = new WebAssembly.Instance(module, { env: { __linear_memory: memory, __stack_pointer: pointer } });
  pointer.value = (malloc(STACK + 32) + STACK) & ~15;
  const answer = pointer.value + 16; // one word for the answer, one for an exception that never comes
  const call = (/** @type {Function} */ found) => (/** @type {(number|bigint)[]} */ ...words) => {
    found(answer, answer + 8, ...words.map(BigInt));
    return new BigInt64Array(memory.buffer, answer, 1)[0]; // the buffer is another one whenever the memory has grown
  };
  return Object.fromEntries(Object.entries(exports).map(([name, found]) => [name, call(/** @type {Function} */ (found))]));
}
